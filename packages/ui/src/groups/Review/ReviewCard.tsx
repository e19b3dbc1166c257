import type { Reflection } from '@twicewise/contract';
import type { ReactNode } from 'react';
import { DraftHeading, DraftText } from './DraftText.tsx';

interface ReviewCardProps {
  /** The decisions, each as an `Act`. */
  acts: ReactNode;
  /** The position in the list, in words. */
  place: string;
  /** Shown between the decisions and the scrolling text; it stays visible. */
  notice?: ReactNode;
  children: ReactNode;
}

/** A card to decide about: the buttons stay in the same place, and the full text scrolls below them. */
export function ReviewCard({ acts, place, notice, children }: ReviewCardProps) {
  return (
    <>
      <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-1.5 gap-y-1 border-line border-b px-4 py-1.5">
        {acts}
        <span className="ml-auto pl-2 text-ink-3 text-small tabular-nums">{place}</span>
      </div>
      {notice}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <div tabIndex={0} className="@container min-h-0 grow overflow-y-auto focus-visible:-outline-offset-2">
        {children}
      </div>
    </>
  );
}

/** A whole lesson in such a card: its heading, its text, and further content. */
export function ReviewedLesson({ lesson, children }: { lesson: Reflection; children?: ReactNode }) {
  return (
    <div className="flex flex-col gap-4 p-4">
      <DraftHeading lesson={lesson} />
      <DraftText lesson={lesson} />
      {children}
    </div>
  );
}
