import { X } from 'lucide-react';
import { IconButton } from '../../elements/Button/Button.tsx';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
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
    <div className="rounded-sm border border-line-strong bg-raised py-0.5 pr-0.5 pl-2 text-small">
      <div className="flex items-center gap-1">
        <p className="grow font-medium">{title}</p>
        <TextLink className="min-h-6 px-1 text-ink-2" onClick={onDo}>
          {label}
        </TextLink>
        <IconButton label={words.dismiss} onClick={onDismiss} className="size-6">
          <X size={13} aria-hidden />
        </IconButton>
      </div>
      {text && (
        <p dir="auto" className="mr-1.5 mb-1 line-clamp-2 text-ink-2 wrap-anywhere" title={text}>
          {text}
        </p>
      )}
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
  const { drafts, areAll, repeated } = news;
  return (
    <div aria-live="polite" className="flex flex-col gap-2 max-md:sr-only">
      {drafts > 0 && (
        <Card title={words.drafts(drafts, areAll)} label={words.review} onDo={onDrafts} onDismiss={onDismissDrafts} />
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
