import type { Reflection } from '@twicewise/contract';
import type { ReactNode } from 'react';
import { DraftHeading, DraftText } from './DraftText.tsx';

interface SideProps {
  label: string;
  lesson: Reflection;
  /** Actions on this lesson. */
  children?: ReactNode;
}

/** One of two lessons shown side by side. */
export function Side({ label, lesson, children }: SideProps) {
  return (
    <section aria-label={label} className="@container min-w-0 border-line p-4 not-first:border-l">
      <p className="mb-2 flex items-center gap-2 text-ink-3 text-small">
        {label} {children}
      </p>
      <DraftHeading lesson={lesson} />
      <div className="mt-3">
        <DraftText lesson={lesson} />
      </div>
    </section>
  );
}
