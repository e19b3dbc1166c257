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

function purgeSome(
  context: WriteContext,
  ids: readonly string[],
): { rows: Omit<Rows, 'request_key'>; id: string | null } {
  if (binnedOf(context.db, ids).length !== ids.length) refuseOther(false);
  const rows = purgeLessons(context.db, ids);
  for (const id of ids) context.record.purged('reflection', id);
  const summary = ids.length === 1 ? 'Purged 1 lesson' : `Purged ${ids.length} lessons`;
  return { rows, id: context.record.finish({ name: 'reflection.purge', summary }) };
}

async function erased(services: Services): Promise<boolean> {
  for (let n = 0; n < TRIES; n++) {
    if (emptyLog(services.db())) return true;
    await wait(BETWEEN_TRIES_MS);
  }
  return false;
}

/** Carries out `reflection.purge`, in steps: others are served in between. */
export async function purge(
  { which, digest }: ParsedInputOf<'reflection.purge'>,
  { caller, services, once }: TaskContext,
): Promise<OutputOf<'reflection.purge'>> {
  const name = 'reflection.purge';
  const found = await binned(which, services);
  const isSame = digestOf(found) === digest;
  // What is to go is decided once: a repeated request goes on with the same lessons.
  const decide = () => {
    refuseOther(isSame);
    return found.map(({ id }) => id);
  };
  const ids = await services.write(name, caller, decide, once);
  const all: ReturnType<typeof purgeSome>[] = [];
  for (let from = 0; from < ids.length; from += PER_STEP) {
    const some = ids.slice(from, from + PER_STEP);
    const step = onceForStep(once, String(from));
    all.push(await services.writeStep(name, caller, (context) => purgeSome(context, some), step));
  }
  const holding = await answers(new Set(ids), services);
  await services.writeStep(name, caller, ({ db }) => replaceAnswers(db, holding, PURGED_ANSWER));
  return {
    purged: ids.length,
    rows: sum(
      all.map(({ rows }) => rows),
      holding.length,
    ),
    backups: ids.length === 0 ? [] : backupsHolding(services.paths, ids),
    isErased: await erased(services),
    operationId: all.at(-1)?.id ?? null,
  };
}
