import { all, one, type ReadableDb, run, type WritableDb } from '../sql/database.ts';
import { rehashOperation } from '../undo/operations-log.ts';
import { MAY_QUOTE } from './quoting.ts';

const IDS = '(SELECT value FROM json_each(:ids))';
const CHANGES = `operation_change WHERE entity_id IN ${IDS} AND (before IS NOT NULL OR after IS NOT NULL)`;
const QUOTING = `seq IN (SELECT operation_seq FROM ${CHANGES}) AND ${MAY_QUOTE}`;

/** Number of rows of the operations log that a purge empties. */
export interface PurgedLogRows {
  operation_change: number;
  operation: number;
}

/** Rows of the operations log that say something of these records. */
export function logRowsToPurge(db: ReadableDb, recordIds: readonly string[]): PurgedLogRows {
  const ids = JSON.stringify(recordIds);
  const count = (sql: string) => one<{ n: number }>(db, `SELECT COUNT(*) AS n FROM ${sql}`, { ids })?.n ?? 0;
  return { operation_change: count(CHANGES), operation: count(`operation WHERE ${QUOTING}`) };
}

/** Removes what the operations log says of these records; that there were some, and who wrote them, stays. */
export function purgeFromLog(db: WritableDb, recordIds: readonly string[]): void {
  const ids = JSON.stringify(recordIds);
  const touched = all<{ seq: number }>(db, `SELECT DISTINCT operation_seq AS seq FROM ${CHANGES}`, { ids });
  run(db, `UPDATE operation SET summary = 'Purged' WHERE ${QUOTING}`, { ids });
  run(db, `UPDATE operation_change SET before = NULL, after = NULL WHERE entity_id IN ${IDS}`, { ids });
  for (const { seq } of touched) rehashOperation(db, seq);
}
