import { useRef, useState } from 'react';
import { useAction } from '../../app/action-registry.tsx';

/** In the browser's storage: whoever works with the counts has them the next time, too. */
const STORED = 'twicewise.facets';

/** Whether the counts stand beside the list, and the way there and back. */
export function useFacets(onLeave: () => void) {
  const pane = useRef<HTMLElement>(null);
  const [shown, setShown] = useState(() => localStorage.getItem(STORED) === 'shown');
  const show = (next: boolean) => {
    localStorage.setItem(STORED, next ? 'shown' : 'hidden');
    setShown(next);
  };
  const close = () => {
    show(false);
    onLeave();
  };
  const toggle = () => {
    if (shown) return close();
    show(true);
    // It is drawn first.
    requestAnimationFrame(() => {
      const first = pane.current?.querySelector<HTMLElement>('[data-stop]') ?? pane.current;
      first?.focus();
    });
  };
  useAction('facets', toggle);
  return { pane, shown, close, toggle };
}
