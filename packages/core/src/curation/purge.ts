import { createHash } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { AppError, type OutputOf, type ParsedInputOf } from '@twicewise/contract';
import {
  answersHolding,
  type Binned,
  backupsHolding,
  binnedAfter,
  binnedOf,
  emptyLog,
  purgeLessons,
  replaceAnswers,
  rowsToPurge,
} from '@twicewise/store';
import type { TaskContext, WriteContext } from '../context.ts';
import { onceForStep } from '../idempotency-key.ts';
import type { Services } from '../services.ts';

type Which = ParsedInputOf<'reflection.purge'>['which'];
type Rows = OutputOf<'reflection.purge'>['rows'];

/** Lessons of one step, and rows that are read before others get a turn. */
const PER_STEP = 100;
const PER_TURN = 500;
/** How often, and how far apart in milliseconds, emptying the log is tried while a reader holds it. */
const TRIES = 20;
const BETWEEN_TRIES_MS = 50;

const STAYS = [
  'That there were such lessons: who wrote and purged them and when, without their text.',
  'What was merged into other lessons: it is their text now.',
  'What agents asked, and that they were shown these lessons, without their text.',
  'Backups, until they grow old or are removed by hand.',
];

const PURGED_ANSWER = JSON.stringify({
  ok: false,
  error: {
    code: 'conflict',
    reason: 'purged',
    message: 'This request was carried out, and what it made or changed has been purged since.',
    hint: 'Use a new key to do it anew.',
  },
});

async function binned(which: Which, services: Services): Promise<Binned[]> {
  if ('ids' in which) return binnedOf(services.db(), which.ids);
  const found: ReturnType<typeof binnedAfter> = [];
  for (;;) {
    const page = binnedAfter(services.db(), found.at(-1)?.place ?? null, PER_TURN);
    found.push(...page);
    if (page.length < PER_TURN) return found;
    await nextTurn();
  }
}

/** Answers to repeated requests that hold the lessons. */
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

function digestOf(lessons: readonly Binned[]): string {
  const hash = createHash('sha256');
  for (const { id, revision } of lessons) hash.update(`${id}:${revision};`);
  return hash.digest('base64url');
}

function steps(lessons: readonly Binned[]): string[][] {
  const count = Math.ceil(lessons.length / PER_STEP);
  return Array.from({ length: count }, (_, at) =>
    lessons.slice(at * PER_STEP, (at + 1) * PER_STEP).map(({ id }) => id),
  );
}

function sum(all: readonly Omit<Rows, 'request_key'>[], request_key: number): Rows {
  const total = (name: keyof Omit<Rows, 'request_key'>) => all.reduce((n, rows) => n + rows[name], 0);
  return {
    reflection: total('reflection'),
    feedback: total('feedback'),
    exposure_release: total('exposure_release'),
    operation_change: total('operation_change'),
    operation: total('operation'),
    request_key,
  };
}

/** Carries out `reflection.previewPurge`. */
export async function previewPurge(
  { which }: ParsedInputOf<'reflection.previewPurge'>,
  { services }: TaskContext,
): Promise<OutputOf<'reflection.previewPurge'>> {
  const lessons = await binned(which, services);
  const ids = lessons.map(({ id }) => id);
  const counted: ReturnType<typeof rowsToPurge>[] = [];
  for (const some of steps(lessons)) {
    counted.push(rowsToPurge(services.db(), some));
    await nextTurn();
  }
  return {
    lessons: lessons.length,
    examples: lessons.slice(0, 5).map(({ id, taskDescription }) => ({ id, taskDescription })),
    refused: 'ids' in which ? new Set(which.ids).size - lessons.length : 0,
    rows: sum(counted, (await answers(new Set(ids), services)).length),
    stays: STAYS,
    backups: ids.length === 0 ? [] : backupsHolding(services.paths, ids),
    digest: digestOf(lessons),
  };
}

function refuseOther(isSame: boolean): void {
  if (isSame) return;
  throw new AppError({
    code: 'conflict',
    reason: 'changed_since',
    message: 'The bin is not what the preview showed any more; nothing was purged.',
    hint: 'Look at the preview again (reflection.previewPurge) and repeat with its digest.',
  });
}

/** What a step removed; `id` of its operation, null when nothing of it was in the bin any more. */
interface Purged {
  ids: string[];
  rows: Omit<Rows, 'request_key'>;
  id: string | null;
}

/** Purges those that are still in the bin: what was restored meanwhile is wanted again. */
function purgeSome(context: WriteContext, some: readonly string[]): Purged {
  const ids = binnedOf(context.db, some).map(({ id }) => id);
  const rows = purgeLessons(context.db, ids);
  for (const id of ids) context.record.purged('reflection', id);
  const summary = ids.length === 1 ? 'Purged 1 lesson' : `Purged ${ids.length} lessons`;
  return { ids, rows, id: context.record.finish({ name: 'reflection.purge', summary }) };
}

async function emptied(services: Services): Promise<boolean> {
  for (let n = 0; n < TRIES; n++) {
    if (emptyLog(services.db())) return true;
    await wait(BETWEEN_TRIES_MS);
  }
  return false;
}

/** Takes purged lessons out of what else holds their text: answers kept for repeated requests, and the log of the file. */
async function erase(
  ids: ReadonlySet<string>,
  { caller, services }: TaskContext,
): Promise<{ answers: number; isErased: boolean }> {
  const holding = await answers(ids, services);
  await services.writeStep('reflection.purge', caller, ({ db }) => replaceAnswers(db, holding, PURGED_ANSWER));
  return { answers: holding.length, isErased: await emptied(services) };
}

/** Carries out `reflection.purge`, in steps: others are served in between. What they restore is left out and not counted. */
export async function purge(
  { which, digest }: ParsedInputOf<'reflection.purge'>,
  task: TaskContext,
): Promise<OutputOf<'reflection.purge'>> {
  const { caller, services, once } = task;
  const name = 'reflection.purge';
  const found = await binned(which, services);
  const isSame = digestOf(found) === digest;
  // What is to go is decided once: a repeated request goes on with the same lessons.
  const decide = () => {
    refuseOther(isSame);
    return found.map(({ id }) => id);
  };
  const wanted = await services.write(name, caller, decide, once);
  const all: Purged[] = [];
  const gone = () => all.flatMap(({ ids }) => ids);
  let erased: Awaited<ReturnType<typeof erase>>;
  try {
    for (let from = 0; from < wanted.length; from += PER_STEP) {
      const some = wanted.slice(from, from + PER_STEP);
      const step = onceForStep(once, String(from));
      all.push(await services.writeStep(name, caller, (context) => purgeSome(context, some), step));
    }
  } finally {
    // Also when a step fails: what the steps before it purged must not be left in the files.
    erased = await erase(new Set(gone()), task);
  }
  const ids = gone();
  return {
    purged: ids.length,
    rows: sum(
      all.map(({ rows }) => rows),
      erased.answers,
    ),
    backups: ids.length === 0 ? [] : backupsHolding(services.paths, ids),
    isErased: erased.isErased,
    operationId: all.findLast(({ id }) => id !== null)?.id ?? null,
  };
}
