import type { Reflection } from '@twicewise/contract';
import { useEffect, useRef, useState } from 'react';

/** The row that keys act on. */
export interface Cursor {
  /** -1: none. */
  index: number;
  lesson: Reflection | undefined;
  set: (id: string) => void;
  /** The row to go to when the current one leaves the list: the one below, else the one above. */
  neighbour: () => Reflection | undefined;
}

interface CursorList {
  lessons: readonly Reflection[];
  listKey: string;
  /** The rows are still those of the list before. */
  stale: boolean;
}

/**
 * Follows the open lesson, and holds its place in the list when its row goes away: the row that moved up into the
 * place becomes the current one, so the keys are never left without a row.
 */
export function useCursor({ lessons, listKey, stale }: CursorList, openId: string | undefined): Cursor {
  const [id, setId] = useState(openId);
  const place = useRef({ listKey, index: 0 });
  useEffect(() => {
    if (openId) setId(openId);
  }, [openId]);

  const found = id === undefined ? -1 : lessons.findIndex((lesson) => lesson.id === id);
  // In another list there is no place to hold.
  const held = id !== undefined && place.current.listKey === listKey;
  const index = found < 0 && held ? Math.min(place.current.index, lessons.length - 1) : found;
  useEffect(() => {
    if (found >= 0 && !stale) place.current = { listKey, index: found };
  }, [found, listKey, stale]);

  return {
    index,
    lesson: lessons[index],
    set: setId,
    neighbour: () => lessons[index + 1] ?? lessons[index - 1],
  };
}
