import type { Author, Change, Door, Operation } from '@twicewise/contract';
import { decodeCursor, toPage } from './cursor.ts';
import { all, one, type ReadableDb, run, type SqlValue, type WritableDb } from './database.ts';

/** An operation as it is written down. */
export interface OperationEntry {
  seq: number;
  id: string;
  name: string;
  kind: Operation['kind'];
  at: string;
  author: Author;
  door: Door;
  client: string | null;
  sessionId: string | null;
  projectId: string | null;
  summary: string;
  jobId: string | null;
  reverses: number | null;
  changes: readonly Change[];
}

/** Most changes that a listed operation carries; `changeCount` has the true number. */
export const MAX_LISTED_CHANGES = 50;

/** Writes an operation and its changes, and marks what it reverses. */
export function appendOperation(db: WritableDb, entry: OperationEntry): void {
  run(
    db,
    `INSERT INTO operation (seq, id, name, kind, at, author_kind, author_name, door, client, session_id, project_id, summary, job_id, reverses)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      entry.seq,
      entry.id,
      entry.name,
      entry.kind,
      entry.at,
      entry.author.kind,
      entry.author.name,
      entry.door,
      entry.client,
      entry.sessionId,
      entry.projectId,
      entry.summary,
      entry.jobId,
      entry.reverses,
    ],
  );
  entry.changes.forEach((change, ordinal) => {
    run(
      db,
      'INSERT INTO operation_change (operation_seq, ordinal, entity, entity_id, before, after) VALUES (?, ?, ?, ?, ?, ?)',
      [entry.seq, ordinal, change.entity, change.entityId, toJson(change.before), toJson(change.after)],
    );
  });
  if (entry.reverses !== null)
    run(db, 'UPDATE operation SET reversed_by = ? WHERE seq = ?', [entry.seq, entry.reverses]);
}

function toJson(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}

interface OperationRow {
  seq: number;
  id: string;
  name: string;
  kind: Operation['kind'];
  at: string;
  author_kind: Author['kind'];
  author_name: string;
  door: Door;
  client: string | null;
  session_id: string | null;
  project_id: string | null;
  summary: string;
  job_id: string | null;
  reverses_id: string | null;
  reversed_by: number | null;
  change_count: number;
}

const SELECT = `
SELECT o.*,
  (SELECT id FROM operation x WHERE x.seq = o.reverses) AS reverses_id,
  (SELECT COUNT(*) FROM operation_change c WHERE c.operation_seq = o.seq) AS change_count
FROM operation o`;

function toOperation(db: ReadableDb, row: OperationRow): Operation {
  return {
    id: row.id,
    seq: row.seq,
    name: row.name,
    kind: row.kind,
    at: row.at,
    author: { kind: row.author_kind, name: row.author_name },
    door: row.door,
    client: row.client,
    sessionId: row.session_id,
    projectId: row.project_id,
    summary: row.summary,
    jobId: row.job_id,
    reversesId: row.reverses_id,
    reversedById: row.reversed_by === null ? null : standingReversal(db, row.seq),
    changeCount: row.change_count,
    changes: changesOf(db, row.seq, MAX_LISTED_CHANGES),
  };
}

/** The last link of a chain of reversals. */
export interface Tip {
  id: string;
  seq: number;
  kind: Operation['kind'];
  /** True when the operation that the chain began with is reversed by it; false when that one stands. */
  isReversed: boolean;
}

/**
 * Follows an operation to what was last done about it: undone, redone, undone again … Each link reverses the one
 * before, so only the last can be reversed next.
 */
export function tipOf(db: ReadableDb, operationSeq: number): Tip {
  const sql = 'SELECT id, seq, kind, reversed_by AS next FROM operation WHERE seq = ?';
  let next: number | null = operationSeq;
  let tip: Tip | null = null;
  while (next !== null) {
    const row: (Omit<Tip, 'isReversed'> & { next: number | null }) | undefined = one(db, sql, [next]);
    if (!row) break;
    next = row.next;
    tip = { id: row.id, seq: row.seq, kind: row.kind, isReversed: tip !== null && !tip.isReversed };
  }
  if (!tip) throw new Error(`operation ${operationSeq} is missing`);
  return tip;
}

function standingReversal(db: ReadableDb, operationSeq: number): string | null {
  const tip = tipOf(db, operationSeq);
  return tip.isReversed ? tip.id : null;
}

/** Changes of one operation in the order they were made. */
export function changesOf(db: ReadableDb, operationSeq: number, limit = -1): Change[] {
  const rows = all<{ entity: Change['entity']; entity_id: string; before: string | null; after: string | null }>(
    db,
    'SELECT entity, entity_id, before, after FROM operation_change WHERE operation_seq = ? ORDER BY ordinal LIMIT ?',
    [operationSeq, limit],
  );
  return rows.map((row) => ({
    entity: row.entity,
    entityId: row.entity_id,
    before: row.before === null ? null : (JSON.parse(row.before) as Change['before']),
    after: row.after === null ? null : (JSON.parse(row.after) as Change['after']),
  }));
}

/** Filter of the operations log; every given part must hold. */
export interface OperationFilter {
  entityId?: string | undefined;
  authorKind?: string | undefined;
  authorName?: string | undefined;
  projectId?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
}

/** Operations, the newest first. */
export function findOperations(db: ReadableDb, filter: OperationFilter, limit: number, cursor?: string) {
  if (limit === 0) return { items: [], nextCursor: null };
  const parts = ['o.seq < ?'];
  const values: SqlValue[] = [decodeCursor(cursor, 1)?.[0] ?? Number.MAX_SAFE_INTEGER];
  const add = (sql: string, value: string | undefined) => {
    if (value === undefined) return;
    parts.push(sql);
    values.push(value);
  };
  add('o.seq IN (SELECT operation_seq FROM operation_change WHERE entity_id = ?)', filter.entityId);
  add('o.author_kind = ?', filter.authorKind);
  add('o.author_name = ?', filter.authorName);
  add('o.project_id = ?', filter.projectId);
  add('o.at >= ?', filter.since && new Date(filter.since).toISOString());
  add('o.at < ?', filter.until && new Date(filter.until).toISOString());
  const sql = `${SELECT} WHERE ${parts.join(' AND ')} ORDER BY o.seq DESC LIMIT ?`;
  const rows = all<OperationRow>(db, sql, [...values, limit + 1]);
  return toPage(
    rows,
    limit,
    (row) => [row.seq],
    (row) => toOperation(db, row),
  );
}

/** One operation, or null. */
export function getOperation(db: ReadableDb, id: string): Operation | null {
  const row = one<OperationRow>(db, `${SELECT} WHERE o.id = ?`, [id]);
  return row ? toOperation(db, row) : null;
}

/** Operations of a job that stand, of one kind, the newest first: what undoing or redoing the job has to reverse. */
export function standingOfJob(db: ReadableDb, jobId: string, kinds: readonly Operation['kind'][]): string[] {
  const sql = `SELECT id FROM operation WHERE job_id = ? AND reversed_by IS NULL
    AND kind IN (SELECT value FROM json_each(?)) ORDER BY seq DESC`;
  return all<{ id: string }>(db, sql, [jobId, JSON.stringify(kinds)]).map((row) => row.id);
}

/** Time of the newest operation. New ones are never stamped earlier, also when the clock runs backwards. */
export function newestOperationAt(db: ReadableDb): string | null {
  return one<{ at: string }>(db, 'SELECT at FROM operation ORDER BY seq DESC LIMIT 1')?.at ?? null;
}
