import { useCallback, useEffect, useRef, useState } from 'react';
import { nextOn, type Reach, type WayToEnd, wayFrom } from './to-end.ts';
import { useLatest } from './use-steps.ts';

/** A list that is read page by page. */
export interface ReadList extends Omit<Reach, 'length'> {
  readMore: () => void;
}

/** Whether the end of a list is being gone to, or was too far for one press. */
export type OnWay = 'going' | 'halfway' | null;

const MOVES = ['keydown', 'pointerdown', 'wheel'] as const;

/**
 * Goes to the last row of a list, reading the pages that are missing; every other key or move stops that. `toEnd` is false when
 * there is nothing to read.
 */
export function useToEnd<T>(list: ReadList, rows: readonly T[], toRow: (row: T) => void) {
  const { listKey, hasMore, isReadingMore, hasFailed, readMore } = list;
  const { length } = rows;
  const way = useRef<WayToEnd | null>(null);
  const [onWay, setOnWay] = useState<OnWay>(null);
  const end = useCallback((left: OnWay) => {
    way.current = null;
    setOnWay(left);
  }, []);
  const toLast = useLatest(() => {
    const row = rows.at(-1);
    if (row !== undefined) toRow(row);
  });

  useEffect(() => {
    const on = way.current;
    if (onWay !== 'going' || !on) return;
    if (isReadingMore) on.isRead = true;
    const next = nextOn(on, { listKey, length, hasMore, isReadingMore, hasFailed });
    if (next === 'read') {
      Object.assign(on, { askedAt: length, isRead: false });
      readMore();
    } else if (next !== 'wait') {
      end(next === 'go' && hasMore ? 'halfway' : null);
      if (next === 'go') toLast.current();
    }
  }, [onWay, listKey, length, hasMore, isReadingMore, hasFailed, readMore, end, toLast]);

  useEffect(() => {
    if (onWay === null) return;
    // Before the keys of the list, so that the next press of the key begins anew.
    const stop = (event: Event) => !(event instanceof KeyboardEvent && event.key === 'End') && end(null);
    for (const move of MOVES) addEventListener(move, stop, { capture: true, passive: true });
    return () => {
      for (const move of MOVES) removeEventListener(move, stop, { capture: true });
    };
  }, [onWay, end]);

  const toEnd = () => {
    if (!hasMore) return false;
    way.current ??= wayFrom({ listKey, length });
    setOnWay('going');
    return true;
  };
  return { toEnd, onWay };
}
