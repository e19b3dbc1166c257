import { createHash } from 'node:crypto';
import {
  AppError,
  counted,
  lessonTitle,
  NOTHING_CHANGED,
  type OutputOf,
  type ParsedInputOf,
  type Reflection,
} from '@twicewise/contract';
import type { ReadableDb } from '@twicewise/store';
import { requireReflection } from '../../lessons/handlers.ts';
import { mergedFields, refuseMerge } from '../../lessons/merge.ts';
import { contentFields, refuseOversize } from '../../lessons/store-lesson.ts';
import type { WriteContext } from '../../runtime/context.ts';
import { refuseBinned } from '../../runtime/editing.ts';
import type { TaskContext } from '../../runtime/handler.ts';
import { onlyOne } from '../../runtime/only-one.ts';
import type { Services } from '../../runtime/services.ts';
import { exactDuplicates } from './list-duplicates.ts';

type Which = ParsedInputOf<'reflection.mergeMany'>['which'];

/** Lessons of which one stays. Without `into` the usual one does. */
interface Asked {
  ids: readonly string[];
  into?: string;
}

/** One merge: the lesson that stays with what it becomes, and those that it replaces. */
interface Merge {
  stays: Reflection;
  fields: Record<string, unknown>;
  go: Reflection[];
}

/** All merges, and how many groups cannot be merged for which reason. */
interface Plan {
  merges: Merge[];
  refused: Map<string, number>;
  digest: string;
}

const EXAMPLES = 5;

/** The copy that stays: one in use, then a pinned one, then the oldest, which agents and notes may know. */
function usualStay(lessons: readonly Reflection[]): Reflection | undefined {
  const rank = ({ state, pinned }: Reflection) => (state === 'accepted' ? 2 : 0) + (pinned ? 1 : 0);
  return lessons.toSorted((a, b) => rank(b) - rank(a) || a.seq - b.seq)[0];
}

function mergeOf(lessons: readonly Reflection[], into: string | undefined): Merge {
  const stays = into === undefined ? usualStay(lessons) : lessons.find(({ id }) => id === into);
  if (!stays)
    throw new AppError({
      code: 'invalid_input',
      message: 'The lesson that would stay is not one of its group',
      effect: NOTHING_CHANGED,
      hint: 'Name one of the ids of the group with "into".',
    });
  refuseBinned('lesson', stays);
  const go = lessons.filter(({ id }) => id !== stays.id);
  let whole = stays;
  let fields: Record<string, unknown> = {};
  for (const from of go) {
    refuseBinned('lesson', from);
    refuseMerge(from, stays);
    fields = { ...fields, ...mergedFields(whole, from, {}), pinned: whole.pinned || from.pinned };
    whole = { ...whole, ...fields };
  }
  const { pinned, ...content } = fields;
  refuseOversize(stays, content);
  return { stays, fields: { ...contentFields(stays, content, {}), pinned }, go };
}

/** Every merge is planned on the lessons as they are, so a second one of the same lesson would undo the first. */
function refuseTwice(lessons: readonly Reflection[], merged: ReadonlySet<string>): void {
  if (!lessons.some(({ id }) => merged.has(id))) return;
  throw new AppError({
    code: 'conflict',
    message: 'A lesson of it is in another group that is merged',
    effect: '. Nothing was changed.',
    hint: 'Merge that one first, then look at the duplicates again.',
  });
}

/** Plans every merge on the lessons as they are; a group that cannot be merged is counted, and the others are not affected. */
function planOf(groups: readonly Asked[], db: ReadableDb): Plan {
  const hash = createHash('sha256');
  const plan: Omit<Plan, 'digest'> = { merges: [], refused: new Map() };
  const merged = new Set<string>();
  for (const { ids, into } of groups) {
    try {
      const lessons = ids.map((id) => requireReflection(db, id));
      hash.update(`${lessons.map(({ id, revision }) => `${id}:${revision}`).join()}>${into ?? ''};`);
      const merge = mergeOf(lessons, into);
      refuseTwice(lessons, merged);
      plan.merges.push(merge);
      for (const id of ids) merged.add(id);
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'internal') throw error;
      plan.refused.set(error.message, (plan.refused.get(error.message) ?? 0) + 1);
    }
  }
  return { ...plan, digest: hash.digest('base64url') };
}

async function asked(which: Which, services: Services): Promise<Asked[]> {
  if ('groups' in which) return which.groups;
  const copies = await exactDuplicates(which.projectId, services);
  return copies.map((ids) => ({ ids }));
}

const goneIn = ({ merges }: Pick<Plan, 'merges'>) => merges.reduce((sum, { go }) => sum + go.length, 0);

/** Implements `reflection.previewMergeMany`. */
export async function previewMergeMany(
  { which }: { which: Which },
  { services }: TaskContext,
): Promise<OutputOf<'reflection.previewMergeMany'>> {
  const plan = planOf(await asked(which, services), services.db());
  const examples = plan.merges
    .slice(0, EXAMPLES)
    .map(({ stays }) => ({ id: stays.id, taskDescription: lessonTitle(stays) }));
  return {
    stay: plan.merges.length,
    superseded: goneIn(plan),
    refused: [...plan.refused].map(([message, count]) => ({ message, count })),
    examples,
    digest: plan.digest,
  };
}

function write(context: WriteContext, plan: Plan): OutputOf<'reflection.mergeMany'> {
  const projects = new Set<string>();
  for (const { stays, fields, go } of plan.merges) {
    projects.add(stays.projectId);
    context.record.update('reflection', stays.id, fields);
    for (const { id, extra } of go)
      context.record.update('reflection', id, { state: 'superseded', extra: { ...extra, mergedInto: stays.id } });
  }
  const [superseded, stay] = [goneIn(plan), plan.merges.length];
  const operationId = context.record.finish({
    name: 'reflection.mergeMany',
    summary: `Merged ${counted(superseded, 'duplicate')} into ${counted(stay, 'lesson')}`,
    projectId: onlyOne(projects),
  });
  return { superseded, operationId };
}

/** Implements `reflection.mergeMany`. What to merge is looked up before; the lessons are read again inside the write. */
export async function mergeMany(
  { which, digest }: ParsedInputOf<'reflection.mergeMany'>,
  { caller, services, once }: TaskContext,
): Promise<OutputOf<'reflection.mergeMany'>> {
  const groups = await asked(which, services);
  return services.write(
    'reflection.mergeMany',
    caller,
    (context) => {
      const plan = planOf(groups, context.db);
      if (plan.digest === digest) return write(context, plan);
      throw new AppError({
        code: 'conflict',
        reason: 'changed_since',
        message: 'These duplicates are not what the preview showed any more',
        effect: NOTHING_CHANGED,
        hint: 'Look at the preview again (reflection.previewMergeMany) and repeat with its digest.',
      });
    },
    once,
  );
}
