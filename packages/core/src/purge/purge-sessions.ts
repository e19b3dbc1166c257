import type { OutputOf, ParsedInputOf } from '@twicewise/contract';
import { type Binned, idsOfSession, unrecordedFacts, unrecordedNamed } from '@twicewise/store';
import type { TaskContext } from '../runtime/handler.ts';
import type { Services } from '../runtime/services.ts';
import { previewOf, purgeChosen, purgeDigest, refuseOther } from './purge.ts';
import { UNRECORDED } from './purgeable.ts';

// A session without an episode is purged by its attempts and turns, all of them at once (docs/adr/0067).

/** A session of which all attempts and turns are in the bin. */
interface BinnedSession {
  id: string;
  task: string;
  records: Binned[];
}

/** Those of the named sessions that have no episode and are in the bin, with their attempts and turns. */
function binnedSessions(ids: readonly string[], services: Services): BinnedSession[] {
  const db = services.db();
  const seqs = unrecordedNamed(db, ids).map(({ seq }) => seq);
  const inBin = unrecordedFacts(db, seqs).filter(({ isDeleted }) => isDeleted);
  return inBin.map(({ id, task }) => {
    const which = { sessionId: id, deleted: 'only', upTo: Number.MAX_SAFE_INTEGER } as const;
    const own = (['attempt', 'turn'] as const).flatMap((kind) => idsOfSession(db, kind, which, -1));
    return { id, task, records: UNRECORDED.named(db, own) };
  });
}

/** Implements `session.previewPurge`. */
export async function previewSessions(
  { which }: ParsedInputOf<'session.previewPurge'>,
  task: TaskContext,
): Promise<OutputOf<'session.previewPurge'>> {
  const sessions = binnedSessions(which.ids, task.services);
  const ids = sessions.flatMap(({ records }) => records.map(({ id }) => id));
  const { records: _records, examples: _examples, ...preview } = await previewOf(UNRECORDED, { ids }, task);
  return {
    ...preview,
    sessions: sessions.length,
    examples: sessions.slice(0, 5).map(({ id, task }) => ({ id, task })),
    refused: new Set(which.ids).size - sessions.length,
  };
}

/** Implements `session.purge`. */
export async function purgeSessions(
  { which, digest }: ParsedInputOf<'session.purge'>,
  task: TaskContext,
): Promise<OutputOf<'session.purge'>> {
  const { caller, services, once } = task;
  const sessions = binnedSessions(which.ids, services);
  const found = sessions.flatMap(({ records }) => records);
  const decide = () => {
    refuseOther(UNRECORDED, purgeDigest(found) === digest);
    return sessions.map(({ records }) => records.map(({ id }) => id));
  };
  // A repeated request continues with the same ones.
  const wanted = await services.write('session.purge', caller, decide, once);
  const { ids, ...done } = await purgeChosen(UNRECORDED, found, wanted.flat(), task);
  const gone = new Set(ids);
  return { purged: wanted.filter((records) => records.every((id) => gone.has(id))).length, ...done };
}
