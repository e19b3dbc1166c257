import type { Cursor } from './use-cursor.ts';
import { useLatest } from './use-steps.ts';

/** Of the rows that stay, the next one below, otherwise the nearest above. */
export function stayingRow<T extends { id: string }>(
  rows: readonly T[],
  index: number,
  leaves: (id: string) => boolean,
): T | undefined {
  const stays = ({ id }: T) => !leaves(id);
  return rows.slice(index + 1).find(stays) ?? rows.slice(0, Math.max(0, index)).findLast(stays);
}

interface ManyLeft<T> {
  list: { rows: readonly T[]; retry: () => unknown };
  cursor: Pick<Cursor<T>, 'index' | 'row' | 'set'>;
  /** The open record. */
  openId: string | undefined;
  /** Opens another one where the panes are side by side; undefined: none. */
  toRow: (id: string | undefined) => void;
}

/** What is done after many rows have left the list by one change: the open one was among them, the next that stays is opened. */
export function useAfterMany<T extends { id: string }>({ list, cursor, openId, toRow }: ManyLeft<T>) {
  const latest = useLatest({ openId, toRow });
  return async (leaves: (id: string) => boolean): Promise<void> => {
    const { index, row } = cursor;
    // Do nothing if the person has moved on.
    if (!row || !leaves(row.id) || latest.current.openId !== openId) return;
    const next = stayingRow(list.rows, index, leaves);
    const link = window.location.hash;
    if (next) cursor.set(next.id);
    // The rows are read again first; otherwise one that is gone would be opened.
    else await list.retry();
    // A person who went elsewhere meanwhile stays there.
    if (window.location.hash === link) latest.current.toRow(next?.id);
  };
}

/** See {@link useAfterMany}: called with the rows that a change has taken out of the list. */
export type AfterMany = ReturnType<typeof useAfterMany>;
