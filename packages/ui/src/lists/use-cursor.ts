import { useEffect, useRef, useState } from 'react';

/** The row that keys act on. */
export interface Cursor<T> {
  /** -1: none. */
  index: number;
  row: T | undefined;
  set: (id: string) => void;
  /** The place so many rows on: from the current row, else from where it was, else from before the first one. */
  step: (by: number) => number;
  /** The row to go to when the current one leaves the list: the one below, else the one above. */
  neighbour: () => T | undefined;
}

interface CursorList<T> {
  rows: readonly T[];
  listKey: string;
  /** The rows are still those of the list before. */
  stale: boolean;
}

/**
 * Follows what is open. Where nothing is open, holds its place in the list when its row goes away: the row that moved up
 * into the place becomes the current one, so the keys are never left without a row. What is open without being
 * among the rows leaves none marked: keys must not seem to act on another one.
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
  // In another list there is no place to hold.
  const known = id !== undefined && place.current?.listKey === listKey ? place.current.index : null;
  const held = known === null ? -1 : Math.min(known, rows.length - 1);
  const index = found < 0 && openId === undefined ? held : found;
  useEffect(() => {
    if (found >= 0 && !stale) place.current = { listKey, index: found };
  }, [found, listKey, stale]);

  // Without its row, the row that moved up into its place is the one below.
  const below = index >= 0 ? index + 1 : held;
  const above = index >= 0 ? index - 1 : held - 1;
  return {
    index,
    row: rows[index],
    set: setId,
    step: (by) => Math.max(0, by > 0 ? below + by - 1 : above + by + 1),
    neighbour: () => (below < 0 ? undefined : (rows[below] ?? rows[above])),
  };
}
