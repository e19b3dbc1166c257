import { type RefObject, useLayoutEffect } from 'react';

/**
 * Focuses the frame of a preview when it opens, unless something inside it has the focus. A preview that is still being read has
 * nothing to focus yet, and Escape must leave it already.
 */
export function useFocusInside(frame: RefObject<HTMLElement | null>, isOpen = true): void {
  useLayoutEffect(() => {
    if (isOpen && !frame.current?.contains(document.activeElement)) frame.current?.focus({ preventScroll: true });
  }, [frame, isOpen]);
}
