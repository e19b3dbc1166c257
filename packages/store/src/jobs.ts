import type { Caller, Job } from '@twicewise/contract';
import { type CursorKind, decodeCursor, toPage } from './cursor.ts';
import { all, one, type ReadableDb, run, type WritableDb } from './database.ts';
import { parseCell } from './json-cell.ts';

const CURSOR: CursorKind = ['jobs', 'number'];

/** A job with what its runner needs: input, who asked for it, and how far it got. */
export interface JobRecord extends Job {
  input: Record<string, unknown>;
  caller: Caller;
  /** Where to go on after a restart; written in the transaction of each step. */
  position: Record<string, unknown>;
  cancelRequested: boolean;
}

interface JobRow {
  seq: number;
  id: string;
  kind: Job['kind'];
  state: Job['state'];
  title: string;
  input: string;
  caller: string;
  position: string;
  done: number;
  total: number | null;
  result: string | null;
  error: string | null;
  cancel_requested: number;
  created_at: string;
  updated_at: string;
}

function toJobRecord(row: JobRow): JobRecord {
  return {
    ...toJob(row),
    input: JSON.parse(row.input) as Record<string, unknown>,
    caller: JSON.parse(row.caller) as Caller,
    position: JSON.parse(row.position) as Record<string, unknown>,
    cancelRequested: row.cancel_requested === 1,
  };
}

function toJob(row: JobRow): Job {
  return {
    id: row.id,
    seq: row.seq,
    kind: row.kind,
    state: row.state,
    title: row.title,
    done: row.done,
    total: row.total,
    result: row.result === null ? null : parseCell<Job['result']>(row.result, null),
    error: row.error === null ? null : parseCell<Job['error']>(row.error, null),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Queues a job, in the transaction of whatever asks for it. */
export function insertJob(
  db: WritableDb,
  job: Pick<JobRecord, 'seq' | 'id' | 'kind' | 'title' | 'input' | 'caller' | 'createdAt'>,
): void {
  run(
    db,
    `INSERT INTO job (seq, id, kind, state, title, input, caller, created_at, updated_at)
     VALUES (?, ?, ?, 'queued', ?, ?, ?, ?, ?)`,
    [
      job.seq,
      job.id,
      job.kind,
      job.title,
      JSON.stringify(job.input),
      JSON.stringify(job.caller),
      job.createdAt,
      job.createdAt,
    ],
  );
}

/** Parts of a job that its runner writes. */
export type JobProgress = Partial<Pick<JobRecord, 'state' | 'done' | 'total' | 'position' | 'result' | 'error'>>;

/** Writes progress; fields not named stay. */
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

/** Asks a job to stop at its next step. Returns false when it had already ended. */
export function requestCancel(db: WritableDb, id: string, at: string): boolean {
  const sql = "UPDATE job SET cancel_requested = 1, updated_at = ? WHERE id = ? AND state IN ('queued', 'running')";
  return run(db, sql, [at, id]) === 1;
}

/** One job with everything its runner needs, or null. */
export function getJobRecord(db: ReadableDb, id: string): JobRecord | null {
  const row = one<JobRow>(db, 'SELECT * FROM job WHERE id = ?', [id]);
  return row ? toJobRecord(row) : null;
}

/** One job, or null. */
export function getJob(db: ReadableDb, id: string): Job | null {
  const row = one<JobRow>(db, 'SELECT * FROM job WHERE id = ?', [id]);
  return row ? toJob(row) : null;
}

/** Jobs, the newest first. */
export function findJobs(db: ReadableDb, limit: number, cursor?: string) {
  if (limit === 0) return { items: [], nextCursor: null };
  const before = decodeCursor(cursor, CURSOR)?.[0] ?? Number.MAX_SAFE_INTEGER;
  const rows = all<JobRow>(db, 'SELECT * FROM job WHERE seq < ? ORDER BY seq DESC LIMIT ?', [before, limit + 1]);
  return toPage(rows, limit, CURSOR, (row) => [row.seq], toJob);
}

/** Jobs of a kind that still have something to do, oldest first; few at any time. */
export function unfinishedJobs(db: ReadableDb, kind: Job['kind']): JobRecord[] {
  const sql = "SELECT * FROM job WHERE state IN ('queued', 'running') AND kind = ? ORDER BY seq LIMIT 100";
  return all<JobRow>(db, sql, [kind]).map(toJobRecord);
}

/** Longest time that a job may wait for its moment, in milliseconds: a clock that was set back must not hold it up. */
export const MAX_JOB_WAIT_MS = 600_000;

/** How long a job is still to wait, in milliseconds; those that nobody told to wait are due at once. */
const LEFT_MS = `COALESCE(json_extract(input, '$.dueAt'), 0) - :now`;
const UNFINISHED = `state IN ('queued', 'running') AND kind IN (SELECT value FROM json_each(:kinds))`;

/** The oldest job of these kinds that still has something to do, and is due at an instant in milliseconds, or null. */
export function nextUnfinishedJob(db: ReadableDb, kinds: readonly Job['kind'][], now: number): JobRecord | null {
  const sql = `SELECT * FROM job WHERE ${UNFINISHED} AND ${LEFT_MS} NOT BETWEEN 1 AND ${MAX_JOB_WAIT_MS}
    ORDER BY seq LIMIT 1`;
  const row = one<JobRow>(db, sql, { kinds: JSON.stringify(kinds), now });
  return row ? toJobRecord(row) : null;
}

/** How many milliseconds are left until the first of the jobs that wait is due; null when none waits. */
export function nextDueIn(db: ReadableDb, kinds: readonly Job['kind'][], now: number): number | null {
  const sql = `SELECT MIN(${LEFT_MS}) AS leftMs FROM job WHERE ${UNFINISHED} AND ${LEFT_MS} > 0`;
  return one<{ leftMs: number | null }>(db, sql, { kinds: JSON.stringify(kinds), now })?.leftMs ?? null;
}

/** The job that writes a session down, or null when there is none yet. */
export function captureJob(db: ReadableDb, agent: string, session: string): JobRecord | null {
  const sql = `SELECT * FROM job WHERE kind = 'capture' AND json_extract(input, '$.agent') = ?
    AND json_extract(input, '$.session') = ?`;
  const row = one<JobRow>(db, sql, [agent, session]);
  return row ? toJobRecord(row) : null;
}

/**
 * Gives up writing down the sessions in whose transcripts these records were found: what is purged must not come back with the next
 * reading.
 */
export function giveUpCaptures(db: WritableDb, table: 'reflection' | 'episode', ids: readonly string[]): void {
  const found = `SELECT session_id FROM ${table} WHERE author_kind = 'importer' AND id IN (SELECT value FROM json_each(?))`;
  const sql = `UPDATE job SET cancel_requested = 1 WHERE kind = 'capture'
    AND json_extract(input, '$.session') IN (SELECT native_id FROM session WHERE id IN (${found}))`;
  run(db, sql, [JSON.stringify(ids)]);
}

/** Jobs of a kind that were worked on last, the newest first. */
export function latestJobs(db: ReadableDb, kind: Job['kind'], limit: number): JobRecord[] {
  const sql = 'SELECT * FROM job WHERE kind = ? ORDER BY updated_at DESC, seq DESC LIMIT ?';
  return all<JobRow>(db, sql, [kind, limit]).map(toJobRecord);
}

/** Gives a job something more to do; one that had ended is queued again. */
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
