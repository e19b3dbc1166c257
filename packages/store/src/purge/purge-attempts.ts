import { one, type ReadableDb, run, type WritableDb } from '../sql/database.ts';
import { logRowsToPurge, type PurgedLogRows, purgeFromLog } from './purge-log.ts';

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
