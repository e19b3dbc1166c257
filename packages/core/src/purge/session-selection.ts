import { isId, type ParsedInputOf } from '@twicewise/contract';
import {
  attemptsSaid,
  BINS,
  type Binned,
  binnedPartsOf,
  type EpisodeFacts,
  episodeFacts,
  episodesNamed,
  idsOfSession,
  type ReadableDb,
  sessionsOf,
  type UnrecordedFacts,
  unrecordedFacts,
  unrecordedNamed,
} from '@twicewise/store';
import type { InPieces } from '../runtime/in-turns.ts';
import { pagesOf } from './found.ts';

// A session is purged by its episode, attempts and turns: those of the bin that would keep it there (docs/adr/0067, 0069).

/** Sessions named at a time. */
const PER_READ = 32;

/** A session of the bin. */
export interface BinnedSession {
  seq: number;
  id: string;
  task: string;
  /** Null: it is unrecorded. */
  episodeId: string | null;
  /** What goes with it. */
  parts: Binned[];
}

type Which = ParsedInputOf<'session.purge'>['which'];

const KINDS = ['attempt', 'turn'] as const;

/** Ids of what may be a session of the bin: episodes in it, and sessions of which an attempt or a turn is. */
function* candidates(db: () => ReadableDb): InPieces<Set<string>> {
  const ids = new Set<string>();
  for (const page of pagesOf(BINS.episode.after, db)) {
    for (const { id } of page) ids.add(id);
    yield;
  }
  for (const kind of KINDS) {
    for (const page of pagesOf(BINS[kind].after, db)) {
      const seqs = page.map(({ seq }) => seq);
      for (const id of sessionsOf(db(), kind, seqs)) ids.add(id);
      yield;
    }
  }
  return ids;
}

/** Ids of the attempts and turns of a session outside the bin, or in it. */
function attemptsAndTurns(db: ReadableDb, sessionId: string, deleted: 'exclude' | 'only', limit: number): string[] {
  const which = { sessionId, deleted, upTo: Number.MAX_SAFE_INTEGER };
  return KINDS.flatMap((kind) => idsOfSession(db, kind, which, limit));
}

/** A recorded session goes with its attempts and turns if all of these are in the bin: else it would stand there as an unrecorded one. */
function recorded(db: ReadableDb, { id, sessionId, seq, task }: EpisodeFacts): BinnedSession {
  const isWhole = attemptsAndTurns(db, sessionId, 'exclude', 1).length === 0;
  const ids = isWhole ? [id, ...attemptsAndTurns(db, sessionId, 'only', -1)] : [id];
  return { seq, id: sessionId, task, episodeId: id, parts: binnedPartsOf(db, ids) };
}

function unrecorded(db: ReadableDb, { seq, id, task }: UnrecordedFacts): BinnedSession {
  return { seq, id, task, episodeId: null, parts: binnedPartsOf(db, attemptsAndTurns(db, id, 'only', -1)) };
}

/** Those of the sessions that are in the bin, named by their own ids or those of their episodes. One by one: each may have many attempts. */
function* inBin(ids: readonly string[], db: () => ReadableDb): InPieces<BinnedSession[]> {
  const seqsOf = (rows: readonly { seq: number }[]) => rows.map(({ seq }) => seq);
  const sessionIds = ids.filter((id) => isId('session', id));
  const found: BinnedSession[] = [];
  for (const facts of episodeFacts(db(), seqsOf(episodesNamed(db(), ids)))) {
    if (facts.isDeleted) found.push(recorded(db(), facts));
    yield;
  }
  for (const facts of unrecordedFacts(db(), seqsOf(unrecordedNamed(db(), sessionIds)))) {
    if (facts.isDeleted) found.push(unrecorded(db(), facts));
    yield;
  }
  return found;
}

/** The sessions of the bin that are meant, in the order in which they were stored, and how many ids mean none. */
export function* binnedSessions(
  which: Which,
  db: () => ReadableDb,
): InPieces<{ sessions: BinnedSession[]; refused: number }> {
  const ids = [...('ids' in which ? new Set<string>(which.ids) : yield* candidates(db))];
  const byId = new Map<string, BinnedSession>();
  for (let from = 0; from < ids.length; from += PER_READ) {
    for (const session of yield* inBin(ids.slice(from, from + PER_READ), db)) byId.set(session.id, session);
  }
  const sessions = [...byId.values()].sort((a, b) => a.seq - b.seq);
  const known = new Set(sessions.flatMap(({ id, episodeId }) => [id, episodeId ?? id]));
  return { sessions, refused: 'ids' in which ? ids.filter((id) => !known.has(id)).length : 0 };
}

/** What goes with the sessions, in one order however they were named. */
export function binnedParts(sessions: readonly BinnedSession[]): Binned[] {
  return sessions.flatMap(({ parts }) => parts).sort((a, b) => a.seq - b.seq);
}

/**
 * Ids of what goes with each session, in the order of its purge: the last step takes its goal, and must have the attempt whose task
 * that repeats.
 */
export function* goalLast(sessions: readonly BinnedSession[], db: () => ReadableDb): InPieces<string[]> {
  const ordered: string[] = [];
  for (const { parts } of sessions) {
    const ids = parts.map(({ id }) => id);
    const said = new Set(attemptsSaid(db(), ids));
    ordered.push(...ids.toSorted((one, other) => Number(said.has(one)) - Number(said.has(other))));
    yield;
  }
  return ordered;
}
