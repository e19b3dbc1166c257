import { type Caller, type Job, job } from '@twicewise/contract';
import { type CursorKind, decodeCursor, toPage } from '../sql/cursor.ts';
import { all, one, type ReadableDb, run, type WritableDb } from '../sql/database.ts';
import { JOBS } from '../tables/log.ts';
import { columnNames, encodeRecord, insertInto } from '../tables/table.ts';
import { type RowOf, view } from '../tables/view.ts';

const CURSOR: CursorKind = ['jobs', 'number'];

/** A job with everything that its runner needs: input, caller and progress. */
export interface JobRecord extends Job {
  input: Record<string, unknown>;
  caller: Caller;
  /** Where to continue after a restart; written in the transaction of each step. */
  position: Record<string, unknown>;
  cancelRequested: boolean;
}

const PARTS = { from: 'job', alias: 'job', computed: {} };
const { input, caller, position, cancelRequested } = JOBS.columns;
type RecordRow = RowOf<JobRecord>;
const JOB = view(job, JOBS, PARTS);
const RECORD = view(job, JOBS, { ...PARTS, also: { input, caller, position, cancelRequested } });

const INSERT = insertInto('job', columnNames(JOBS));

/** Queues a job in the caller's transaction. */
export function insertJob(
  db: WritableDb,
  job: Pick<JobRecord, 'seq' | 'id' | 'kind' | 'title' | 'input' | 'caller' | 'createdAt'>,
): void {
  const fresh = { state: 'queued', position: {}, done: 0, cancelRequested: false, updatedAt: job.createdAt };
  run(db, INSERT, encodeRecord(JOBS, { ...fresh, ...job }));
}

/** The parts of a job that its runner writes. */
export type JobProgress = Partial<Pick<JobRecord, 'state' | 'done' | 'total' | 'position' | 'result' | 'error'>>;

/** Updates a job. Fields left out stay as they are. */
export function updateJob(db: WritableDb, id: string, progress: JobProgress, at: string): void {
  const json = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value));
  const changed = run(
    db,
    `UPDATE job SET state = COALESCE(:state, state), done = COALESCE(:done, done), total = COALESCE(:total, total),
       position = COALESCE(:position, position), result = COALESCE(:result, result), error = COALESCE(:error, error),
       updated_at = :at WHERE id = :id`,
    {
      id,
      at,
      state: progress.state ?? null,
      done: progress.done ?? null,
      total: progress.total ?? null,
      position: json(progress.position),
      result: json(progress.result),
      error: json(progress.error),
    },
  );
  if (changed !== 1) throw new Error(`job ${id} to update is missing`);
}

/** Requests that a job stops at its next step. Returns false when it had ended already. */
export function requestCancel(db: WritableDb, id: string, at: string): boolean {
  const sql = "UPDATE job SET cancel_requested = 1, updated_at = ? WHERE id = ? AND state IN ('queued', 'running')";
  return run(db, sql, [at, id]) === 1;
}

/** One job with everything its runner needs, or null. */
export function getJobRecord(db: ReadableDb, id: string): JobRecord | null {
  const row = one<RecordRow>(db, `${RECORD.select} WHERE id = ?`, [id]);
  return row ? RECORD.decode(row) : null;
}

/** One job, or null. */
export function getJob(db: ReadableDb, id: string): Job | null {
  const row = one<RowOf<Job>>(db, `${JOB.select} WHERE id = ?`, [id]);
  return row ? JOB.decode(row) : null;
}

/** Jobs, the newest first. */
export function findJobs(db: ReadableDb, limit: number, cursor?: string) {
  if (limit === 0) return { items: [], nextCursor: null };
  const before = decodeCursor(cursor, CURSOR)?.[0] ?? Number.MAX_SAFE_INTEGER;
  const rows = all<RowOf<Job>>(db, `${JOB.select} WHERE seq < ? ORDER BY seq DESC LIMIT ?`, [before, limit + 1]);
  return toPage(rows, limit, CURSOR, (row) => [row.seq], JOB.decode);
}

/** Unfinished jobs of a kind, oldest first; there are never many. */
export function unfinishedJobs(db: ReadableDb, kind: Job['kind']): JobRecord[] {
  const sql = `${RECORD.select} WHERE state IN ('queued', 'running') AND kind = ? ORDER BY seq LIMIT 100`;
  return all<RecordRow>(db, sql, [kind]).map(RECORD.decode);
}

/** Maximum time that a job waits until it is due, in milliseconds, so that a clock set back cannot delay it for long. */
export const MAX_JOB_WAIT_MS = 600_000;

/** Milliseconds until a job is due. A job without a due time is due at once. */
const LEFT_MS = `COALESCE(json_extract(input, '$.dueAt'), 0) - :now`;
const UNFINISHED = `state IN ('queued', 'running') AND kind IN (SELECT value FROM json_each(:kinds))`;

/** The oldest unfinished job of these kinds that is due at a time in milliseconds, or null. */
export function nextUnfinishedJob(db: ReadableDb, kinds: readonly Job['kind'][], now: number): JobRecord | null {
  const sql = `${RECORD.select} WHERE ${UNFINISHED} AND ${LEFT_MS} NOT BETWEEN 1 AND ${MAX_JOB_WAIT_MS}
    ORDER BY seq LIMIT 1`;
  const row = one<RecordRow>(db, sql, { kinds: JSON.stringify(kinds), now });
  return row ? RECORD.decode(row) : null;
}

/** Milliseconds until the first waiting job is due; null when none waits. */
export function nextDueIn(db: ReadableDb, kinds: readonly Job['kind'][], now: number): number | null {
  const sql = `SELECT MIN(${LEFT_MS}) AS leftMs FROM job WHERE ${UNFINISHED} AND ${LEFT_MS} > 0`;
  return one<{ leftMs: number | null }>(db, sql, { kinds: JSON.stringify(kinds), now })?.leftMs ?? null;
}

/** The capture job of a session, or null. */
export function captureJob(db: ReadableDb, agent: string, session: string): JobRecord | null {
  const sql = `${RECORD.select} WHERE kind = 'capture' AND json_extract(input, '$.agent') = ?
    AND json_extract(input, '$.session') = ?`;
  const row = one<RecordRow>(db, sql, [agent, session]);
  return row ? RECORD.decode(row) : null;
}

/**
 * Cancels the capture of the sessions that these records were extracted from, so that purged records do not come back with the
 * next reading.
 */
export function giveUpCaptures(
  db: WritableDb,
  table: 'reflection' | 'episode' | 'attempt' | 'turn',
  ids: readonly string[],
): void {
  const found = `SELECT session_id FROM ${table} WHERE author_kind = 'importer' AND id IN (SELECT value FROM json_each(?))`;
  const sql = `UPDATE job SET cancel_requested = 1 WHERE kind = 'capture'
    AND json_extract(input, '$.session') IN (SELECT native_id FROM session WHERE id IN (${found}))`;
  run(db, sql, [JSON.stringify(ids)]);
}

/** Jobs of a kind, most recently updated first. */
export function latestJobs(db: ReadableDb, kind: Job['kind'], limit: number): JobRecord[] {
  const sql = `${RECORD.select} WHERE kind = ? ORDER BY updated_at DESC, seq DESC LIMIT ?`;
  return all<RecordRow>(db, sql, [kind, limit]).map(RECORD.decode);
}

/** Gives a job new input. A finished job is queued again. */
export function extendJob(
  db: WritableDb,
  id: string,
  { input, caller }: Pick<JobRecord, 'input' | 'caller'>,
  at: string,
): void {
  const sql = `UPDATE job SET input = ?, caller = ?, updated_at = ?, error = NULL,
    state = CASE state WHEN 'running' THEN 'running' ELSE 'queued' END WHERE id = ?`;
  run(db, sql, [JSON.stringify(input), JSON.stringify(caller), at, id]);
}
