import { isId } from '@twicewise/contract';
import type { Binned } from '../runtime/bin.ts';
import { all, type ReadableDb, type WritableDb } from '../sql/database.ts';
import { BINS } from './bins.ts';
import { emptyGoal, recordsSaid, sessionsSaying } from './goals.ts';
import { attemptRowsToPurge, type PurgedAttemptRows, purgeAttempts } from './purge-attempts.ts';
import { purgeEpisodes } from './purge-episodes.ts';
import { logRowsToPurge } from './purge-log.ts';
import { type PurgedTurnRows, purgeTurns, turnRowsToPurge } from './purge-turns.ts';

// A session is purged by its episode, attempts and turns (docs/adr/0067, 0069): ids are of all three kinds here.

/** Number of rows with parts of sessions, by table. */
export interface PurgedSessionRows extends PurgedAttemptRows, PurgedTurnRows {
  episode: number;
  /** Sessions whose goal is the task of their episode or of an attempt. */
  session: number;
}

type Kind = 'episode' | 'attempt' | 'turn';
const ofKind = (kind: Kind, ids: readonly string[]) => ids.filter((id) => isId(kind, id));

/** Those of these attempts or turns whose session has no episode outside the bin: with one, the session itself is outside. */
function ofBinnedSessions(db: ReadableDb, kind: 'attempt' | 'turn', ids: readonly string[]): string[] {
  const sql = `SELECT p.id FROM json_each(:ids) given JOIN ${kind} p ON p.id = given.value
    WHERE NOT EXISTS (SELECT 1 FROM episode e WHERE e.session_id = p.session_id AND e.deleted_at IS NULL)`;
  return all<{ id: string }>(db, sql, { ids: JSON.stringify(ofKind(kind, ids)) }).map(({ id }) => id);
}

/** Those of the given episodes, attempts and turns that are in the bin with their session, one kind after the other. */
export function binnedPartsOf(db: ReadableDb, ids: readonly string[]): Binned[] {
  return [
    ...BINS.episode.named(db, ofKind('episode', ids)),
    ...BINS.attempt.named(db, ofBinnedSessions(db, 'attempt', ids)),
    ...BINS.turn.named(db, ofBinnedSessions(db, 'turn', ids)),
  ];
}

/** Those of these sessions that have no episode, no attempt and no turn beside these. */
export function sessionsWithout(db: ReadableDb, sessionIds: readonly string[], ids: readonly string[] = []): string[] {
  const has = (kind: Kind) =>
    `EXISTS (SELECT 1 FROM ${kind} WHERE session_id = s.value AND id NOT IN (SELECT value FROM json_each(:ids)))`;
  const sql = `SELECT value AS id FROM json_each(:sessionIds) s
    WHERE NOT ${has('attempt')} AND NOT ${has('turn')} AND NOT ${has('episode')}`;
  const given = { sessionIds: JSON.stringify(sessionIds), ids: JSON.stringify(ids) };
  return all<{ id: string }>(db, sql, given).map(({ id }) => id);
}

/** Those of these attempts whose task the goal of their session repeats. */
export function attemptsSaid(db: ReadableDb, ids: readonly string[]): string[] {
  return recordsSaid(db, 'attempt', ofKind('attempt', ids)).map(({ id }) => id);
}

/** Sessions whose goal repeats the task of one of these episodes; or of one of these attempts, and that keep nothing without these. */
export function sessionsLosingGoal(db: ReadableDb, ids: readonly string[]): string[] {
  const ofAttempts = sessionsWithout(db, sessionsSaying(db, 'attempt', ofKind('attempt', ids)), ids);
  return [...new Set([...sessionsSaying(db, 'episode', ofKind('episode', ids)), ...ofAttempts])];
}

/** Describes what {@link purgeParts} removes. */
export function partsToPurge(db: ReadableDb, ids: readonly string[]): PurgedSessionRows {
  return {
    ...attemptRowsToPurge(db, ofKind('attempt', ids)),
    ...turnRowsToPurge(db, ofKind('turn', ids)),
    episode: BINS.episode.named(db, ofKind('episode', ids)).length,
    session: sessionsLosingGoal(db, ids).length,
    // One operation may have touched records of several kinds.
    ...logRowsToPurge(db, ids),
  };
}

/** Purges episodes, attempts and turns, and the goals of {@link sessionsLosingGoal}. Returns the sessions whose search texts change. */
export function purgeParts(db: WritableDb, ids: readonly string[]): { rows: PurgedSessionRows; sessions: string[] } {
  const rows = partsToPurge(db, ids);
  const emptied = sessionsLosingGoal(db, ids);
  for (const id of emptied) emptyGoal(db, id);
  const { sessions } = purgeEpisodes(db, ofKind('episode', ids));
  purgeAttempts(db, ofKind('attempt', ids));
  purgeTurns(db, ofKind('turn', ids));
  return { rows, sessions: [...new Set([...emptied, ...sessions])] };
}
