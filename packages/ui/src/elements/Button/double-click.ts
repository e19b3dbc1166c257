import type { MouseEvent } from 'react';

/**
 * Ignores the second click of a double click, as `onClickCapture` of a button that confirms and may open where the button that asked
 * was: it was meant for that one. A press of a key counts no clicks and passes.
 */
export function skipDoubleClick(event: MouseEvent): void {
  if (event.detail < 2) return;
  event.preventDefault();
  event.stopPropagation();
}
