import type { RefObject } from 'react';
import { ROW_HEIGHT } from '../groups/RowList/RowList.tsx';
import { useAction } from '../state/action-registry.tsx';
import { useAppearance } from '../state/appearance.tsx';
import type { Cursor } from './use-cursor.ts';

interface ListKeys<T> {
  rows: readonly T[];
  cursor: Cursor<T>;
  listRef: RefObject<HTMLDivElement | null>;
  /** Makes this row the current one. */
  onMove: (row: T) => void;
  onOpen: (row: T) => void;
  enabled: boolean;
  /** Begins to read what is missing up to the last row; false when nothing is. */
  toEnd?: () => boolean;
}

/** Moves through the list by keys. Without a row they do nothing, and are not offered. */
export function useListKeys<T>({ rows, cursor, listRef, onMove, onOpen, enabled, toEnd }: ListKeys<T>): void {
  const { density } = useAppearance();
  const on = enabled && rows.length > 0;
  const goTo = (index: number) => {
    const row = rows[Math.max(0, Math.min(index, rows.length - 1))];
    if (!row) return false;
    // First, so that the element focused now is the one to return to.
    onMove(row);
    listRef.current?.focus({ preventScroll: true });
    return true;
  };
  const step = (by: number) => goTo(cursor.step(by));
  const screen = () => Math.max(1, Math.floor((listRef.current?.clientHeight ?? 0) / ROW_HEIGHT[density]) - 1);

  useAction('down', () => step(1), on);
  useAction('up', () => step(-1), on);
  useAction('arrowDown', () => step(1), on);
  useAction('arrowUp', () => step(-1), on);
  useAction('pageDown', () => step(screen()), on);
  useAction('pageUp', () => step(-screen()), on);
  useAction('first', () => goTo(0), on);
  useAction('last', () => toEnd?.() || goTo(rows.length - 1), on);
  useAction('open', () => (cursor.row ? onOpen(cursor.row) : step(1)), on);
}
