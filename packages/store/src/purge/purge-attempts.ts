import type { Binned, BinPage, BinPlace } from '../runtime/bin.ts';
import { all, one, type ReadableDb, run, type WritableDb } from '../sql/database.ts';
import { logRowsToPurge, type PurgedLogRows, purgeFromLog } from './purge-log.ts';

/** When an attempt was, as far as known: an expression of the index on the bin. */
const WHEN = 'coalesce(ended_at, started_at, created_at)';

/** Attempts in the bin after a position. Reads only the index entries of deleted attempts. */
export function binnedAttemptsAfter(db: ReadableDb, after: BinPlace | null, limit: number): BinPage {
  const sql = `SELECT seq, id, revision, substr(task, 1, 300) AS task, deleted_at, ${WHEN} AS at FROM attempt
    WHERE (deleted_at, ${WHEN}, seq) > (?, ?, ?) ORDER BY deleted_at, ${WHEN}, seq LIMIT ?`;
  const rows = all<Binned & { deleted_at: string; at: string }>(db, sql, [...(after ?? ['', '', 0]), limit]);
  return rows.map(({ deleted_at, at, ...row }) => ({ ...row, place: [deleted_at, at, row.seq] }));
}

/** Those of the given attempts that are in the bin. */
export function binnedAttemptsOf(db: ReadableDb, ids: readonly string[]): Binned[] {
  const sql = `SELECT seq, id, revision, substr(task, 1, 300) AS task FROM attempt
    WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NOT NULL ORDER BY seq`;
  return all(db, sql, [JSON.stringify(ids)]);
}

/** Number of rows with parts of attempts, by table. */
export interface PurgedAttemptRows extends PurgedLogRows {
  attempt: number;
}

/** Describes what a purge of these attempts removes. */
export function attemptRowsToPurge(db: ReadableDb, attemptIds: readonly string[]): PurgedAttemptRows {
  const sql = 'SELECT COUNT(*) AS n FROM attempt WHERE id IN (SELECT value FROM json_each(?))';
  const attempt = one<{ n: number }>(db, sql, [JSON.stringify(attemptIds)])?.n ?? 0;
  return { attempt, ...logRowsToPurge(db, attemptIds) };
}

/** Purges attempts: their rows with their links, and their contents in the operations log, which keeps that there were some. */
export function purgeAttempts(db: WritableDb, attemptIds: readonly string[]): PurgedAttemptRows {
  const rows = attemptRowsToPurge(db, attemptIds);
  purgeFromLog(db, attemptIds);
  const sql = 'DELETE FROM attempt WHERE id IN (SELECT value FROM json_each(?))';
  const removed = run(db, sql, [JSON.stringify(attemptIds)]);
  if (removed !== attemptIds.length) throw new Error(`${attemptIds.length} attempts to purge, ${removed} there`);
  return rows;
}
