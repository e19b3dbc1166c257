import { type MouseEvent, useState } from 'react';

/** The usual time within which two clicks are one double-click; some systems are set to a longer one. */
const DOUBLE_CLICK_MS = 500;

/**
 * Ignores the second click of a double-click, as `onClickCapture` of a button that confirms and may open where the button that asked
 * was: it was meant for that one. A click that comes later is meant, and a press of a key counts no clicks and passes.
 */
export function useNoDoubleClick(): (event: MouseEvent) => void {
  const [opened] = useState(() => performance.now());
  return (event) => {
    if (event.detail < 2 || performance.now() - opened >= DOUBLE_CLICK_MS) return;
    event.preventDefault();
    event.stopPropagation();
  };
}
