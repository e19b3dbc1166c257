import { type RefObject, useLayoutEffect } from 'react';

/**
 * Focuses the frame of a preview when something else is previewed, unless something inside it has the focus; `what` is null for
 * nothing. A preview that is still being read has nothing to focus yet, and Escape must leave it already.
 */
export function useFocusInside(frame: RefObject<HTMLElement | null>, what: unknown): void {
  useLayoutEffect(() => {
    if (what !== null && !frame.current?.contains(document.activeElement))
      frame.current?.focus({ preventScroll: true });
  }, [frame, what]);
}
