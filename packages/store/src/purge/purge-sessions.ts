import { isId } from '@twicewise/contract';
import type { Binned } from '../runtime/bin.ts';
import { all, type ReadableDb, type WritableDb } from '../sql/database.ts';
import { emptyGoal, recordsSaid, sessionsSaying } from './goals.ts';
import { attemptRowsToPurge, binnedAttemptsOf, type PurgedAttemptRows, purgeAttempts } from './purge-attempts.ts';
import { logRowsToPurge } from './purge-log.ts';
import { binnedTurnsOf, type PurgedTurnRows, purgeTurns, turnRowsToPurge } from './purge-turns.ts';

// An unrecorded session is purged by its attempts and turns (docs/adr/0067): ids are of both kinds here.

/** Number of rows with parts of unrecorded sessions, by table. */
export interface PurgedUnrecordedRows extends PurgedAttemptRows, PurgedTurnRows {
  /** Sessions whose goal is the task of an attempt. */
  session: number;
}

const ofKind = (kind: 'attempt' | 'turn', ids: readonly string[]) => ids.filter((id) => isId(kind, id));
const bothOf = (ids: readonly string[]) => [ofKind('attempt', ids), ofKind('turn', ids)] as const;

/** Those of the given attempts and turns that are in the bin, the attempts first. */
export function binnedAttemptsAndTurnsOf(db: ReadableDb, ids: readonly string[]): Binned[] {
  const [attempts, turns] = bothOf(ids);
  return [...binnedAttemptsOf(db, attempts), ...binnedTurnsOf(db, turns)];
}

/** Those of these sessions that have no episode, and no attempt and no turn beside these. */
export function sessionsWithout(db: ReadableDb, sessionIds: readonly string[], ids: readonly string[] = []): string[] {
  const has = (kind: 'attempt' | 'turn' | 'episode') =>
    `EXISTS (SELECT 1 FROM ${kind} WHERE session_id = s.value AND id NOT IN (SELECT value FROM json_each(:ids)))`;
  const sql = `SELECT value AS id FROM json_each(:sessionIds) s
    WHERE NOT ${has('attempt')} AND NOT ${has('turn')} AND NOT ${has('episode')}`;
  const given = { sessionIds: JSON.stringify(sessionIds), ids: JSON.stringify(ids) };
  return all<{ id: string }>(db, sql, given).map(({ id }) => id);
}

/** Those of these attempts and turns whose task the goal of their session repeats. */
export function attemptsSaid(db: ReadableDb, ids: readonly string[]): string[] {
  return recordsSaid(db, 'attempt', ofKind('attempt', ids)).map(({ id }) => id);
}

/** Sessions whose goal repeats the task of one of these attempts, and that keep nothing without these attempts and turns. */
export function sessionsLosingGoal(db: ReadableDb, ids: readonly string[]): string[] {
  return sessionsWithout(db, sessionsSaying(db, 'attempt', ofKind('attempt', ids)), ids);
}

/** Describes what {@link purgeUnrecorded} removes. */
export function unrecordedRowsToPurge(db: ReadableDb, ids: readonly string[]): PurgedUnrecordedRows {
  const [attempts, turns] = bothOf(ids);
  const session = sessionsLosingGoal(db, ids).length;
  // One operation may have touched attempts and turns.
  return { ...attemptRowsToPurge(db, attempts), ...turnRowsToPurge(db, turns), session, ...logRowsToPurge(db, ids) };
}

/** Purges attempts and turns, and the goals of {@link sessionsLosingGoal}. Returns these sessions. */
export function purgeUnrecorded(
  db: WritableDb,
  ids: readonly string[],
): { rows: PurgedUnrecordedRows; sessions: string[] } {
  const [attempts, turns] = bothOf(ids);
  const rows = unrecordedRowsToPurge(db, ids);
  const sessions = sessionsLosingGoal(db, ids);
  for (const id of sessions) emptyGoal(db, id);
  purgeAttempts(db, attempts);
  purgeTurns(db, turns);
  return { rows, sessions };
}
