import { isId, type ListedEpisode, type UnrecordedSession } from '@twicewise/contract';

/** A row of the list of sessions: the episode of a session, or a session that has attempts alone. */
export type ListedSession = ListedEpisode | UnrecordedSession;

/** True for a session that has attempts, but no episode. */
export const isUnrecorded = (row: ListedSession): row is UnrecordedSession => isId('session', row.id);

/** What the lists are sorted by, as the host sorts them. */
const timeOf = (row: ListedSession) => (isUnrecorded(row) ? row.startedAt : (row.occurredAt ?? row.createdAt));

/** Rows of one list that were read, the latest first, and whether there are more. */
export interface ReadRows {
  rows: readonly ListedSession[];
  hasMore: boolean;
}

/**
 * Two lists as one, the latest first. While one of them goes on, rows of the other that are older than its last one are held back:
 * something may come before them.
 */
export function mergeRows(recorded: ReadRows, unrecorded: ReadRows): ListedSession[] {
  const lasts = [recorded, unrecorded].flatMap(({ rows, hasMore }) => {
    const last = rows.at(-1);
    return hasMore && last ? [timeOf(last)] : [];
  });
  return [...recorded.rows, ...unrecorded.rows]
    .filter((row) => lasts.every((last) => timeOf(row) >= last))
    .sort((a, b) => (timeOf(a) === timeOf(b) ? 0 : timeOf(a) < timeOf(b) ? 1 : -1));
}
