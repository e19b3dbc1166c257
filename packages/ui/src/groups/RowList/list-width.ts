import { type RefObject, useLayoutEffect } from 'react';

/** Widths in rem from which a list is called so; below the first it is `tiny`. The variants `list-…` of the styles go by these names. */
const WIDTHS = [
  ['wide', 32],
  ['medium', 28],
  ['small', 20],
] as const;

function name(pixels: number): string {
  const rem = pixels / Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return WIDTHS.find(([, from]) => rem >= from)?.[0] ?? 'tiny';
}

/**
 * Writes onto a list how wide it is, for the styles of its rows: `data-width`, and `--list-width` in pixels. A container query says
 * the same, but the browser then asks it for every element of every row it draws anew, a third of the time that styles take after
 * each key of a search.
 */
export function useListWidth(listRef: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const list = listRef.current;
    if (!list) return;
    const write = () => {
      const width = list.clientWidth;
      list.setAttribute('data-width', name(width));
      list.style.setProperty('--list-width', `${width}px`);
    };
    write();
    const observer = new ResizeObserver(write);
    observer.observe(list);
    return () => observer.disconnect();
  }, [listRef]);
}
