import type { Binned, BinPage, BinPlace } from '../runtime/bin.ts';
import { readSoundRecord, replaceRecord } from '../runtime/records.ts';
import { all, one, type ReadableDb, run, type WritableDb } from '../sql/database.ts';
import { rehashOperation } from '../undo/operations-log.ts';
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

/** Text without the mark that it was cut. */
const uncut = (text: string) => text.replace(/…$/, '').trim();
const isSame = (goal: string, task: string) => task.startsWith(uncut(goal)) || goal.startsWith(uncut(task));

/** Every task of the episode in the log. */
function tasksOf(db: ReadableDb, id: string): string[] {
  const sql = `SELECT task FROM episode WHERE id = :id
    UNION SELECT json_extract(before, '$.task') FROM operation_change WHERE entity_id = :id AND before IS NOT NULL
    UNION SELECT json_extract(after, '$.task') FROM operation_change WHERE entity_id = :id AND after IS NOT NULL`;
  return all<{ task: string | null }>(db, sql, { id }).flatMap(({ task }) => (task ? [task] : []));
}

/** Sessions whose goal repeats the episode's task, because both came from the same file. */
export function sessionsSaying(db: ReadableDb, episodeIds: readonly string[]): string[] {
  const sql = `SELECT s.id AS sessionId, s.goal, e.id AS episodeId FROM episode e JOIN session s ON s.id = e.session_id
    WHERE e.id IN ${IDS} AND s.goal IS NOT NULL AND s.goal <> ''`;
  const rows = all<{ sessionId: string; goal: string; episodeId: string }>(db, sql, {
    ids: JSON.stringify(episodeIds),
  });
  const says = rows.filter(({ goal, episodeId }) => tasksOf(db, episodeId).some((task) => isSame(goal, task)));
  return says.map(({ sessionId }) => sessionId);
}

/** Describes what a purge of these episodes removes. */
export function episodeRowsToPurge(db: ReadableDb, episodeIds: readonly string[]): PurgedEpisodeRows {
  const ids = JSON.stringify(episodeIds);
  const count = (sql: string) => one<{ n: number }>(db, `SELECT COUNT(*) AS n FROM ${sql}`, { ids })?.n ?? 0;
  return {
    episode: count(`episode WHERE id IN ${IDS}`),
    session: sessionsSaying(db, episodeIds).length,
    operation_change: count(CHANGES),
    operation: count(`operation WHERE seq IN (SELECT operation_seq FROM ${CHANGES}) AND ${MAY_QUOTE}`),
  };
}

/** Removes the goal from a session and from its entries in the log; the rest of the session stays. */
function emptyGoal(db: WritableDb, sessionId: string): void {
  const record = readSoundRecord(db, 'session', sessionId);
  if (!record) throw new Error(`session ${sessionId} is missing`);
  replaceRecord(db, 'session', { ...record, goal: null });
  const where = `entity_id = ? AND (json_type(before, '$.goal') = 'text' OR json_type(after, '$.goal') = 'text')`;
  const seqs = all<{ seq: number }>(db, `SELECT DISTINCT operation_seq AS seq FROM operation_change WHERE ${where}`, [
    sessionId,
  ]);
  const sql = `UPDATE operation_change SET before = json_replace(before, '$.goal', NULL), after = json_replace(after, '$.goal', NULL)`;
  run(db, `${sql} WHERE ${where}`, [sessionId]);
  for (const { seq } of seqs) rehashOperation(db, seq);
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
  for (const id of sessionsSaying(db, episodeIds)) emptyGoal(db, id);
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
