import { useRef, useState } from 'react';
import { useAction } from '../state/action-registry.tsx';

/**
 * Whether the facets are shown beside the list, and a function to toggle them. The browser stores it under the name, so that it
 * is the same next time.
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
    // By the next frame it is drawn.
    requestAnimationFrame(() => {
      const first = pane.current?.querySelector<HTMLElement>('[data-stop]') ?? pane.current;
      first?.focus();
    });
  };
  useAction('facets', toggle);
  return { pane, shown, close, toggle };
}
