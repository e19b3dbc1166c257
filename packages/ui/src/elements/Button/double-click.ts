import type { MouseEvent } from 'react';

/**
 * Ignores the second click of a double click, as `onClickCapture` around buttons that open where the button that opened them was:
 * it was meant for that one, and must confirm nothing. A press of a key counts no clicks and passes.
 */
export function skipDoubleClick(event: MouseEvent): void {
  if (event.detail < 2) return;
  event.preventDefault();
  event.stopPropagation();
}
