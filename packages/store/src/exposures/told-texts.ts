import { AppError } from '@twicewise/contract';
import { all, one, type ReadableDb, run, type WritableDb } from '../sql/database.ts';
import { rowHash } from '../tables/row-hash.ts';

// The exact texts of answers that agents were given (docs/adr/0061). They are an account, as exposures are: outside of the log.

/** Longest kept part of one text, in UTF-16 units; its whole length is kept beside it. */
export const MAX_TOLD = 100_000;
/** Most bytes of all texts together. The oldest are dropped when a new one would exceed it. */
export const MAX_TOLD_BYTES = 16 * 2 ** 20;
/** What a row costs beside its text, in bytes: so the bound holds for many short texts too. */
const ROW_BYTES = 64;

/** A text that an agent was given. */
export interface ToldText {
  /** `data`: the program got JSON and made a text of its own. */
  form: 'text' | 'data';
  /** Its beginning, at most {@link MAX_TOLD} UTF-16 units. */
  text: string;
  /** Length of the whole text in UTF-16 units. */
  length: number;
}

const checksum = (callSeq: number, { form, text, length }: ToldText) => rowHash([callSeq, form, length, text]);

/**
 * Keeps the text of an answer; `callSeq` is the number of the answer. Drops the oldest texts when all together exceed `maxBytes`.
 * The caller has taken secrets out.
 */
export function saveToldText(db: WritableDb, callSeq: number, told: ToldText, maxBytes = MAX_TOLD_BYTES): void {
  const { form, text, length } = told;
  const begin =
    one<{ end: number }>(db, 'SELECT ends AS "end" FROM told_text ORDER BY call_seq DESC LIMIT 1')?.end ?? 0;
  const end = begin + Buffer.byteLength(text) + ROW_BYTES;
  const columns = 'call_seq, form, length, begins, ends, text, row_hash';
  const values = [callSeq, form, length, begin, end, text, checksum(callSeq, told)];
  run(db, `INSERT INTO told_text (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?)`, values);
  dropOldest(db, end - maxBytes);
}

/** Drops the texts that begin before a position. */
function dropOldest(db: WritableDb, position: number): void {
  const sql = 'SELECT call_seq AS callSeq, begins FROM told_text ORDER BY call_seq LIMIT 1';
  for (;;) {
    const oldest = one<{ callSeq: number; begins: number }>(db, sql);
    if (!oldest || oldest.begins >= position) return;
    run(db, 'DELETE FROM told_text WHERE call_seq = ?', [oldest.callSeq]);
  }
}

/** The kept text of an answer. */
export interface KeptText {
  form: ToldText['form'] | null;
  /** Its beginning, when it was longer than {@link MAX_TOLD}; null when there is none. */
  text: string | null;
  /** Length of the whole text in UTF-16 units. */
  length: number | null;
  /** Why there is none. */
  missing: 'not_kept' | 'purged' | null;
}

function damagedText(callSeq: number): AppError {
  return new AppError({
    code: 'unavailable',
    reason: 'damaged',
    message: `The text that was shown with answer ${callSeq} is not as it was written: the memory file is damaged.`,
    hint: 'Run twicewise doctor: it says what is damaged, and with which command the newest good backup is restored.',
  });
}

/** True when there is an answer with this number. */
export function hasAgentCall(db: ReadableDb, callSeq: number): boolean {
  return one(db, 'SELECT 1 FROM agent_call WHERE seq = ?', [callSeq]) !== undefined;
}

/** The text that was given with an answer. Throws `unavailable` (`damaged`) when it is not as it was written. */
export function toldTextOf(db: ReadableDb, callSeq: number): KeptText {
  const sql = 'SELECT form, length, text, row_hash AS rowHash FROM told_text WHERE call_seq = ?';
  const row = one<{ form: ToldText['form']; length: number; text: string | null; rowHash: number }>(db, sql, [callSeq]);
  if (!row) return { form: null, text: null, length: null, missing: 'not_kept' };
  const { form, length, text } = row;
  if (text === null) return { form, text, length, missing: 'purged' };
  if (checksum(callSeq, { form, text, length }) !== row.rowHash) throw damagedText(callSeq);
  return { form, text, length, missing: null };
}

/** Numbers of the answers whose texts are not as they were written, one by one. Reads all texts. */
export function* alteredToldTexts(db: ReadableDb): Generator<number> {
  const sql = 'SELECT call_seq AS callSeq FROM told_text WHERE text IS NOT NULL';
  for (const { callSeq } of all<{ callSeq: number }>(db, sql)) {
    try {
      toldTextOf(db, callSeq);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      yield callSeq;
    }
  }
}

/** The next kept texts after an answer, oldest first. */
export function toldTextsAfter(db: ReadableDb, callSeq: number, limit: number): { callSeq: number; text: string }[] {
  const sql = `SELECT call_seq AS callSeq, text FROM told_text WHERE call_seq > ? AND text IS NOT NULL
    ORDER BY call_seq LIMIT ?`;
  return all(db, sql, [callSeq, limit]);
}

/** Numbers of the answers with a text that showed one of these lessons, or told one of these episodes. */
export function answersShowing(db: ReadableDb, ids: readonly string[]): number[] {
  const sql = `SELECT t.call_seq AS seq FROM exposure e JOIN told_text t ON t.call_seq = e.call_seq
      WHERE e.reflection_id IN (SELECT value FROM json_each(:ids))
    UNION SELECT t.call_seq FROM told_text t JOIN agent_call c ON c.seq = t.call_seq, json_each(c.told_episodes) told
      WHERE c.told_episodes IS NOT NULL AND told.value IN (SELECT value FROM json_each(:ids))`;
  return all<{ seq: number }>(db, sql, { ids: JSON.stringify(ids) }).map(({ seq }) => seq);
}

/** How many of these answers have a text. */
export function countToldTexts(db: ReadableDb, callSeqs: readonly number[]): number {
  const sql = `SELECT COUNT(*) AS n FROM told_text WHERE text IS NOT NULL
    AND call_seq IN (SELECT value FROM json_each(?))`;
  return one<{ n: number }>(db, sql, [JSON.stringify(callSeqs)])?.n ?? 0;
}

/**
 * Takes away the text of an answer, for a purge; that there was one stays. Returns how many UTF-16 units were kept of it; null where
 * there was none.
 */
export function purgeToldText(db: WritableDb, callSeq: number): number | null {
  const sql = 'UPDATE told_text SET text = NULL WHERE call_seq = ? AND text IS NOT NULL RETURNING length';
  const gone = one<{ length: number }>(db, sql, [callSeq]);
  return gone ? Math.min(gone.length, MAX_TOLD) : null;
}
