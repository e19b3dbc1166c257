import { useRef, useState } from 'react';

/** An element that the focus can return to: an item disappears with its menu, so the menu's button is used. */
function lasting(active: Element | null): Element | null {
  const button = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return button ? document.getElementById(button) : active;
}

/** Remembers the focused element when a sheet opens, and returns the focus when the sheet is gone. */
export function useOrigin(open: boolean): () => void {
  const origin = useRef<Element | null>(null);
  const [shown, setShown] = useState(false);
  if (open !== shown) {
    setShown(open);
    if (open) origin.current = lasting(document.activeElement);
  }
  return () => {
    if (origin.current instanceof HTMLElement) origin.current.focus({ preventScroll: true });
  };
}
