import type { MouseEvent, RefObject } from 'react';
import type { RowMark } from './RowBox.tsx';

/** Selecting several rows: whether any are, which, and functions to select one or a range. */
export interface Marks {
  any: boolean;
  isSelected: (id: string) => boolean;
  onMark: (id: string, range: boolean) => void;
  /** Selects none. */
  clear: () => void;
}

/** What a row shows of it. */
export function rowMarkOf(marks: Marks, id: string): RowMark {
  return marks.any ? marks.isSelected(id) : 'hint';
}

interface Rows<T> {
  listRef: RefObject<HTMLElement | null>;
  onPick: (row: T) => void;
  /** Makes a row the current one without opening it. */
  onPoint: (row: T) => void;
}

/** The props of a list whose rows can be selected: with a modifier, or on its box, a click selects a row. */
export function selectableRows<T extends { id: string }>(
  marks: Marks | undefined,
  { listRef, onPick, onPoint }: Rows<T>,
) {
  // A range selection would also select the text of the rows, so the browser's default is prevented.
  const keepText = (event: MouseEvent) => {
    if (!event.shiftKey) return;
    event.preventDefault();
    listRef.current?.focus({ preventScroll: true });
  };
  return {
    onPress: (row: T, { ctrlKey, metaKey, shiftKey, target }: MouseEvent) => {
      const onBox = target instanceof Element && target.closest('[data-mark]') !== null;
      if (marks && (ctrlKey || metaKey || shiftKey || onBox)) marks.onMark(row.id, shiftKey);
      else onPick(row);
    },
    // The menu of a selected row is about all selected, that of another about it alone.
    onPoint: (row: T) => {
      if (marks?.any && !marks.isSelected(row.id)) marks.clear();
      onPoint(row);
    },
    onMouseDown: marks && keepText,
    checked: marks?.any ? ({ id }: T) => marks.isSelected(id) : undefined,
  };
}
