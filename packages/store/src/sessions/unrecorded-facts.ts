import { all, one, type ReadableDb } from '../sql/database.ts';
import { changedAfter } from '../tables/changed-after.ts';
import { type InBin, latestOf, placeSql } from './unrecorded-sessions.ts';

/** Kinds of records of which an unrecorded session is made. */
export type AttemptOrTurn = 'attempt' | 'turn';

/** What a change of many asks of an unrecorded session. */
export interface UnrecordedFacts {
  seq: number;
  /** When the session itself was last changed: its attempts and turns have revisions of their own. */
  revision: number;
  id: string;
  projectId: string;
  /** Its goal, else the task of its latest attempt, else its name; the first 300 characters. */
  task: string;
  /** True when all its attempts and turns are in the bin. */
  isDeleted: boolean;
}

const hasAny = (kind: AttemptOrTurn) => `EXISTS (SELECT 1 FROM ${kind} x WHERE x.session_id = s.id)`;
const hasOutside = (kind: AttemptOrTurn) =>
  `EXISTS (SELECT 1 FROM ${kind} x WHERE x.session_id = s.id AND ${placeSql('x', 'exclude')})`;
/** The condition that a session `s` is unrecorded: it has attempts or turns, in the bin or outside, and no episode. */
const IS_UNRECORDED = `(${hasAny('attempt')} OR ${hasAny('turn')})
  AND NOT EXISTS (SELECT 1 FROM episode e WHERE e.session_id = s.id)`;

/** Facts of unrecorded sessions by `seq`, in that order; others are left out. */
export function unrecordedFacts(db: ReadableDb, seqs: readonly number[]): UnrecordedFacts[] {
  const latest = (deleted: InBin) => `(SELECT a.task ${latestOf(deleted)})`;
  const sql = `SELECT s.seq, s.id, s.revision, s.project_id AS projectId,
      substr(coalesce(s.goal, ${latest('exclude')}, ${latest('only')}, s.native_id, s.id), 1, 300) AS task,
      ${hasOutside('attempt')} OR ${hasOutside('turn')} AS isOutside
    FROM session s WHERE s.seq IN (SELECT value FROM json_each(?)) AND ${IS_UNRECORDED} ORDER BY s.seq`;
  const rows = all<Omit<UnrecordedFacts, 'isDeleted'> & { isOutside: number }>(db, sql, [JSON.stringify(seqs)]);
  return rows.map(({ isOutside, ...row }) => ({ ...row, isDeleted: isOutside === 0 }));
}

/** Those of these sessions that are unrecorded, in the bin or outside. In no order. */
export function unrecordedNamed(db: ReadableDb, sessionIds: readonly string[]): { seq: number; id: string }[] {
  const sql = `SELECT s.seq, s.id FROM session s WHERE s.id IN (SELECT value FROM json_each(?)) AND ${IS_UNRECORDED}`;
  return all(db, sql, [JSON.stringify(sessionIds)]);
}

/** Those of these sessions, given by `seq`, that are unrecorded and in the bin. Reads indexes alone. */
export function binnedUnrecorded(db: ReadableDb, seqs: readonly number[]): string[] {
  const sql = `SELECT s.id FROM session s WHERE s.seq IN (SELECT value FROM json_each(?)) AND ${IS_UNRECORDED}
    AND NOT ${hasOutside('attempt')} AND NOT ${hasOutside('turn')}`;
  return all<{ id: string }>(db, sql, [JSON.stringify(seqs)]).map(({ id }) => id);
}

/** The `seq` of those of these sessions that have no episode, whatever else is known of them. In no order. */
export function sessionsWithoutEpisode(db: ReadableDb, ids: readonly string[]): number[] {
  const sql = `SELECT s.seq FROM session s WHERE s.id IN (SELECT value FROM json_each(?))
    AND NOT EXISTS (SELECT 1 FROM episode e WHERE e.session_id = s.id)`;
  return all<{ seq: number }>(db, sql, [JSON.stringify(ids)]).map(({ seq }) => seq);
}

/** The `seq` of the attempts or turns of a session outside the bin, or in it, ascending. From an index alone: their rows are long. */
export function seqsOfSession(db: ReadableDb, kind: AttemptOrTurn, sessionId: string, deleted: InBin): number[] {
  const sql = `SELECT x.seq FROM ${kind} x WHERE x.session_id = ? AND ${placeSql('x', deleted)}`;
  const seqs = all<{ seq: number }>(db, sql, [sessionId]).map(({ seq }) => seq);
  return seqs.sort((a, b) => a - b);
}

/** Ids of a session's attempts or turns outside the bin, or in it, that were not changed after an operation; at most `limit`. */
export function idsOfSession(
  db: ReadableDb,
  kind: AttemptOrTurn,
  { sessionId, deleted, upTo }: { sessionId: string; deleted: InBin; upTo: number },
  limit: number,
): string[] {
  const sql = `SELECT x.id FROM ${kind} x
    WHERE x.session_id = :sessionId AND ${placeSql('x', deleted)} AND NOT ${changedAfter('x.id')} LIMIT :limit`;
  return all<{ id: string }>(db, sql, { sessionId, upTo, limit }).map(({ id }) => id);
}

/** Whether an episode, or a session or any of its attempts and turns, was recorded or changed after an operation. */
export function isChangedAfter(db: ReadableDb, id: string, upTo: number): boolean {
  const anyOf = (kind: AttemptOrTurn) =>
    `EXISTS (SELECT 1 FROM ${kind} x WHERE x.session_id = :id AND ${changedAfter('x.id')})`;
  const sql = `SELECT 1 WHERE ${changedAfter(':id')} OR ${anyOf('attempt')} OR ${anyOf('turn')}`;
  return one(db, sql, { id, upTo }) !== undefined;
}
