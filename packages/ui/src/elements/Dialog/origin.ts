import { useRef, useState } from 'react';

/** Remembers what had the focus when a sheet was opened, and gives it back when that is gone. */
export function useOrigin(open: boolean): () => void {
  const origin = useRef<Element | null>(null);
  const [shown, setShown] = useState(false);
  if (open !== shown) {
    setShown(open);
    if (open) origin.current = document.activeElement;
  }
  return () => {
    if (origin.current instanceof HTMLElement) origin.current.focus({ preventScroll: true });
  };
}
