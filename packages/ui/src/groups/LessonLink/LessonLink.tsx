import type { Reflection } from '@twicewise/contract';
import { OutcomeGlyph } from '../../elements/OutcomeGlyph/OutcomeGlyph.tsx';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';

interface LessonLinkProps {
  id: string;
  title: string;
  outcome: Reflection['outcome'];
  onGo: (lessonId: string) => void;
}

/** A lesson within a line: its outcome, and its title as a link. A long title is cut. */
export function LessonLink({ id, title, outcome, onGo }: LessonLinkProps) {
  return (
    <>
      <span className="self-center">
        <OutcomeGlyph outcome={outcome} />
      </span>
      <TextLink dir="auto" title={title} onClick={() => onGo(id)} className="min-h-6 min-w-0 truncate text-left">
        {title}
      </TextLink>
    </>
  );
}
