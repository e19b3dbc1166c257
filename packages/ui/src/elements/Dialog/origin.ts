import { useRef, useState } from 'react';

/** What the focus can go back to: an item of a menu goes with the menu, the button of the menu stays. */
function lasting(active: Element | null): Element | null {
  const button = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return button ? document.getElementById(button) : active;
}

/** Remembers what had the focus when a sheet was opened, and gives it back when that is gone. */
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
