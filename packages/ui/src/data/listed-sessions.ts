import { isId, type ListedEpisode, type UnrecordedSession } from '@twicewise/contract';

/** A row of the list of sessions: the episode of a session, or a session that has attempts alone. */
export type ListedSession = ListedEpisode | UnrecordedSession;

/** True for an unrecorded session. */
export const isUnrecorded = (row: ListedSession): row is UnrecordedSession => isId('session', row.id);

/** What the lists are sorted by, as the host sorts them: when rows were; before that in the bin when each was deleted, but for words. */
function timeOf(row: ListedSession): string {
  const at = isUnrecorded(row) ? row.startedAt : (row.occurredAt ?? row.createdAt);
  return row.match === null && row.deletedAt ? row.deletedAt + at : at;
}

/** How two rows follow each other, as the host sorts them: by match where words were searched for, then the latest first. */
function compare(a: ListedSession, b: ListedSession): number {
  const [one, other] = [timeOf(a), timeOf(b)];
  return (b.match ?? 0) - (a.match ?? 0) || (one === other ? 0 : one < other ? 1 : -1);
}

/** Rows of one list that were read, in the host's order, and whether there are more. */
export interface ReadRows {
  rows: readonly ListedSession[];
  hasMore: boolean;
}

/**
 * Two lists as one, in the order of both. While one of them goes on, rows of the other that come after its last one are held back:
 * something may come before them.
 */
export function mergeRows(recorded: ReadRows, unrecorded: ReadRows): ListedSession[] {
  const lasts = [recorded, unrecorded].flatMap(({ rows, hasMore }) => {
    const last = rows.at(-1);
    return hasMore && last ? [last] : [];
  });
  return [...recorded.rows, ...unrecorded.rows]
    .filter((row) => lasts.every((last) => compare(row, last) <= 0))
    .sort(compare);
}
