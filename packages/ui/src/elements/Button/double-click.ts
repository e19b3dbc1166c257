import { type MouseEvent, useEffect, useRef } from 'react';

/** The usual time within which two clicks are one double-click; some systems are set to a longer one. */
const DOUBLE_CLICK_MS = 500;

/**
 * Ignores the second click of a double-click, as `onClickCapture` of a button that confirms and may open where the button that asked
 * was: it was meant for that one. A click that comes later is meant, and a press of a key counts no clicks and passes. `question` is
 * what is asked: another one begins anew.
 */
export function useNoDoubleClick(question: unknown): (event: MouseEvent) => void {
  const opened = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new question is a new beginning
  useEffect(() => {
    opened.current = performance.now();
  }, [question]);
  return (event) => {
    // The time of the click itself: a busy page handles it later.
    if (event.detail < 2 || event.timeStamp - opened.current >= DOUBLE_CLICK_MS) return;
    event.preventDefault();
    event.stopPropagation();
  };
}
