import { type RefObject, useEffect } from 'react';
import { pagesOf, scrollPages } from '../groups/TwoPanes/scroll-keys.ts';

/** Where the focus is when nobody led it anywhere, as after a key that opened the screen. */
const isNowhere = (main: HTMLElement) =>
  document.activeElement === null || document.activeElement === document.body || document.activeElement === main;

/** The part of a screen that its keys scroll: none where a list is, which has these keys for its rows. */
function scrolledPart(main: HTMLElement): HTMLElement | undefined {
  if (main.querySelector('[role="listbox"]')) return undefined;
  return [...main.querySelectorAll<HTMLElement>('[data-place]')].find(
    ({ scrollHeight, clientHeight }) => scrollHeight > clientHeight,
  );
}

/** Scrolls a screen without a list by key while nothing in it has the focus. The browser scrolls only what is around the focus. */
export function usePageKeys(main: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const pages = pagesOf(event, true);
      const place = main.current;
      if (pages === undefined || !place || !isNowhere(place)) return;
      const part = scrolledPart(place);
      if (!part) return;
      event.preventDefault();
      scrollPages(part, pages);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [main]);
}
