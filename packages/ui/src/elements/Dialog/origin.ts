import { useLayoutEffect, useRef, useState } from 'react';

/** An element that the focus can return to: an item disappears with its menu, so the menu's button is used. */
function lasting(active: Element | null): Element | null {
  const button = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return button ? document.getElementById(button) : active;
}

interface Origin {
  element: Element | null;
}

/** Where the focus returns to from the sheet that was closed last; null once it has returned, which takes a moment. */
let due: Origin | null = null;

/** Where the focus of a sheet that opens comes from: before it has returned from another sheet, it is nowhere. */
function originNow(): Origin {
  const active = document.activeElement;
  return due !== null && (active === null || active === document.body) ? due : { element: lasting(active) };
}

/**
 * Remembers the focused element when a sheet opens, and returns the focus when the sheet is gone, unless something took it
 * meanwhile: what the sheet led to, or another sheet, which returns it later.
 */
export function useOrigin(open: boolean): () => void {
  const origin = useRef<Origin>({ element: null });
  const [shown, setShown] = useState(false);
  if (open !== shown) {
    setShown(open);
    if (open) origin.current = originNow();
  }
  useLayoutEffect(() => {
    if (!open) return;
    due = null;
    return () => {
      due = origin.current;
    };
  }, [open]);
  return () => {
    if (due !== origin.current) return;
    due = null;
    const { activeElement, body } = document;
    if (activeElement !== null && activeElement !== body) return;
    if (origin.current.element instanceof HTMLElement) origin.current.element.focus({ preventScroll: true });
  };
}
