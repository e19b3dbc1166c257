import {
  AppError,
  excerpt,
  lessonTitle,
  NOTHING_CHANGED,
  type OperationName,
  type OutputOf,
  type ParsedInputOf,
  textBytes,
} from '@twicewise/contract';
import { SURE } from '@twicewise/search';
import {
  type CursorKind,
  decodeCursor,
  dismissalKey,
  findHarmful,
  getReflection,
  harmfulJudgements,
  keepKey,
  type PairSort,
  type ReadableDb,
  readRecord,
  readSettings,
  toPage,
  verdictsOn,
} from '@twicewise/store';
import { requireReflection } from '../lessons/handlers.ts';
import type { Context, WriteContext } from '../runtime/context.ts';
import { read, task, write } from '../runtime/define-handler.ts';
import type { HandlersOf, TaskContext } from '../runtime/handler.ts';
import { requireProject } from '../runtime/references.ts';
import { COMPARER } from './duplicates/comparer.ts';
import { listDuplicates } from './duplicates/list-duplicates.ts';
import { mergeMany, previewMergeMany } from './duplicates/merge-many.ts';
import { pairKey } from './duplicates/pair-shelf.ts';

const DAY = 86_400_000;

type Where = ParsedInputOf<'reflection.suspects'>;
interface Ranked {
  one: string;
  other: string;
  score: number;
}

function projectOf(db: ReadableDb, reference: string | undefined): string | null {
  return reference === undefined ? null : requireProject(db, reference);
}

/** A page of pairs in rank order, with the current state of both lessons. */
function pageOf<P extends Ranked>(list: string, pairs: readonly P[], { limit, cursor }: Where, db: ReadableDb) {
  if (limit === 0) return { items: [], nextCursor: null };
  const kind: CursorKind = [list, 'number', 'text'];
  const after = decodeCursor(cursor, kind);
  const place = ({ one, other, score }: P) => [score, pairKey(one, other)] as const;
  const isAfter = (pair: P) => {
    const [score, key] = place(pair);
    return after === null || score < Number(after[0]) || (score === after[0] && key > String(after[1]));
  };
  const both = (pair: P) => ({ pair, one: getReflection(db, pair.one), other: getReflection(db, pair.other) });
  const next = pairs.filter(isAfter).slice(0, limit + 1);
  const { items, nextCursor } = toPage(next, limit, kind, place, both, (_, { one, other }) => textBytes([one, other]));
  const complete = items.flatMap(({ pair, one, other }) => (one && other ? [{ pair, one, other }] : []));
  return { items: complete, nextCursor };
}

async function suspects(input: Where, { services }: TaskContext): Promise<OutputOf<'reflection.suspects'>> {
  const projectId = projectOf(services.db(), input.projectId);
  await services.part(COMPARER).ask();
  const pairs = services.part(COMPARER).suspects.sorted(projectId);
  const { items, nextCursor } = pageOf('suspects', pairs, input, services.db());
  return {
    items: items.map(({ pair: { why }, one, other }) => {
      const { score, ...reasons } = why;
      return { one, other, likelihood: score >= SURE ? 'likely' : 'possible', overlap: score, ...reasons };
    }),
    nextCursor,
    total: pairs.length,
    comparing: services.part(COMPARER).progress,
  };
}

async function contradictions(input: Where, { services }: TaskContext): Promise<OutputOf<'reflection.contradictions'>> {
  const projectId = projectOf(services.db(), input.projectId);
  await services.part(COMPARER).ask();
  const pairs = services.part(COMPARER).contradictions.sorted(projectId);
  const { items, nextCursor } = pageOf('contradictions', pairs, input, services.db());
  const saying = ({ id, text }: { id: string; text: string }) => ({ reflectionId: id, text });
  return {
    items: items.map(({ pair, one, other }) => ({
      one,
      other,
      statements: pair.statements.map(({ worked, didNot }) => ({ worked: saying(worked), didNotWork: saying(didNot) })),
    })),
    nextCursor,
    total: pairs.length,
    comparing: services.part(COMPARER).progress,
  };
}

async function findUnused(
  { projectId, limit, cursor }: Where,
  { services }: TaskContext,
): Promise<OutputOf<'reflection.neglected'>> {
  const settings = readSettings(services.db());
  const before = (days: number) => new Date(services.now() - days * DAY).toISOString();
  const { items, nextCursor, counts } = await services.secondThread.findUnused({
    projectId: projectOf(services.db(), projectId),
    unreadBefore: before(settings['review.unreadDays']),
    staleBefore: before(settings['review.staleDays']),
    limit,
    cursor,
  });
  const complete = items.flatMap(({ reflectionId, ...facts }) => {
    const reflection = getReflection(services.db(), reflectionId);
    return reflection ? [{ reflection, ...facts }] : [];
  });
  return { items: complete, nextCursor, ...counts };
}

/** Days in which it is counted how often agents were shown what waits. */
const LATELY = 30;
/** Lessons judged harmful that are counted, the last judged first. */
const MOST_HARMFUL = 100;

async function waitingWorth(
  { projectId: named }: ParsedInputOf<'reflection.waiting'>,
  { services }: TaskContext,
): Promise<OutputOf<'reflection.waiting'>> {
  const projectId = projectOf(services.db(), named);
  await services.part(COMPARER).ask();
  const { suspects: alike, contradictions: opposed } = services.part(COMPARER);
  const pairs = [...alike.sorted(projectId), ...opposed.sorted(projectId)];
  const harmful = findHarmful(services.db(), projectId, MOST_HARMFUL).items;
  const found = await services.secondThread.countWaiting({
    projectId,
    besides: [...pairs.flatMap(({ one, other }) => [one, other]), ...harmful],
    shownSince: new Date(services.now() - LATELY * DAY).toISOString(),
  });
  return { ...found, days: LATELY };
}

function harmful({ projectId, limit, cursor }: Where, { db }: Context): OutputOf<'reflection.harmful'> {
  const { items, ...page } = findHarmful(db, projectOf(db, projectId), limit, cursor);
  const complete = items.flatMap((id) => {
    const reflection = getReflection(db, id);
    return reflection ? [{ reflection, counts: verdictsOn(db, id), judgements: harmfulJudgements(db, id) }] : [];
  });
  return { items: complete, ...page };
}

/** Stores a decision under keys, as settings that undo can reverse. */
function remember(
  context: WriteContext,
  keys: readonly string[],
  entry: { name: OperationName; summary: string; projectId: string | null },
) {
  const open = keys.filter((key) => !readRecord(context.db, 'setting', key));
  if (open.length === 0) return { operationId: null };
  for (const key of open) context.record.create('setting', key, { key, value: { at: context.at } });
  return { operationId: context.record.finish(entry) };
}

function refuseTwoProjects(lessons: readonly { projectId: string }[]): void {
  if (lessons.every(({ projectId }) => projectId === lessons[0]?.projectId)) return;
  throw new AppError({
    code: 'invalid_input',
    message: 'These lessons belong to two projects and are never compared',
    effect: NOTHING_CHANGED,
    hint: 'Name two lessons of one project.',
  });
}

/** Remembers of each pair of these lessons that it was decided; null when all of them were already. */
function dismiss(context: WriteContext, sort: PairSort, name: OperationName, verb: string, ids: readonly string[]) {
  const lessons = ids.map((id) => requireReflection(context.db, id));
  const [one, other] = lessons;
  if (!one || !other) throw new Error('a pair of less than two lessons');
  refuseTwoProjects(lessons);
  const [first, second] = [one, other].map((lesson) => excerpt(lessonTitle(lesson), 60));
  const more = lessons.length > 2 ? ` · ${lessons.length - 2} more` : '';
  const keys = lessons.flatMap(({ id }, index) =>
    lessons.slice(index + 1).map((later) => dismissalKey(sort, id, later.id)),
  );
  const summary = `${verb}: ${first} · ${second}${more}`;
  return remember(context, keys, { name, summary, projectId: one.projectId });
}

/** Remembers of several pairs of contradicting lessons that each is left as it is, as one operation. */
function leaveContradictions(pairs: readonly string[][], context: WriteContext) {
  const [first] = pairs;
  if (first !== undefined && pairs.length === 1)
    return dismiss(context, 'contradiction', 'reflection.dismissContradiction', 'Left both', first);
  const left = pairs.map((ids) => {
    const [one, other] = ids.map((id) => requireReflection(context.db, id));
    if (!one || !other) throw new Error('a pair of less than two lessons');
    refuseTwoProjects([one, other]);
    return { key: dismissalKey('contradiction', one.id, other.id), projectId: one.projectId };
  });
  const [project] = left;
  const inOne = left.every(({ projectId }) => projectId === project?.projectId);
  const summary = `Left both of ${pairs.length} contradictions`;
  const keys = [...new Set(left.map(({ key }) => key))];
  const projectId = inOne ? (project?.projectId ?? null) : null;
  return remember(context, keys, { name: 'reflection.dismissContradiction', summary, projectId });
}

function keep(input: ParsedInputOf<'reflection.keep'>, context: WriteContext) {
  const ids = 'ids' in input ? [...new Set(input.ids)] : [input.id];
  const lessons = ids.map((id) => requireReflection(context.db, id));
  const [first] = lessons;
  if (!first) throw new Error('no lesson to keep');
  const inOne = lessons.every(({ projectId }) => projectId === first.projectId);
  const summary = lessons.length === 1 ? `Kept: ${excerpt(lessonTitle(first), 120)}` : `Kept ${lessons.length} lessons`;
  const entry = { name: 'reflection.keep' as const, summary, projectId: inOne ? first.projectId : null };
  return remember(context, ids.map(keepKey), entry);
}

/** Handlers of the review queue, except drafts. */
export const reviewHandlers: HandlersOf<
  | 'reflection.suspects'
  | 'reflection.dismissSuspect'
  | 'reflection.duplicates'
  | 'reflection.previewMergeMany'
  | 'reflection.mergeMany'
  | 'reflection.contradictions'
  | 'reflection.dismissContradiction'
  | 'reflection.waiting'
  | 'reflection.neglected'
  | 'reflection.harmful'
  | 'reflection.keep'
> = {
  'reflection.suspects': task(suspects),
  'reflection.dismissSuspect': write(({ ids }, context) =>
    dismiss(context, 'suspect', 'reflection.dismissSuspect', 'Not the same', ids),
  ),
  'reflection.duplicates': task(listDuplicates),
  'reflection.previewMergeMany': task(previewMergeMany),
  'reflection.mergeMany': task(mergeMany),
  'reflection.contradictions': task(contradictions),
  'reflection.dismissContradiction': write((input, context) =>
    leaveContradictions('pairs' in input ? input.pairs : [input.ids], context),
  ),
  'reflection.waiting': task(waitingWorth),
  'reflection.neglected': task(findUnused),
  'reflection.harmful': read(harmful),
  'reflection.keep': write(keep),
};
