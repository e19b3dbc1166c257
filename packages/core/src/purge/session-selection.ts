import { idsOfSession, type ReadableDb, unrecordedFacts, unrecordedNamed } from '@twicewise/store';

/** A session of which all attempts and turns are in the bin, with their ids. */
interface BinnedSession {
  id: string;
  task: string;
  recordIds: string[];
}

/** Those of the named sessions that have no episode and are in the bin. */
export function binnedSessions(ids: readonly string[], db: ReadableDb): BinnedSession[] {
  const seqs = unrecordedNamed(db, ids).map(({ seq }) => seq);
  const inBin = unrecordedFacts(db, seqs).filter(({ isDeleted }) => isDeleted);
  return inBin.map(({ id, task }) => {
    const which = { sessionId: id, deleted: 'only', upTo: Number.MAX_SAFE_INTEGER } as const;
    return { id, task, recordIds: (['attempt', 'turn'] as const).flatMap((kind) => idsOfSession(db, kind, which, -1)) };
  });
}

export const recordsOf = (sessions: readonly BinnedSession[]) => sessions.flatMap(({ recordIds }) => recordIds);
