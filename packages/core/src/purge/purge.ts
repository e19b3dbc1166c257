import { AppError } from '@twicewise/contract';
import {
  type Binned,
  backupsHolding,
  giveUpCaptures,
  notePurged,
  purgeEndedJobs,
  replaceAnswers,
} from '@twicewise/store';
import type { WriteContext } from '../runtime/context.ts';
import type { TaskContext } from '../runtime/handler.ts';
import { onceForStep } from '../runtime/idempotency-key.ts';
import { inTurns } from '../runtime/in-turns.ts';
import type { Once } from '../runtime/services.ts';
import { answersWith, binned, type Counted, purgeDigest, sum, type Which } from './found.ts';
import type { Purgeable, PurgeableBin } from './purgeable.ts';
import { takeOutNaming, takeOutOfTold } from './told-texts.ts';

/** Records per step. */
const PER_STEP = 100;

const PURGED_ANSWER = JSON.stringify({
  ok: false,
  error: {
    code: 'conflict',
    reason: 'purged',
    message: 'This request was carried out, and what it made or changed has been purged since.',
    hint: 'Use a new key to do it anew.',
  },
});

/** Refuses a purge of other records than those that the preview with this digest showed. Throws `conflict`. */
export function refuseOther({ preview }: Purgeable<string>, isSame: boolean): void {
  if (isSame) return;
  throw new AppError({
    code: 'conflict',
    reason: 'changed_since',
    message: 'The bin is not what the preview showed any more',
    effect: '; nothing was purged.',
    hint: `Look at the preview again (${preview}) and repeat with its digest.`,
  });
}

/** The result of a step; `id` of its operation, null when none of the records was in the bin any more. */
interface Purged<R extends string> {
  ids: string[];
  /** Ids of other records that lost what they held of these. */
  emptied: string[];
  rows: Counted<R>;
  id: string | null;
}

/** Purges the records that are still in the bin. A record restored meanwhile is kept. */
function purgeSome<R extends string>(of: Purgeable<R>, context: WriteContext, some: readonly string[]): Purged<R> {
  const ids = of.named(context.db, some).map(({ id }) => id);
  const emptied = of.alsoEmptied(context.db, ids);
  for (const [entity, own] of Map.groupBy(ids, of.entityOf)) giveUpCaptures(context.db, entity, own);
  const rows = of.remove(context, ids);
  if (ids.length > 0) notePurged(context.db);
  for (const id of ids) context.record.purged(of.entityOf(id), id);
  const summary = `Purged ${of.inWords(ids)}`;
  return { ids, emptied, rows, id: context.record.finish({ name: of.operation, summary }) };
}

/** Removes the text of purged records from everything else that holds it: texts told meanwhile, stored answers, jobs and the write-ahead log. */
async function erase(of: Purgeable<string>, ids: ReadonlySet<string>, task: TaskContext, once: Once | undefined) {
  const { caller, services } = task;
  const told = await takeOutNaming(of, [...ids], task);
  const holding = await inTurns(answersWith(ids, services.db));
  const replace = ({ db }: WriteContext) => {
    replaceAnswers(db, holding, PURGED_ANSWER);
    purgeEndedJobs(db);
    return { answers: holding.length, told };
  };
  const removed = await services.writeStep(of.operation, caller, replace, once);
  return { ...removed, isErased: await services.writeAheadLog.empty() };
}

/** Purges in steps, so that other requests are served in between. Records restored meanwhile are skipped and not counted. */
export async function purgeOf<R extends string>(
  of: PurgeableBin<R>,
  { which, digest }: { which: Which; digest: string },
  task: TaskContext,
) {
  const { caller, services, once } = task;
  const found = await inTurns(binned(of, which, services.db));
  // The records are chosen once; a repeated request continues with the same ones.
  const decide = () => {
    refuseOther(of, purgeDigest(found) === digest);
    return found.map(({ id }) => id);
  };
  const { ids, ...done } = await purgeChosen(of, found, await services.write(of.operation, caller, decide, once), task);
  return { purged: ids.length, ...done };
}

/** Purges the records with these ids that are still among `found`, the records of the bin. */
export async function purgeChosen<R extends string>(
  of: Purgeable<R>,
  found: readonly Binned[],
  wanted: readonly string[],
  task: TaskContext,
) {
  const { caller, services, once } = task;
  const name = of.operation;
  // A repeated request finds in the bin what came there since, too.
  const chosen = new Set(wanted);
  const meant = found.filter(({ id }) => chosen.has(id));
  const removed = await takeOutOfTold(of, meant, task);
  const taken = await services.write(name, caller, () => removed, onceForStep(once, 'told'));
  const all: Purged<R>[] = [];
  let erased: Awaited<ReturnType<typeof erase>>;
  let isWhole = false;
  try {
    for (let from = 0; from < wanted.length; from += PER_STEP) {
      const some = wanted.slice(from, from + PER_STEP);
      const step = onceForStep(once, String(from));
      all.push(await services.writeStep(name, caller, (context) => purgeSome(of, context, some), step));
    }
    isWhole = true;
  } finally {
    // Runs also when a step fails: what earlier steps purged must not remain in the files.
    const gone = all.flatMap(({ ids, emptied }) => [...ids, ...emptied]);
    // Once all are gone, what held them is not found again when the request is repeated.
    erased = await erase(of, new Set(gone), task, isWhole ? onceForStep(once, 'answers') : undefined);
  }
  const ids = all.flatMap((step) => step.ids);
  return {
    ids,
    rows: sum(
      of,
      all.map(({ rows }) => rows),
      { request_key: erased.answers, told_text: taken + erased.told },
    ),
    backups: ids.length === 0 ? [] : backupsHolding(services.paths, ids),
    isErased: erased.isErased,
    operationId: all.findLast(({ id }) => id !== null)?.id ?? null,
  };
}
