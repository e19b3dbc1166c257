import clsx from 'clsx';
import type { RowMark } from './RowBox.tsx';

/**
 * The classes of a row: the current one has an edge, and the colour fills the selected ones, or the current one while none is
 * selected. So nobody takes the current row for a selected one. `mark` is undefined where rows cannot be selected.
 */
export function rowLook(current: boolean, mark: RowMark | undefined): string {
  const filled = mark === true || (current && mark !== false);
  return clsx(
    'border-l-2',
    current
      ? 'border-l-signal -outline-offset-1 outline-signal group-focus-visible/list:outline-1'
      : 'border-l-transparent',
    filled ? 'bg-signal-tint' : 'hover:bg-hover',
  );
}
