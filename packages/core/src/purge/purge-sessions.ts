import type { OutputOf, ParsedInputOf } from '@twicewise/contract';
import { episodesNamed, type ReadableDb, sessionsWithout } from '@twicewise/store';
import type { TaskContext } from '../runtime/handler.ts';
import { onceForStep } from '../runtime/idempotency-key.ts';
import { type InPieces, inTurns } from '../runtime/in-turns.ts';
import { purgeDigest } from './found.ts';
import { purgeChosen, refuseOther } from './purge.ts';
import { SESSION_PARTS } from './purgeable.ts';
import { binnedParts, binnedSessions, goalLast } from './session-selection.ts';

/** Sessions looked at before other work goes on. */
const PER_TURN = 100;

/** The sessions that a purge takes, by their episodes or, where they have none, by their own ids; and its records, in order. */
interface Wanted {
  episodes: string[];
  unrecorded: string[];
  records: string[];
}

function* slices<T>(of: readonly T[]): Generator<T[]> {
  for (let from = 0; from < of.length; from += PER_TURN) yield of.slice(from, from + PER_TURN);
}

/** How many of the sessions are gone. What was restored or added meanwhile stays, and an unrecorded session with it. */
function* gone({ episodes, unrecorded }: Wanted, db: () => ReadableDb): InPieces<number> {
  let count = 0;
  for (const some of slices(episodes)) {
    count += some.length - episodesNamed(db(), some).length;
    yield;
  }
  for (const some of slices(unrecorded)) {
    count += sessionsWithout(db(), some).length;
    yield;
  }
  return count;
}

/** Implements `session.purge`. */
export async function purgeSessions(
  { which, digest }: ParsedInputOf<'session.purge'>,
  context: TaskContext,
): Promise<OutputOf<'session.purge'>> {
  const { caller, services, once } = context;
  const { sessions } = await inTurns(binnedSessions(which, services.db));
  const found = binnedParts(sessions);
  const now: Wanted = {
    episodes: sessions.flatMap(({ episodeId }) => episodeId ?? []),
    unrecorded: sessions.filter(({ episodeId }) => episodeId === null).map(({ id }) => id),
    records: await inTurns(goalLast(sessions, services.db)),
  };
  const decide = () => {
    refuseOther(SESSION_PARTS, purgeDigest(found) === digest);
    return now;
  };
  // A repeated request continues with the same ones.
  const wanted = await services.write('session.purge', caller, decide, once);
  const { ids: _ids, ...done } = await purgeChosen(SESSION_PARTS, found, wanted.records, context);
  const count = await inTurns(gone(wanted, services.db));
  return {
    purged: await services.write('session.purge', caller, () => count, onceForStep(once, 'sessions')),
    ...done,
  };
}
