import { all, one, type ReadableDb, type SqlValue } from '../sql/database.ts';
import { IS_CHANGE_OF_OPERATION } from './operation-positions.ts';

/** Filter of the operations log; all given conditions must hold. */
export interface OperationFilter {
  entityId?: string | undefined;
  /** Kind of the changed record. */
  topic?: string | undefined;
  name?: string | undefined;
  kind?: string | undefined;
  authorKind?: string | undefined;
  authorName?: string | undefined;
  /** Program, with or without its version. */
  client?: string | undefined;
  projectId?: string | undefined;
  sessionIds?: readonly string[] | undefined;
  since?: string | undefined;
  until?: string | undefined;
}

/**
 * The first `seq` whose operation is not earlier than a time. Times never decrease with `seq`, so a binary search needs about
 * twenty lookups and reads no other operations.
 */
function seqAt(db: ReadableDb, instant: string): number {
  const at = new Date(instant).toISOString();
  let low = 0;
  let high = (one<{ seq: number | null }>(db, 'SELECT MAX(seq) AS seq FROM operation')?.seq ?? 0) + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const sql = 'SELECT seq, at FROM operation WHERE seq >= ? ORDER BY seq LIMIT 1';
    const found = one<{ seq: number; at: string }>(db, sql, [middle]);
    if (!found || found.at >= at) high = middle;
    else low = found.seq + 1;
  }
  return low;
}

/** Conditions in SQL with the values that they bind. */
export interface Conditions {
  parts: string[];
  values: SqlValue[];
}

/** The filter as SQL, for operations before a `seq`; `o` is their name in the statement. */
export function operationConditions(db: ReadableDb, filter: OperationFilter, before: number, o = 'o'): Conditions {
  const until = filter.until === undefined ? before : Math.min(before, seqAt(db, filter.until));
  const parts = [`${o}.seq < ?`];
  const values: SqlValue[] = [until];
  const add = (sql: string, ...bound: (string | number | undefined)[]) => {
    if (bound[0] === undefined) return;
    parts.push(sql);
    values.push(...(bound as SqlValue[]));
  };
  add(`${o}.seq >= ?`, filter.since === undefined ? undefined : seqAt(db, filter.since));
  add(`${o}.seq IN (SELECT operation_seq FROM operation_change WHERE entity_id = ?)`, filter.entityId);
  add(`${o}.author_kind = ?`, filter.authorKind);
  add(`${o}.author_name = ?`, filter.authorName);
  add(`${o}.name = ?`, filter.name);
  add(`${o}.kind = ?`, filter.kind);
  add(
    `(${o}.client = ? OR substr(${o}.client, 1, length(?) + 1) = ? || ' ')`,
    filter.client,
    filter.client,
    filter.client,
  );
  add(`${o}.project_id = ?`, filter.projectId);
  const sessions = filter.sessionIds && JSON.stringify(filter.sessionIds);
  add(`${o}.session_id IN (SELECT value FROM json_each(?))`, sessions);
  const touches = `${IS_CHANGE_OF_OPERATION} AND c.entity = ?`;
  add(`EXISTS (SELECT 1 FROM operation_change c WHERE ${touches})`, filter.topic);
  return { parts, values };
}

/**
 * The condition that an operation `o` is the newest of the steps of its job that match, among those of the same kind. None where steps
 * are asked for by what they changed: each may have changed something else.
 */
export function isNewestOfJob(db: ReadableDb, filter: OperationFilter): Conditions {
  if (filter.entityId !== undefined || filter.topic !== undefined) return { parts: [], values: [] };
  const { parts, values } = operationConditions(db, filter, Number.MAX_SAFE_INTEGER, 'x');
  const later = ['x.job_id = o.job_id', 'x.seq > o.seq', 'x.kind = o.kind', ...parts];
  return { parts: [`NOT EXISTS (SELECT 1 FROM operation x WHERE ${later.join(' AND ')})`], values };
}

/** An operation, as undoing many needs it. */
export interface Deed {
  seq: number;
  id: string;
  summary: string;
}

/** Matching operations, newest first. Undos and redos are not listed; they belong to what they reverse. */
export function findDeeds(db: ReadableDb, filter: OperationFilter, before: number, limit: number): Deed[] {
  const { parts, values } = operationConditions(db, { ...filter, kind: 'do' }, before);
  const sql = `SELECT o.seq, o.id, o.summary FROM operation o WHERE ${parts.join(' AND ')} ORDER BY o.seq DESC LIMIT ?`;
  return all<Deed>(db, sql, [...values, limit]);
}
