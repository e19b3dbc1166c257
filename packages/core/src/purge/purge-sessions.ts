import type { OutputOf, ParsedInputOf } from '@twicewise/contract';
import { attemptsSaid, idsOfSession, sessionsWithout, unrecordedFacts, unrecordedNamed } from '@twicewise/store';
import type { WriteContext } from '../runtime/context.ts';
import type { TaskContext } from '../runtime/handler.ts';
import { onceForStep } from '../runtime/idempotency-key.ts';
import type { Services } from '../runtime/services.ts';
import { previewOf, purgeChosen, purgeDigest, refuseOther } from './purge.ts';
import { UNRECORDED } from './purgeable.ts';

// A session without an episode is purged by its attempts and turns, all of them at once (docs/adr/0067).

/** A session of which all attempts and turns are in the bin, with their ids. */
interface BinnedSession {
  id: string;
  task: string;
  recordIds: string[];
}

/** Those of the named sessions that have no episode and are in the bin. */
function binnedSessions(ids: readonly string[], services: Services): BinnedSession[] {
  const db = services.db();
  const seqs = unrecordedNamed(db, ids).map(({ seq }) => seq);
  const inBin = unrecordedFacts(db, seqs).filter(({ isDeleted }) => isDeleted);
  return inBin.map(({ id, task }) => {
    const which = { sessionId: id, deleted: 'only', upTo: Number.MAX_SAFE_INTEGER } as const;
    return { id, task, recordIds: (['attempt', 'turn'] as const).flatMap((kind) => idsOfSession(db, kind, which, -1)) };
  });
}

const recordsOf = (sessions: readonly BinnedSession[]) => sessions.flatMap(({ recordIds }) => recordIds);

/** Ids in the order of their purge: the last step of a session takes its goal, and must have the attempt whose task that repeats. */
function goalLast(recordIds: readonly string[], said: ReadonlySet<string>): string[] {
  return recordIds.toSorted((one, other) => Number(said.has(one)) - Number(said.has(other)));
}

/** Implements `session.previewPurge`. */
export async function previewSessions(
  { which }: ParsedInputOf<'session.previewPurge'>,
  context: TaskContext,
): Promise<OutputOf<'session.previewPurge'>> {
  const sessions = binnedSessions(which.ids, context.services);
  const chosen = { ids: recordsOf(sessions) };
  const { records: _records, examples: _examples, ...preview } = await previewOf(UNRECORDED, chosen, context);
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
  context: TaskContext,
): Promise<OutputOf<'session.purge'>> {
  const { caller, services, once } = context;
  const sessions = binnedSessions(which.ids, services);
  // The same list as that of the preview, in its order: by session the digest would be another.
  const found = UNRECORDED.named(services.db(), recordsOf(sessions));
  const decide = ({ db }: WriteContext) => {
    refuseOther(UNRECORDED, purgeDigest(found) === digest);
    const said = new Set(attemptsSaid(db, recordsOf(sessions)));
    return sessions.map(({ id, recordIds }) => [id, goalLast(recordIds, said)] as const);
  };
  // A repeated request continues with the same ones.
  const wanted = await services.write('session.purge', caller, decide, once);
  const { ids: _ids, ...done } = await purgeChosen(
    UNRECORDED,
    found,
    wanted.flatMap(([, records]) => records),
    context,
  );
  // What was restored or added meanwhile stays, and its session is not purged.
  const without = ({ db }: WriteContext) =>
    sessionsWithout(
      db,
      wanted.map(([id]) => id),
    ).length;
  return { purged: await services.write('session.purge', caller, without, onceForStep(once, 'sessions')), ...done };
}
