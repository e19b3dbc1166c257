import clsx from 'clsx';
import type { ReactNode } from 'react';
import type { Purged } from '../../data/queries/changes.ts';
import { strings } from '../../strings.ts';
import { Purging } from './Purging.tsx';

interface PurgePartProps {
  purged: Purged;
  /** Whether it is asked for; else there is only the way to it. */
  asked: boolean;
  className: string;
  onDone: () => void;
  onCancel: () => void;
  /** The way to it, and while it is asked for what is said before it. */
  children?: ReactNode;
}

/** The part of the screen in which a purge is asked for: what it would remove, and the questions. Escape is no. */
export function PurgePart({ purged, asked, className, onDone, onCancel, children }: PurgePartProps) {
  return (
    <section
      aria-label={strings.purge.label}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || !asked) return;
        event.preventDefault();
        onCancel();
      }}
      className={clsx('flex max-h-[70%] shrink-0 flex-col border-line bg-ground py-2', className)}
    >
      {children}
      {asked && <Purging purged={purged} onDone={onDone} onCancel={onCancel} />}
    </section>
  );
}
