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

/** Moves through the list by keys. */
export function useListKeys<T>({ rows, cursor, listRef, onMove, onOpen, enabled, toEnd }: ListKeys<T>): void {
  const { density } = useAppearance();
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

  useAction('down', () => step(1), enabled);
  useAction('up', () => step(-1), enabled);
  useAction('arrowDown', () => step(1), enabled);
  useAction('arrowUp', () => step(-1), enabled);
  useAction('pageDown', () => step(screen()), enabled);
  useAction('pageUp', () => step(-screen()), enabled);
  useAction('first', () => goTo(0), enabled);
  useAction('last', () => toEnd?.() || goTo(rows.length - 1), enabled);
  useAction('open', () => (cursor.row ? onOpen(cursor.row) : step(1)), enabled);
}
