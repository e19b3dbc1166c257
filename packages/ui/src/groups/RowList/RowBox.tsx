import clsx from 'clsx';
import { Check } from 'lucide-react';

/** Whether a row is selected; `hint` while none is: then the box appears under the pointer, and where no pointer can hover, always. */
export type RowMark = boolean | 'hint';

/**
 * The checkbox of a selectable row, which has its own place: it appears beside the mark of the outcome, and moves nothing. Screen
 * readers get the selection from the row itself.
 */
export function RowBox({ mark }: { mark: RowMark }) {
  return (
    <span
      data-mark
      aria-hidden
      className={clsx(
        '-ml-1.5 -mr-1.5 flex w-4.5 shrink-0 items-start justify-center pt-1.5 compact:items-center compact:pt-0',
        mark === 'hint' && 'opacity-0 group-hover/row:opacity-100 [@media(hover:none)]:opacity-100',
      )}
    >
      <span
        className={clsx(
          'flex size-3.5 items-center justify-center rounded-sm border',
          mark === true ? 'border-signal bg-signal text-reading' : 'border-control bg-raised',
        )}
      >
        {mark === true && <Check size={11} strokeWidth={3} />}
      </span>
    </span>
  );
}
