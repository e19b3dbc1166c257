import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { indexAt, type RowPlaces, topOf } from './heads.ts';

interface Row {
  id: string;
}

/**
 * Keeps the visible rows in place: when rows are added or removed above, the list scrolls by the same amount. At the very top it
 * does not, so that a new lesson appears there. Another `listKey` is another list and starts at the top.
 */
export function useStillness(
  listRef: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  listKey: string,
  places: RowPlaces,
): void {
  const shown = useRef({ rows, listKey, places });
  const scrollTop = useRef(0);

  useEffect(() => {
    const list = listRef.current;
    if (!list) return;
    const remember = () => {
      scrollTop.current = list.scrollTop;
    };
    list.addEventListener('scroll', remember, { passive: true });
    return () => list.removeEventListener('scroll', remember);
  }, [listRef]);

  useLayoutEffect(() => {
    const before = shown.current;
    const list = listRef.current;
    shown.current = { rows, listKey, places };
    if (!list || before.rows === rows) return;
    if (before.listKey !== listKey) {
      // Usually it is at the top already, and setting it again would make the browser lay out the page twice.
      if (scrollTop.current > 0) list.scrollTop = 0;
      return;
    }
    if (scrollTop.current < places.height) return;
    const index = indexAt(scrollTop.current, before.places);
    const id = before.rows[index]?.id;
    const now = rows.findIndex((row) => row.id === id);
    const moved = topOf(now, places) - topOf(index, before.places);
    if (now >= 0 && moved !== 0) list.scrollTop = scrollTop.current + moved;
  });
}
