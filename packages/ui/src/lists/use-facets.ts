import { useRef, useState } from 'react';
import { useAction } from '../state/action-registry.tsx';

/**
 * Whether the counts stand beside the list, and the way there and back. It is kept in the browser under the name: whoever
 * works with the counts of a list has them the next time, too.
 */
export function useFacets(name: string, onLeave: () => void) {
  const pane = useRef<HTMLElement>(null);
  const [shown, setShown] = useState(() => localStorage.getItem(name) === 'shown');
  const show = (next: boolean) => {
    localStorage.setItem(name, next ? 'shown' : 'hidden');
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
