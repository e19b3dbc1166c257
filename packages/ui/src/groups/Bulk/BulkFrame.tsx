import clsx from 'clsx';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useFocusInside } from '../../elements/PreviewFoot/use-focus-inside.ts';
import { placeAt } from './place-at.ts';

interface BulkFrameProps {
  label: string;
  /** What is being done, which Escape leaves first; then it clears the selection. Null for nothing. */
  doing: unknown;
  /** The button that was pressed; it opens there, and is at the foot once that is gone. */
  at?: HTMLElement | null;
  onLeave: () => void;
  onClear: () => void;
  children: ReactNode;
}

/** The selected rows and what can be done about them. It is at the foot of the list, or over it at a button, so that the rows do not move. */
export function BulkFrame({ label, doing, at: button = null, onLeave, onClear, children }: BulkFrameProps) {
  const frame = useRef<HTMLElement>(null);
  // A button can go, such as one of a row that is scrolled away.
  const [gone, setGone] = useState<HTMLElement | null>(null);
  if (button === null && gone !== null) setGone(null);
  const at = button === gone ? null : button;
  useFocusInside(frame, doing);
  useLayoutEffect(() => (at && frame.current ? placeAt(frame.current, at, () => setGone(at)) : undefined), [at]);
  return (
    <section
      ref={frame}
      tabIndex={doing === null ? undefined : -1}
      data-keys={doing === null ? undefined : 'asked'}
      popover={at ? 'manual' : undefined}
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        // Goes back one step: from the preview to the rows, then to no selection.
        event.preventDefault();
        if (doing === null) onClear();
        else onLeave();
      }}
      className={clsx(
        'flex flex-col gap-2 border-line-strong px-3 pt-1 pb-3 text-ink outline-none',
        at
          ? 'm-0 inset-auto w-88 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-md border bg-raised shadow-float'
          : 'max-h-[70%] shrink-0 border-t bg-ground',
      )}
    >
      {children}
    </section>
  );
}
