import { type Change, type Job, MAX_ANSWER_BYTES, type Operation, operation, textBytes } from '@twicewise/contract';
import { type CursorKind, decodeCursor, rowLength, toPage } from '../sql/cursor.ts';
import { all, each, one, type ReadableDb, run, type SqlValue, type WritableDb } from '../sql/database.ts';
import { plain } from '../tables/columns.ts';
import { CHANGES, OPERATIONS } from '../tables/log.ts';
import { isRowHash, rowHash } from '../tables/row-hash.ts';
import { columnNames, columnsAsFields, decodeRecord, encodeRecord, insertInto } from '../tables/table.ts';
import { view } from '../tables/view.ts';
import { type Conditions, isNewestOfJob, type OperationFilter, operationConditions } from './operation-filter.ts';
import { firstPosition, IS_CHANGE_OF_OPERATION, positions } from './operation-positions.ts';

const CURSOR: CursorKind = ['operations', 'number'];

/** An operation to be logged. */
export interface OperationEntry
  extends Omit<
    Operation,
    'reversesId' | 'reversedById' | 'changeCount' | 'jobChangeCount' | 'recordCounts' | 'changes'
  > {
  /** `seq` of the operation that it reverses; null for an original one. */
  reverses: number | null;
  changes: readonly Change[];
}

/** Maximum number of changes included with a listed operation; `changeCount` has the true number. */
export const MAX_LISTED_CHANGES = 50;

/** Length of the changes listed with each operation, where those of many are listed. The first change is listed in any case. */
const WHOLE_JOB_BYTES = MAX_ANSWER_BYTES / 50;

const OF_OPERATION = 'position BETWEEN ? AND ?';

/** Writes an operation with its changes, and marks the operation that it reverses. */
export function appendOperation(db: WritableDb, entry: OperationEntry): void {
  const { author, changes } = entry;
  const values = encodeRecord(OPERATIONS, { ...entry, authorKind: author.kind, authorName: author.name });
  const rows = changes.map((change) => encodeRecord(CHANGES, change));
  run(db, INSERT, [...values, rowHash([...values, ...rows.flat()])]);
  rows.forEach((row, ordinal) => {
    run(db, INSERT_CHANGE, [firstPosition(entry.seq) + ordinal, entry.seq, ...row]);
  });
  if (entry.reverses === null) return;
  run(db, 'UPDATE operation SET reversed_by = ? WHERE seq = ?', [entry.seq, entry.reverses]);
}

const COLUMNS = columnNames(OPERATIONS).join(', ');
const CHANGE = columnNames(CHANGES).join(', ');
const CHANGE_FIELDS = columnsAsFields(CHANGES).join(', ');
const INSERT = insertInto('operation', [...columnNames(OPERATIONS), 'row_hash']);
const INSERT_CHANGE = insertInto('operation_change', ['position', 'operation_seq', ...columnNames(CHANGES)]);

/** Ids of operations that do not match their checksum, one by one. Reads the whole log. */
export function* alteredOperations(db: ReadableDb): Generator<string> {
  for (const { seq } of all<{ seq: number }>(db, 'SELECT seq FROM operation')) {
    const row = one<Record<string, SqlValue>>(db, `SELECT ${COLUMNS}, row_hash FROM operation WHERE seq = ?`, [seq]);
    const changes = all<Record<string, SqlValue>>(
      db,
      `SELECT ${CHANGE} FROM operation_change WHERE ${OF_OPERATION} ORDER BY position`,
      positions(seq),
    );
    const { row_hash, ...columns } = row ?? {};
    const values = [...Object.values(columns), ...changes.flatMap((change) => Object.values(change))];
    if (!isRowHash(row_hash, values)) yield String(columns.id);
  }
}

/** Updates the checksum of an operation after a purge removed texts from it. */
export function rehashOperation(db: WritableDb, operationSeq: number): void {
  const columns = one<Record<string, SqlValue>>(db, `SELECT ${COLUMNS} FROM operation WHERE seq = ?`, [operationSeq]);
  if (!columns) throw new Error(`operation ${operationSeq} is missing`);
  const changes = all<Record<string, SqlValue>>(
    db,
    `SELECT ${CHANGE} FROM operation_change WHERE ${OF_OPERATION} ORDER BY position`,
    positions(operationSeq),
  );
  const values = [...Object.values(columns), ...changes.flatMap((change) => Object.values(change))];
  run(db, 'UPDATE operation SET row_hash = ? WHERE seq = ?', [rowHash(values), operationSeq]);
}

/** The stored part of an operation as the contract shows it, without its changes and its reversal. */
const OPERATION = view(
  operation.omit({ changes: true, reversedById: true, jobChangeCount: true, recordCounts: true }),
  OPERATIONS,
  {
    from: 'operation o',
    alias: 'o',
    computed: {
      reversesId: '(SELECT id FROM operation x WHERE x.seq = o.reverses)',
      changeCount: `(SELECT COUNT(*) FROM operation_change c WHERE ${IS_CHANGE_OF_OPERATION})`,
    },
    also: { reversedBy: plain<number | null>('reversed_by') },
  },
);
type OperationRow = Parameters<typeof OPERATION.decode>[0];

function toOperation(db: ReadableDb, row: OperationRow, listed: Listed = {}): Operation {
  const { reversedBy, ...shown } = OPERATION.decode(row);
  const reversedById = reversedBy === null ? null : (standingReversal(chainOf(db, row.seq), row.seq)?.id ?? null);
  return { ...shown, reversedById, changes: listedChanges(db, row.seq, listed) };
}

/** One link of a chain of reversals. */
export interface Link {
  id: string;
  seq: number;
  kind: Operation['kind'];
}

/**
 * The chain of an operation, oldest first: done, undone, redone, undone again … Each link reverses the previous one, so only the
 * last can be reversed next.
 */
export function chainOf(db: ReadableDb, operationSeq: number): Link[] {
  const sql = `WITH RECURSIVE
      before (seq) AS (SELECT ? UNION SELECT reverses FROM operation JOIN before USING (seq)),
      after (seq) AS (SELECT ? UNION SELECT reversed_by FROM operation JOIN after USING (seq))
    SELECT id, seq, kind FROM operation WHERE seq IN (SELECT seq FROM before UNION SELECT seq FROM after) ORDER BY seq`;
  return all<Link>(db, sql, [operationSeq, operationSeq]);
}

/** The last link, if it currently reverses the operation; null while the operation is in effect. */
export function standingReversal(chain: readonly Link[], operationSeq: number): Link | null {
  const own = chain.findIndex((link) => link.seq === operationSeq);
  const isReversed = (chain.length - 1 - own) % 2 === 1;
  return isReversed ? (chain.at(-1) ?? null) : null;
}

/** Unreadable values stay as they are. */
function toChange(row: Record<string, SqlValue>): Change {
  return decodeRecord(CHANGES, row) as Change;
}

/** Changes of one operation, in the order in which they were made. */
export function changesOf(db: ReadableDb, operationSeq: number): Change[] {
  const sql = `SELECT ${CHANGE_FIELDS} FROM operation_change WHERE ${OF_OPERATION} ORDER BY position`;
  return all<Record<string, SqlValue>>(db, sql, positions(operationSeq)).map(toChange);
}

/** The changes of one operation, those of a record before all others. */
function* changeRows(db: ReadableDb, operationSeq: number, entityId: string | undefined) {
  const select = `SELECT ${CHANGE_FIELDS} FROM operation_change WHERE`;
  if (entityId !== undefined) {
    const own = `${select} entity_id = ? AND operation_seq = ? ORDER BY position LIMIT ?`;
    yield* each<Record<string, SqlValue>>(db, own, [entityId, operationSeq, MAX_LISTED_CHANGES]);
  }
  const others = `${select} ${OF_OPERATION} AND entity_id IS NOT ? ORDER BY position LIMIT ?`;
  yield* each<Record<string, SqlValue>>(db, others, [...positions(operationSeq), entityId ?? null, MAX_LISTED_CHANGES]);
}

/** Rows up to this length of their texts, and the first in any case. */
function* within<Row extends object>(most: number, rows: Iterable<Row>): Generator<Row> {
  let length = 0;
  for (const row of rows) {
    const isFirst = length === 0;
    length += rowLength(row);
    if (!isFirst && length > most) return;
    yield row;
  }
}

/** Which changes of an operation are listed: first those of a record, and as many as fit into this many bytes. */
interface Listed {
  entityId?: string | undefined;
  most?: number;
}

/**
 * The first changes of one operation, as many as fit into an answer. Of an operation with many changes, those of the record that was
 * asked about come first: they are why it is listed.
 */
function listedChanges(db: ReadableDb, operationSeq: number, { entityId, most = MAX_ANSWER_BYTES }: Listed): Change[] {
  const rows = within(most, changeRows(db, operationSeq, entityId));
  return toPage(rows, MAX_LISTED_CHANGES, CURSOR, () => [], toChange).items;
}

/** Changes of one record after an operation, newest first. */
export function changesSince(db: ReadableDb, entityId: string, operationSeq: number): Change[] {
  const sql = `SELECT ${CHANGE_FIELDS} FROM operation_change
    WHERE entity_id = ? AND operation_seq > ? ORDER BY operation_seq DESC, position DESC`;
  return all<Record<string, SqlValue>>(db, sql, [entityId, operationSeq]).map(toChange);
}

/** The `seq` of sessions of which an undo removed an attempt, a turn or the episode after an operation. Reads the log from there on. */
export function sessionsThatLost(db: ReadableDb, upTo: number): Set<number> {
  const sql = `SELECT s.seq FROM operation_change c JOIN session s ON s.id = json_extract(c.before, '$.sessionId')
    WHERE c.position >= ? AND c.after IS NULL AND c.before IS NOT NULL AND c.entity IN ('attempt', 'turn', 'episode')`;
  return new Set(all<{ seq: number }>(db, sql, [firstPosition(upTo + 1)]).map(({ seq }) => seq));
}

/** Whether an operation changed a record. */
export function touches(db: ReadableDb, operationSeq: number, entityId: string): boolean {
  const sql = 'SELECT 1 FROM operation_change WHERE entity_id = ? AND operation_seq = ? LIMIT 1';
  return one(db, sql, [entityId, operationSeq]) !== undefined;
}

/** Operations that match, the newest first. */
export function findOperations(db: ReadableDb, filter: OperationFilter, limit: number, cursor?: string) {
  return readPage(db, limit, cursor, filter, { parts: [], values: [] }, MAX_ANSWER_BYTES);
}

/** Likewise, but of the steps of a job the newest alone, and of each operation as many changes as leave room for the others. */
export function findWholeJobs(db: ReadableDb, filter: OperationFilter, limit: number, cursor?: string) {
  return readPage(db, limit, cursor, filter, isNewestOfJob(db, filter), WHOLE_JOB_BYTES);
}

function readPage(
  db: ReadableDb,
  limit: number,
  cursor: string | undefined,
  filter: OperationFilter,
  also: Conditions,
  bytesOfEach: number,
) {
  if (limit === 0) return { items: [], nextCursor: null };
  const before = (decodeCursor(cursor, CURSOR)?.[0] ?? Number.MAX_SAFE_INTEGER) as number;
  const { parts, values } = operationConditions(db, filter, before);
  const where = [...parts, ...also.parts].join(' AND ');
  const sql = `${OPERATION.select} WHERE ${where} ORDER BY o.seq DESC LIMIT ?`;
  const rows = all<OperationRow>(db, sql, [...values, ...also.values, limit + 1]);
  return toPage(
    rows,
    limit,
    CURSOR,
    (row) => [row.seq],
    (row) => toOperation(db, row, { entityId: filter.entityId, most: bytesOfEach }),
    (_, { changes }) => textBytes(changes),
  );
}

/** Number of changes by a job's operations of one kind. */
export function countChangesOfJob(db: ReadableDb, jobId: string, kind: Operation['kind']): number {
  const sql = `SELECT COUNT(*) AS n FROM operation o
    CROSS JOIN operation_change c ON ${IS_CHANGE_OF_OPERATION}
    WHERE o.job_id = ? AND o.kind = ?`;
  return one<{ n: number }>(db, sql, [jobId, kind])?.n ?? 0;
}

/** The records that a job's operations of one kind changed, or one operation that belongs to no job: how many of each kind. */
export function countRecords(db: ReadableDb, { seq, jobId, kind }: Pick<Operation, 'seq' | 'jobId' | 'kind'>) {
  const sql = `SELECT c.entity, COUNT(DISTINCT c.entity_id) AS n FROM operation o
    CROSS JOIN operation_change c ON ${IS_CHANGE_OF_OPERATION}
    WHERE ${jobId === null ? 'o.seq = ?' : 'o.job_id = ? AND o.kind = ?'} GROUP BY c.entity`;
  const rows = all<{ entity: Change['entity']; n: number }>(db, sql, jobId === null ? [seq] : [jobId, kind]);
  return Object.fromEntries(rows.map(({ entity, n }) => [entity, n])) as Partial<Record<Change['entity'], number>>;
}

/** Whether a job changed something, and all of it was undone. */
export function wasTakenBack(db: ReadableDb, jobId: string): boolean {
  const wrote = "SELECT 1 FROM operation WHERE job_id = ? AND kind = 'do' LIMIT 1";
  return one(db, wrote, [jobId]) !== undefined && reversibleOfJob(db, jobId, 'undo').length === 0;
}

/** One operation, or null. */
export function getOperation(db: ReadableDb, id: string): Operation | null {
  const row = one<OperationRow>(db, `${OPERATION.select} WHERE o.id = ?`, [id]);
  return row ? toOperation(db, row) : null;
}

interface Place {
  seq: number;
  id: string;
}

/** Operations of a job that are in effect, of one kind. */
function findStanding(db: ReadableDb, jobId: string, kinds: readonly Operation['kind'][]): Place[] {
  const stands = 'x.reversed_by IS NULL AND x.kind IN (SELECT value FROM json_each(?))';
  const own = `SELECT x.seq, x.id FROM operation x WHERE x.job_id = ? AND ${stands} ORDER BY x.seq DESC`;
  const elsewhere = `SELECT x.seq, x.id FROM operation o CROSS JOIN operation x ON x.seq = o.reversed_by
    WHERE o.job_id = ? AND x.job_id IS NOT o.job_id AND ${stands}`;
  return [own, elsewhere].flatMap((sql) => all<Place>(db, sql, [jobId, JSON.stringify(kinds)]));
}

/** Operations of a job that were undone in part, because the undo in effect had to leave some of their records. */
function partlyUndone(db: ReadableDb, jobId: string): Place[] {
  const done = `SELECT seq, id FROM operation WHERE job_id = ? AND kind = 'do' AND reversed_by IS NOT NULL`;
  const missing = `SELECT 1 FROM operation_change c WHERE ${OF_OPERATION} AND NOT EXISTS
    (SELECT 1 FROM operation_change d WHERE d.entity_id = c.entity_id AND d.operation_seq = ?) LIMIT 1`;
  return all<Place>(db, done, [jobId]).filter(({ seq }) => {
    const last = chainOf(db, seq).at(-1);
    return last?.kind === 'undo' && one(db, missing, [...positions(seq), last.seq]) !== undefined;
  });
}

/**
 * The operations to reverse when a job is undone or redone, in that order. Operations reversed as part of another group belong to
 * that group's job, but are still found by their own. They are undone in reverse order of their first execution, whatever was
 * undone and redone since, because a record must go before what it depends on. What an earlier undo left was needed by the rest,
 * so it comes last; later operations hold what earlier ones needed.
 */
export function reversibleOfJob(db: ReadableDb, jobId: string, verb: 'undo' | 'redo'): string[] {
  const places =
    verb === 'undo'
      ? [...findStanding(db, jobId, ['do', 'redo']), ...partlyUndone(db, jobId)]
      : findStanding(db, jobId, ['undo']);
  const ordered = places
    .map(({ id, seq }) => ({ id, first: chainOf(db, seq)[0] ?? { seq, kind: 'do' } }))
    .map(({ id, first }) => ({ id, at: first.kind === 'do' ? -first.seq : first.seq }))
    .sort((a, b) => a.at - b.at)
    .map(({ id }) => id);
  return verb === 'undo' ? ordered : ordered.reverse();
}

/** What jobs of a kind created, the newest first, whether or not it is still there. */
export function createdByJobs(db: ReadableDb, kind: Job['kind']): { entity: Change['entity']; id: string }[] {
  const sql = `SELECT c.entity, c.entity_id AS id FROM job j CROSS JOIN operation o ON o.job_id = j.id AND o.kind = 'do'
    CROSS JOIN operation_change c ON ${IS_CHANGE_OF_OPERATION}
    WHERE j.kind = ? AND c.before IS NULL AND c.after IS NOT NULL ORDER BY c.position DESC`;
  return all(db, sql, [kind]);
}

/** Number of undos of a job that are in effect. */
export function countUndosOfJob(db: ReadableDb, jobId: string): number {
  return findStanding(db, jobId, ['undo']).length;
}

/** Number of distinct records that some operations changed. */
export function countChanged(db: ReadableDb, operationIds: readonly string[]): number {
  const sql = `SELECT COUNT(*) AS n FROM (SELECT DISTINCT c.entity, c.entity_id
    FROM json_each(?) j CROSS JOIN operation o ON o.id = j.value
    CROSS JOIN operation_change c ON ${IS_CHANGE_OF_OPERATION})`;
  return one<{ n: number }>(db, sql, [JSON.stringify(operationIds)])?.n ?? 0;
}

/** Time of the newest operation by `seq`; in the future if a clock was ahead. */
export function newestOperationAt(db: ReadableDb): string | null {
  return one<{ at: string }>(db, 'SELECT at FROM operation ORDER BY seq DESC LIMIT 1')?.at ?? null;
}
