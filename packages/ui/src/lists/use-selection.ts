import { useCallback, useEffect, useMemo, useState } from 'react';
import { useAction } from '../state/action-registry.tsx';
import { type KeptSelection, keptSelection } from './kept-selection.ts';
import { amongRows, extendedTo, isAny, NOTHING, type Selection, toggledRow } from './selection.ts';
import type { Cursor } from './use-cursor.ts';

/** The selection, and the ways to change it. */
export interface Selecting {
  selection: Selection;
  any: boolean;
  count: number;
  isSelected: (id: string) => boolean;
  toggle: (id: string) => void;
  extend: (id: string) => void;
  /** Selects a row or no longer, or all up to it. */
  onMark: (id: string, range: boolean) => void;
  /** Selects all loaded rows. */
  loaded: () => void;
  /** Selects everything that matches; possible in a list, but not in a search. */
  everything: () => void;
  clear: () => void;
}

/** A list whose rows can be selected. */
interface SelectedList<T> {
  rows: readonly T[];
  /** Changes when the list shows something else. */
  listKey: string;
  /** How many there are in all. */
  total: number;
}

/**
 * A selection belongs to its list; another list starts with nothing selected, and one to which somebody has gone back with those of
 * the selected rows that it still has.
 */
export function useSelection<T extends { id: string }>(
  list: SelectedList<T>,
  cursor: Pick<Cursor<T>, 'row'>,
): Selecting {
  const { listKey, rows, total } = list;
  const [kept, setKept] = useState<KeptSelection>(
    () => keptSelection.before ?? { listKey, selection: NOTHING, wasLeft: false },
  );
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const isOfList = kept.listKey === listKey;
  if (!isOfList && keptSelection.before?.listKey === listKey) setKept(keptSelection.before);
  else if (!isOfList && !kept.wasLeft) setKept({ ...kept, wasLeft: true });
  const selection = useMemo(() => {
    if (!isOfList) return NOTHING;
    return kept.wasLeft ? amongRows(kept.selection, ids) : kept.selection;
  }, [isOfList, kept, ids]);
  useEffect(() => {
    keptSelection.inSight = kept;
    // Once: a list that is drawn again on the same page starts with nothing selected.
    if (keptSelection.before?.listKey === kept.listKey) keptSelection.before = null;
    return () => {
      keptSelection.inSight = null;
    };
  }, [kept]);
  // What is selected beside rows from before does not bring back those that are gone.
  const set = (next: Selection) =>
    setKept({ listKey, selection: next, wasLeft: isOfList && kept.wasLeft && isAny(next) && !next.all });
  const isSelected = useCallback((id: string) => selection.all || selection.ids.has(id), [selection]);
  const toggle = (id: string) => set(toggledRow(selection, id, ids));
  const extend = (id: string) => set(extendedTo(selection, id, cursor.row?.id ?? null, ids));
  return {
    selection,
    any: isAny(selection),
    count: selection.all ? total : selection.ids.size,
    isSelected,
    toggle,
    extend,
    onMark: (id, range) => (range ? extend : toggle)(id),
    loaded: () => {
      const loaded = new Set(ids);
      set({ ...NOTHING, ids: loaded, beside: loaded });
    },
    everything: () => set({ ...NOTHING, all: true }),
    clear: () => set(NOTHING),
  };
}

interface SelectionKeys<T> {
  selecting: Selecting;
  rows: readonly T[];
  cursor: Pick<Cursor<T>, 'row' | 'isElsewhere' | 'step'>;
  /** Makes a row the current one. */
  onMove: (row: T) => void;
  enabled: boolean;
  /** False where the key that selects one row means something else. */
  toggles?: boolean;
}

/** Selecting with the keyboard. */
export function useSelectionKeys<T extends { id: string }>(keys: SelectionKeys<T>): void {
  const { selecting, rows, cursor, onMove, enabled, toggles = true } = keys;
  const on = enabled && rows.length > 0;
  const extend = (by: number) => {
    const next = rows[Math.min(cursor.step(by), rows.length - 1)];
    if (!next) return false;
    selecting.extend(next.id);
    onMove(next);
    return true;
  };
  // Where no row is current and nothing is open, the next one becomes it, as with the key for that.
  const toggle = () => {
    if (cursor.isElsewhere) return false;
    const row = cursor.row ?? rows[Math.min(cursor.step(1), rows.length - 1)];
    if (!row) return false;
    selecting.toggle(row.id);
    if (!cursor.row) onMove(row);
    return true;
  };
  useAction('select', toggle, on && toggles, !cursor.isElsewhere);
  useAction('extendDown', () => extend(1), on);
  useAction('extendUp', () => extend(-1), on);
  useAction('arrowExtendDown', () => extend(1), on);
  useAction('arrowExtendUp', () => extend(-1), on);
  useAction('selectAll', selecting.loaded, on);
  useAction('deselect', selecting.clear, on && selecting.any);
}
