import { X } from 'lucide-react';
import { Button, IconButton } from '../../elements/Button/Button.tsx';
import type { News } from '../../state/news.ts';
import { strings } from '../../strings.ts';

const words = strings.news;

interface CardProps {
  title: string;
  text?: string;
  label: string;
  onDo: () => void;
  onDismiss: () => void;
}

function Card({ title, text, label, onDo, onDismiss }: CardProps) {
  return (
    <div className="rounded-sm border border-line-strong bg-raised px-2 py-1.5 text-small">
      <p className="flex items-start justify-between gap-1 font-medium">
        {title}
        <IconButton label={words.dismiss} onClick={onDismiss} className="-mt-0.5 -mr-1 size-6">
          <X size={13} aria-hidden />
        </IconButton>
      </p>
      {text && (
        <p dir="auto" className="line-clamp-3 text-ink-2 wrap-anywhere" title={text}>
          {text}
        </p>
      )}
      <Button tone="quiet" className="-ml-1.5 h-6 px-1.5" onClick={onDo}>
        {label}
      </Button>
    </div>
  );
}

interface NewsCardsProps {
  news: News;
  onDrafts: () => void;
  onRepeated: (lessonId: string) => void;
  onDismissDrafts: () => void;
  onDismissRepeated: () => void;
}

/** What came from agents, where it moves nothing: above the foot of the rail. In a narrow window it is read out only. */
export function NewsCards({ news, onDrafts, onRepeated, onDismissDrafts, onDismissRepeated }: NewsCardsProps) {
  const { drafts, repeated } = news;
  return (
    <div aria-live="polite" className="flex flex-col gap-2 max-md:sr-only">
      {drafts > 0 && (
        <Card title={words.drafts(drafts)} label={words.review} onDo={onDrafts} onDismiss={onDismissDrafts} />
      )}
      {repeated && (
        <Card
          title={words.repeats(repeated.count)}
          text={repeated.text}
          label={words.show}
          onDo={() => onRepeated(repeated.lessonId)}
          onDismiss={onDismissRepeated}
        />
      )}
    </div>
  );
}
