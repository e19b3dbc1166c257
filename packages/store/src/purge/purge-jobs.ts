import type { Job } from '@twicewise/contract';
import { lastPurgedSeq, notePurged } from '../runtime/counters.ts';
import { type ReadableDb, run, type WritableDb } from '../sql/database.ts';

// The input of a job may name records, with their words: by ids, tags, a text to find. The job needs it until it ends, and nobody
// afterwards. So a purge removes it from all jobs that have ended, and a job that outlasts a purge loses it when it ends.

/** What a capture was asked is kept: its job goes on when the session does, and names no record but that. */
const KEPT: Job['kind'] = 'capture';
const ENDED = `state IN ('done', 'failed', 'cancelled') AND kind <> '${KEPT}'`;

/** What an undo of many writes says of those that it left, in the words that their operations have now. */
const EXAMPLES = `(SELECT json_group_array(json_object(
    'operationId', operationId, 'summary', summary, 'message', message)) FROM (
  SELECT x.value ->> 'operationId' AS operationId, coalesce(o.summary, 'Purged') AS summary, x.value ->> 'message' AS message
  FROM json_each(job.result, '$.examples') x LEFT JOIN operation o ON o.id = x.value ->> 'operationId' ORDER BY x.key))`;

function forget(db: WritableDb, where: string, values: string[]): void {
  const sql = `UPDATE job SET input = '{}', position = '{}' WHERE ${ENDED} AND (input <> '{}' OR position <> '{}') AND ${where}`;
  run(db, sql, values);
  const quoting = `kind = 'undo' AND json_array_length(result, '$.examples') > 0`;
  run(
    db,
    `UPDATE job SET result = json_replace(result, '$.examples', json(${EXAMPLES})) WHERE ${quoting} AND ${where}`,
    values,
  );
}

/** Removes what may name or quote purged records from jobs that have ended, and lets the others do so when they end. */
export function purgeEndedJobs(db: WritableDb): void {
  notePurged(db);
  forget(db, 'TRUE', []);
}

/** Whether anything was purged since a job was queued that forgets with its end what it was asked. */
export function isPurgedSince(db: ReadableDb, { seq, kind }: Pick<Job, 'seq' | 'kind'>): boolean {
  return kind !== KEPT && lastPurgedSeq(db) > seq;
}

/** Does for one job that has ended what {@link purgeEndedJobs} does for all. */
export function purgeEndedJob(db: WritableDb, id: string): void {
  forget(db, 'id = ?', [id]);
}
