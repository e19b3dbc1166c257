import { isId } from '@twicewise/contract';
import type { Binned } from '../runtime/bin.ts';
import type { ReadableDb, WritableDb } from '../sql/database.ts';
import { emptyGoal, sessionsSaying } from './goals.ts';
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

/** Sessions whose goal repeats the task of one of these attempts. */
export function sessionsOfAttemptsSaying(db: ReadableDb, ids: readonly string[]): string[] {
  return sessionsSaying(db, 'attempt', ofKind('attempt', ids));
}

/** Describes what a purge of these attempts and turns with the goals of their sessions removes. */
export function unrecordedRowsToPurge(db: ReadableDb, ids: readonly string[]): PurgedUnrecordedRows {
  const [attempts, turns] = bothOf(ids);
  const session = sessionsOfAttemptsSaying(db, ids).length;
  // One operation may have touched attempts and turns.
  return { ...attemptRowsToPurge(db, attempts), ...turnRowsToPurge(db, turns), session, ...logRowsToPurge(db, ids) };
}

/** Purges attempts and turns, and the goals of sessions that repeat the tasks of the attempts. Returns the sessions that lost theirs. */
export function purgeUnrecorded(
  db: WritableDb,
  ids: readonly string[],
): { rows: PurgedUnrecordedRows; sessions: string[] } {
  const [attempts, turns] = bothOf(ids);
  const rows = unrecordedRowsToPurge(db, ids);
  const sessions = sessionsOfAttemptsSaying(db, ids);
  for (const id of sessions) emptyGoal(db, id);
  purgeAttempts(db, attempts);
  purgeTurns(db, turns);
  return { rows, sessions };
}
