import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

interface Row {
  id: string;
}

/**
 * Keeps what is being read where it is: when rows come or go above it, the list scrolls by as much. At the very
 * top it does not, so that a new lesson comes into sight there. Another `listKey` is another list: back to the top.
 */
export function useStillness(
  listRef: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  listKey: string,
  rowHeight: number,
): void {
  const shown = useRef({ rows, listKey });
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
    shown.current = { rows, listKey };
    if (!list || before.rows === rows) return;
    if (before.listKey !== listKey) {
      // At the top it is already, mostly; to be told to go there would make the browser lay out the page twice.
      if (scrollTop.current > 0) list.scrollTop = 0;
      return;
    }
    if (scrollTop.current < rowHeight) return;
    const index = Math.floor(scrollTop.current / rowHeight);
    const id = before.rows[index]?.id;
    const now = rows.findIndex((row) => row.id === id);
    if (now >= 0 && now !== index) list.scrollTop = scrollTop.current + (now - index) * rowHeight;
  }, [listRef, rows, listKey, rowHeight]);
}
