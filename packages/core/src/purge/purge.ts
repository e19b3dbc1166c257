import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '@twicewise/contract';
import {
  answersHolding,
  type Binned,
  type BinPage,
  backupsHolding,
  giveUpCaptures,
  notePurged,
  purgeEndedJobs,
  replaceAnswers,
} from '@twicewise/store';
import type { WriteContext } from '../runtime/context.ts';
import type { TaskContext } from '../runtime/handler.ts';
import { onceForStep } from '../runtime/idempotency-key.ts';
import type { Services } from '../runtime/services.ts';
import type { Purgeable } from './purgeable.ts';
import { countTold, takeOutOfTold } from './words-told.ts';

/** Records in the bin by id, or the whole bin. */
type Which = { ids: string[] } | { bin: true };

/** Records per step, and rows read before yielding. */
const PER_STEP = 100;
const PER_TURN = 500;

const PURGED_ANSWER = JSON.stringify({
  ok: false,
  error: {
    code: 'conflict',
    reason: 'purged',
    message: 'This request was carried out, and what it made or changed has been purged since.',
    hint: 'Use a new key to do it anew.',
  },
});

async function binned<R extends string>(of: Purgeable<R>, which: Which, services: Services): Promise<Binned[]> {
  if ('ids' in which) return of.named(services.db(), which.ids);
  const found: BinPage = [];
  for (;;) {
    const page = of.after(services.db(), found.at(-1)?.place ?? null, PER_TURN);
    found.push(...page);
    if (page.length < PER_TURN) return found;
    await nextTurn();
  }
}

/** Stored answers to repeated requests that contain the records. */
async function answers(ids: ReadonlySet<string>, services: Services): Promise<number[]> {
  const rows: number[] = [];
  for (let from: number | null = 0; from !== null; ) {
    const { found, after } = answersHolding(services.db(), ids, from, PER_TURN);
    rows.push(...found);
    from = after;
    await nextTurn();
  }
  return rows;
}

/** Stands for records as they are. */
export function purgeDigest(records: readonly Binned[]): string {
  const hash = createHash('sha256');
  for (const { id, revision } of records) hash.update(`${id}:${revision};`);
  return hash.digest('base64url');
}

type Counted<R extends string> = Record<R, number>;

/** Kept answers to requests and texts that agents were given: rows of other things that hold something of the records. */
interface Elsewhere {
  request_key: number;
  told_text: number;
}

function sum<R extends string>(
  { tables }: Purgeable<R>,
  all: readonly Counted<R>[],
  elsewhere: Elsewhere,
): Counted<R> & Elsewhere {
  const totals = tables.map((table): [R, number] => [table, all.reduce((n, rows) => n + rows[table], 0)]);
  return { ...(Object.fromEntries(totals) as Counted<R>), ...elsewhere };
}

/** Describes what a purge would remove: `records` in the bin, the first five by name. */
export async function previewOf<R extends string>(of: Purgeable<R>, which: Which, { services }: TaskContext) {
  const records = await binned(of, which, services);
  const ids = records.map(({ id }) => id);
  // All at once: a goal, an operation and a piece of text may be of several records.
  const counted = of.count(services.db(), ids);
  await nextTurn();
  const emptied = of.alsoEmptied(services.db(), ids);
  return {
    records: records.length,
    examples: records.slice(0, 5).map(({ id, task }) => ({ id, task })),
    refused: 'ids' in which ? new Set(which.ids).size - records.length : 0,
    rows: sum(of, [counted], {
      request_key: (await answers(new Set([...ids, ...emptied]), services)).length,
      told_text: await countTold(of, records, services),
    }),
    stays: [...of.stays],
    backups: ids.length === 0 ? [] : backupsHolding(services.paths, ids),
    digest: purgeDigest(records),
  };
}

/** Refuses a purge of other records than those that the preview with this digest showed. Throws `conflict`. */
export function refuseOther({ preview }: Purgeable<string>, isSame: boolean): void {
  if (isSame) return;
  throw new AppError({
    code: 'conflict',
    reason: 'changed_since',
    message: 'The bin is not what the preview showed any more; nothing was purged.',
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

/** Removes the text of purged records from everything else that holds it: stored answers, jobs and the write-ahead log. */
async function erase(
  { operation }: Purgeable<string>,
  ids: ReadonlySet<string>,
  { caller, services }: TaskContext,
): Promise<{ answers: number; isErased: boolean }> {
  const holding = await answers(ids, services);
  await services.writeStep(operation, caller, ({ db }) => {
    replaceAnswers(db, holding, PURGED_ANSWER);
    purgeEndedJobs(db);
  });
  return { answers: holding.length, isErased: await services.writeAheadLog.empty() };
}

/** Purges in steps, so that other requests are served in between. Records restored meanwhile are skipped and not counted. */
export async function purgeOf<R extends string>(
  of: Purgeable<R>,
  { which, digest }: { which: Which; digest: string },
  task: TaskContext,
) {
  const { caller, services, once } = task;
  const found = await binned(of, which, services);
  // The records are chosen once; a repeated request continues with the same ones.
  const decide = () => {
    refuseOther(of, purgeDigest(found) === digest);
    return found.map(({ id }) => id);
  };
  const { ids, ...done } = await purgeChosen(of, found, await services.write(of.operation, caller, decide, once), task);
  return { purged: ids.length, ...done };
}

/** Purges the records with these ids, of which `found` are those that are still there. */
export async function purgeChosen<R extends string>(
  of: Purgeable<R>,
  found: readonly Binned[],
  wanted: readonly string[],
  task: TaskContext,
) {
  const { caller, services, once } = task;
  const name = of.operation;
  const told_text = await takeOutOfTold(of, found, task);
  const all: Purged<R>[] = [];
  let erased: Awaited<ReturnType<typeof erase>>;
  try {
    for (let from = 0; from < wanted.length; from += PER_STEP) {
      const some = wanted.slice(from, from + PER_STEP);
      const step = onceForStep(once, String(from));
      all.push(await services.writeStep(name, caller, (context) => purgeSome(of, context, some), step));
    }
  } finally {
    // Runs also when a step fails: what earlier steps purged must not remain in the files.
    const gone = all.flatMap(({ ids, emptied }) => [...ids, ...emptied]);
    erased = await erase(of, new Set(gone), task);
  }
  const ids = all.flatMap((step) => step.ids);
  return {
    ids,
    rows: sum(
      of,
      all.map(({ rows }) => rows),
      { request_key: erased.answers, told_text },
    ),
    backups: ids.length === 0 ? [] : backupsHolding(services.paths, ids),
    isErased: erased.isErased,
    operationId: all.findLast(({ id }) => id !== null)?.id ?? null,
  };
}
