import type { Binned, BinPage, BinPlace } from '../runtime/bin.ts';
import { all, one, type ReadableDb, run, type WritableDb } from '../sql/database.ts';
import { rehashOperation } from '../undo/operations-log.ts';
import { emptyGoal, sessionsSaying } from './goals.ts';
import { MAY_QUOTE } from './quoting.ts';

/** When an episode happened, as far as known: an expression of the index on the bin. */
const WHEN = 'coalesce(occurred_at, created_at)';

/** Episodes in the bin after a position. Reads only the index entries of deleted episodes. */
export function binnedEpisodesAfter(db: ReadableDb, after: BinPlace | null, limit: number): BinPage {
  const sql = `SELECT seq, id, revision, substr(task, 1, 300) AS task, deleted_at, ${WHEN} AS at FROM episode
    WHERE (deleted_at, ${WHEN}, seq) > (?, ?, ?) ORDER BY deleted_at, ${WHEN}, seq LIMIT ?`;
  const rows = all<Binned & { deleted_at: string; at: string }>(db, sql, [...(after ?? ['', '', 0]), limit]);
  return rows.map(({ deleted_at, at, ...row }) => ({ ...row, place: [deleted_at, at, row.seq] }));
}

/** Those of the given episodes that are in the bin. */
export function binnedEpisodesOf(db: ReadableDb, ids: readonly string[]): Binned[] {
  const sql = `SELECT seq, id, revision, substr(task, 1, 300) AS task FROM episode
    WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NOT NULL ORDER BY seq`;
  return all(db, sql, [JSON.stringify(ids)]);
}

/** Number of rows with parts of episodes, by table. */
export interface PurgedEpisodeRows {
  episode: number;
  /** Sessions whose goal is the task of their episode, set when the episode was read. */
  session: number;
  operation_change: number;
  operation: number;
}

const IDS = '(SELECT value FROM json_each(:ids))';
const CHANGES = `operation_change WHERE entity_id IN ${IDS} AND (before IS NOT NULL OR after IS NOT NULL)`;

/** Describes what a purge of these episodes removes. */
export function episodeRowsToPurge(db: ReadableDb, episodeIds: readonly string[]): PurgedEpisodeRows {
  const ids = JSON.stringify(episodeIds);
  const count = (sql: string) => one<{ n: number }>(db, `SELECT COUNT(*) AS n FROM ${sql}`, { ids })?.n ?? 0;
  return {
    episode: count(`episode WHERE id IN ${IDS}`),
    session: sessionsSaying(db, 'episode', episodeIds).length,
    operation_change: count(CHANGES),
    operation: count(`operation WHERE seq IN (SELECT operation_seq FROM ${CHANGES}) AND ${MAY_QUOTE}`),
  };
}

/**
 * Purges episodes: their rows, their contents in the operations log, and the goals of sessions that repeat their tasks. The log
 * keeps which operations touched them, without any text. Returns the affected sessions, whose search texts change.
 */
export function purgeEpisodes(
  db: WritableDb,
  episodeIds: readonly string[],
): { rows: PurgedEpisodeRows; sessions: string[] } {
  const rows = episodeRowsToPurge(db, episodeIds);
  const ids = JSON.stringify(episodeIds);
  const had = all<{ id: string }>(db, `SELECT session_id AS id FROM episode WHERE id IN ${IDS}`, { ids });
  const touched = all<{ seq: number }>(db, `SELECT DISTINCT operation_seq AS seq FROM ${CHANGES}`, { ids });
  for (const id of sessionsSaying(db, 'episode', episodeIds)) emptyGoal(db, id);
  run(
    db,
    `UPDATE operation SET summary = 'Purged' WHERE seq IN (SELECT operation_seq FROM ${CHANGES}) AND ${MAY_QUOTE}`,
    { ids },
  );
  run(db, `UPDATE operation_change SET before = NULL, after = NULL WHERE entity_id IN ${IDS}`, { ids });
  for (const { seq } of touched) rehashOperation(db, seq);
  const removed = run(db, `DELETE FROM episode WHERE id IN ${IDS}`, { ids });
  if (removed !== episodeIds.length) throw new Error(`${episodeIds.length} episodes to purge, ${removed} there`);
  return { rows, sessions: had.map(({ id }) => id) };
}
