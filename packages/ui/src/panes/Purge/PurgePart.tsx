import clsx from 'clsx';
import { type ReactNode, useRef } from 'react';
import type { Purged } from '../../data/queries/changes.ts';
import { useFocusInside } from '../../elements/PreviewFoot/use-focus-inside.ts';
import { strings } from '../../strings.ts';
import { LatePurging } from './purging-on-demand.ts';

interface PurgePartProps {
  purged: Purged;
  /** True when the purge was requested; otherwise only the button for it is shown. */
  asked: boolean;
  className: string;
  onDone: () => void;
  onCancel: () => void;
  /** The button, and while a purge is requested the text before its preview. */
  children?: ReactNode;
}

/** The part of the screen for a purge: what it would remove, and the confirmations. Escape cancels. */
export function PurgePart({ purged, asked, className, onDone, onCancel, children }: PurgePartProps) {
  const frame = useRef<HTMLElement>(null);
  useFocusInside(frame, asked ? purged.kind : null);
  return (
    <section
      ref={frame}
      tabIndex={asked ? -1 : undefined}
      data-keys={asked ? 'asked' : undefined}
      aria-label={strings.purgeOf[purged.kind]}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || !asked) return;
        event.preventDefault();
        onCancel();
      }}
      className={clsx('flex max-h-[70%] shrink-0 flex-col border-line bg-ground py-2 outline-none', className)}
    >
      {children}
      {asked && <LatePurging purged={purged} onDone={onDone} onCancel={onCancel} />}
    </section>
  );
}
