import type { RowsState } from './kept-rows.ts';

/** Most rows that one press of the key reads: each stays in memory. The next press goes on. */
export const MOST_AT_ONCE = 10_000;

/** On the way to the end of a list whose rows are read page by page. */
export interface WayToEnd {
  /** The list it began in. */
  listKey: string;
  /** Rows at which it ends for now. */
  until: number;
  /** Rows that were there when the latest page was asked for; -1 before that. */
  askedAt: number;
  /** True once that page is being read. */
  isRead: boolean;
}

/** How far a list is read. */
export interface Reach extends Omit<RowsState, 'stale'> {
  listKey: string;
  length: number;
}

/** The way from where the list is read to now. */
export const wayFrom = ({ listKey, length }: Pick<Reach, 'listKey' | 'length'>): WayToEnd => ({
  listKey,
  until: length + MOST_AT_ONCE,
  askedAt: -1,
  isRead: false,
});

/** What comes next on the way: wait for a page, read one, go to the last row, or stop, because another list is shown. */
export function nextOn(
  way: WayToEnd,
  { listKey, length, hasMore, isReadingMore, hasFailed }: Reach,
): 'wait' | 'read' | 'go' | 'stop' {
  if (listKey !== way.listKey) return 'stop';
  if (isReadingMore) return 'wait';
  if (!hasMore || length >= way.until) return 'go';
  if (length !== way.askedAt) return 'read';
  if (!way.isRead) return 'wait';
  // A page that did not fail and brought nothing was broken off, as by a new connection.
  return hasFailed ? 'go' : 'read';
}
