import { useEffect, useRef, useState } from 'react';

/** The row that keys act on. */
export interface Cursor<T> {
  /** -1 when there is none. */
  index: number;
  row: T | undefined;
  /** True when the open record is not among the rows: keys must not seem to act on another one. */
  isElsewhere: boolean;
  set: (id: string) => void;
  /** The index so many rows on: from the current row, otherwise from where it was, otherwise from before the first. */
  step: (by: number) => number;
  /** The row to go to when the current one leaves the list: the one below, otherwise the one above. */
  neighbour: () => T | undefined;
}

interface CursorList<T> {
  rows: readonly T[];
  listKey: string;
  /** True while the rows are still those of the previous list. */
  stale: boolean;
}

/**
 * The current row is the open record's. When nothing is open and the current row disappears, the row that moves up becomes
 * current, so that keys always have a row. When the open record is not among the rows, no row is current, because keys must not
 * seem to act on another one.
 */
export function useCursor<T extends { id: string }>(
  { rows, listKey, stale }: CursorList<T>,
  openId: string | undefined,
): Cursor<T> {
  const [id, setId] = useState(openId);
  const place = useRef<{ listKey: string; index: number } | null>(null);
  useEffect(() => {
    if (openId) setId(openId);
  }, [openId]);

  const found = id === undefined ? -1 : rows.findIndex((row) => row.id === id);
  // Another list has no place to keep.
  const known = id !== undefined && place.current?.listKey === listKey ? place.current.index : null;
  const held = known === null ? -1 : Math.min(known, rows.length - 1);
  const index = found < 0 && openId === undefined ? held : found;
  useEffect(() => {
    if (found >= 0 && !stale) place.current = { listKey, index: found };
  }, [found, listKey, stale]);

  // Without the current row, the row that moved up is the one below.
  const below = index >= 0 ? index + 1 : held;
  const above = index >= 0 ? index - 1 : held - 1;
  return {
    index,
    row: rows[index],
    isElsewhere: openId !== undefined && found < 0,
    set: setId,
    step: (by) => Math.max(0, by > 0 ? below + by - 1 : above + by + 1),
    neighbour: () => (below < 0 ? undefined : (rows[below] ?? rows[above])),
  };
}
