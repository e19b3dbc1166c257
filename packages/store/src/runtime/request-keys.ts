import { one, type ReadableDb, run, type WritableDb } from '../sql/database.ts';

/** An answer stored under an idempotency key. */
export interface AnsweredRequest {
  /** Hash of operation and input. The same key with a different request is an error, not a repetition. */
  requestHash: string;
  /** The envelope, as JSON. */
  answer: string;
}

/** The answer given under this key, or null. */
export function findAnswer(db: ReadableDb, key: string): AnsweredRequest | null {
  const sql = 'SELECT request_hash AS requestHash, answer FROM request_key WHERE key = ?';
  return one<AnsweredRequest>(db, sql, [key]) ?? null;
}

/** Stores an answer, in the transaction of its effect, so that either both are durable or neither is. */
export function saveAnswer(db: WritableDb, key: string, answered: AnsweredRequest, at: string): void {
  run(db, 'INSERT INTO request_key (key, request_hash, answer, created_at) VALUES (?, ?, ?, ?)', [
    key,
    answered.requestHash,
    answered.answer,
    at,
  ]);
}

/** Deletes answers given before `before`; returns how many. */
export function forgetAnswers(db: WritableDb, before: string): number {
  // Rows are in order of time, so this reads only the old ones; an index would cost every write a page.
  const sql = 'SELECT rowid AS id FROM request_key WHERE created_at >= ? ORDER BY rowid LIMIT 1';
  const firstKept = one<{ id: number }>(db, sql, [before])?.id ?? Number.MAX_SAFE_INTEGER;
  return run(db, 'DELETE FROM request_key WHERE rowid < ?', [firstKept]);
}
