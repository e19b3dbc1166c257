import { all, one, type ReadableDb, run, type WritableDb } from './database.ts';
import { rehashOperation } from './operations-log.ts';
import type { Binned, BinPage, BinPlace } from './purge.ts';

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
export interface PurgedAttemptRows {
  attempt: number;
  operation_change: number;
  operation: number;
}

const IDS = '(SELECT value FROM json_each(:ids))';
const CHANGES = `operation_change WHERE entity_id IN ${IDS} AND (before IS NOT NULL OR after IS NOT NULL)`;
/** The summary of an operation on a single attempt quotes it; those of jobs do not. */
const QUOTING = `seq IN (SELECT operation_seq FROM ${CHANGES}) AND job_id IS NULL AND name NOT LIKE 'project.%'`;

/** Describes what a purge of these attempts removes. */
export function attemptRowsToPurge(db: ReadableDb, attemptIds: readonly string[]): PurgedAttemptRows {
  const ids = JSON.stringify(attemptIds);
  const count = (sql: string) => one<{ n: number }>(db, `SELECT COUNT(*) AS n FROM ${sql}`, { ids })?.n ?? 0;
  return {
    attempt: count(`attempt WHERE id IN ${IDS}`),
    operation_change: count(CHANGES),
    operation: count(`operation WHERE ${QUOTING}`),
  };
}

/** Purges attempts: their rows with their links, and their contents in the operations log, which keeps that there were some. */
export function purgeAttempts(db: WritableDb, attemptIds: readonly string[]): PurgedAttemptRows {
  const rows = attemptRowsToPurge(db, attemptIds);
  const ids = JSON.stringify(attemptIds);
  const touched = all<{ seq: number }>(db, `SELECT DISTINCT operation_seq AS seq FROM ${CHANGES}`, { ids });
  run(db, `UPDATE operation SET summary = 'Purged' WHERE ${QUOTING}`, { ids });
  run(db, `UPDATE operation_change SET before = NULL, after = NULL WHERE entity_id IN ${IDS}`, { ids });
  for (const { seq } of touched) rehashOperation(db, seq);
  const removed = run(db, `DELETE FROM attempt WHERE id IN ${IDS}`, { ids });
  if (removed !== attemptIds.length) throw new Error(`${attemptIds.length} attempts to purge, ${removed} there`);
  return rows;
}
