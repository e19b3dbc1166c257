import type { OutputOf, ParsedInputOf } from '@twicewise/contract';
import { attemptsSaid, sessionsWithout } from '@twicewise/store';
import type { WriteContext } from '../runtime/context.ts';
import type { TaskContext } from '../runtime/handler.ts';
import { onceForStep } from '../runtime/idempotency-key.ts';
import { purgeDigest } from './found.ts';
import { purgeChosen, refuseOther } from './purge.ts';
import { UNRECORDED } from './purgeable.ts';
import { binnedSessions, recordsOf } from './session-selection.ts';

// A session without an episode is purged by its attempts and turns, all of them at once (docs/adr/0067).

/** Ids in the order of their purge: the last step of a session takes its goal, and must have the attempt whose task that repeats. */
function goalLast(recordIds: readonly string[], said: ReadonlySet<string>): string[] {
  return recordIds.toSorted((one, other) => Number(said.has(one)) - Number(said.has(other)));
}

/** Implements `session.purge`. */
export async function purgeSessions(
  { which, digest }: ParsedInputOf<'session.purge'>,
  context: TaskContext,
): Promise<OutputOf<'session.purge'>> {
  const { caller, services, once } = context;
  const sessions = binnedSessions(which.ids, services.db());
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
