import { one, type ReadableDb } from '../sql/database.ts';

/** The `seq` of the latest operation: whatever is changed from now on has a higher revision. */
export function latestOperation(db: ReadableDb): number {
  return one<{ seq: number | null }>(db, 'SELECT MAX(seq) AS seq FROM operation')?.seq ?? 0;
}

/**
 * The condition, in SQL, that a record was changed after the operation `:upTo`. The log says so, because an undo brings an earlier
 * revision back.
 */
export const changedAfter = (id: string): string =>
  `EXISTS (SELECT 1 FROM operation_change c WHERE c.entity_id = ${id} AND c.operation_seq > :upTo)`;

/** Whether a record was changed after an operation. */
export function isRecordChangedAfter(db: ReadableDb, id: string, upTo: number): boolean {
  return one(db, `SELECT 1 WHERE ${changedAfter(':id')}`, { id, upTo }) !== undefined;
}
