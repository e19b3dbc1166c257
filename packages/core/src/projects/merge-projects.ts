import { AppError, MAX_AT_ONCE, NOTHING_CHANGED, type OutputOf, type ParsedInputOf } from '@twicewise/contract';
import {
  attemptByNativeId,
  type EntityKind,
  hasNativeId,
  nextOrdinal,
  type ProjectContent,
  projectContent,
  type ReadableDb,
  readSettings,
  sessionsByNativeId,
  sharedNativeIds,
  someOfProject,
  turnByNativeId,
} from '@twicewise/store';
import * as z from 'zod';
import type { WriteContext } from '../runtime/context.ts';
import type { TaskContext } from '../runtime/handler.ts';
import type { JobKind } from '../runtime/jobs/job-kind.ts';
import { queueJob } from '../runtime/jobs/queue.ts';
import { freeNativeId } from '../runtime/native-ids.ts';
import { requireProject } from '../runtime/references.ts';
import { loadProject } from './load-project.ts';

const pair = z.object({ from: z.string(), into: z.string() });
export type ProjectPair = z.infer<typeof pair>;

const result = z.object({ moved: z.int().min(0) });

/** The job for merges too large for one transaction. */
export const MERGE_JOB = { kind: 'merge', lane: 'changes', input: pair, result } satisfies JobKind;

function requirePair(db: ReadableDb, { from, into }: ProjectPair): ProjectPair {
  const pair = { from: requireProject(db, from), into: requireProject(db, into) };
  if (pair.from !== pair.into) return pair;
  throw new AppError({
    code: 'invalid_input',
    message: 'These are one project already',
    effect: NOTHING_CHANGED,
    hint: 'Name two projects (project.list).',
  });
}

/** Number of records that a merge moves. */
export function recordsIn({ sessions, reflections, claims, attempts, turns }: ProjectContent): number {
  return sessions + reflections + claims + attempts + turns;
}

/** Describes what `project.merge` would do. */
export function previewMerge(
  db: ReadableDb,
  input: ParsedInputOf<'project.previewMerge'>,
): OutputOf<'project.previewMerge'> {
  const { from, into } = requirePair(db, input);
  const { sessions, reflections, ...others } = projectContent(db, from);
  const shared = (['session', 'reflection', 'attempt', 'turn'] as const).map((kind) =>
    sharedNativeIds(db, kind, from, into),
  );
  const renamed = shared.reduce((sum, n) => sum + n, 0);
  const asJob = recordsIn({ sessions, reflections, ...others }) > MAX_AT_ONCE;
  return { from: loadProject(db, from), into: loadProject(db, into), sessions, reflections, renamed, asJob };
}

/**
 * Makes the names and folder of one project refer to the other. The record stays with a reference, so that undo can restore
 * everything, and keeps its own folder.
 */
export function redirect(context: WriteContext, { from, into }: ProjectPair): void {
  const record = context.record.require('project', from);
  const target = context.record.require('project', into);
  const extra = { ...(record.extra as object), mergedInto: into };
  context.record.update('project', from, { deletedAt: context.at, extra });
  const settings = { ...(record.settings as object), ...(target.settings as object) };
  context.record.update('project', into, { settings });
  // The settings of the remaining project decide about reminders, capture and review.
  for (const key of ['remind.offProjects', 'capture.offProjects', 'review.draftProjects'] as const) {
    const named = readSettings(context.db)[key];
    if (named.includes(from)) context.record.update('setting', key, { value: named.filter((id) => id !== from) });
  }
}

/**
 * Moves some of the remaining records, sessions first and turns last; returns how many. Attempts get the next numbers of their
 * tasks in the other project, in the order they had.
 */
export function moveSome(
  context: WriteContext,
  { from, into }: ProjectPair,
  limit: number,
  until = () => false,
): number {
  const { db, record } = context;
  const { name } = loadProject(db, from);
  const { sessions, reflections, claims, attempts, turns } = someOfProject(db, from, limit);
  let moved = 0;
  const move = (kind: EntityKind, found: typeof sessions, isTaken: (nativeId: string) => boolean) => {
    for (const { id, nativeId } of found) {
      if (moved > 0 && until()) return;
      const own = nativeId === null ? {} : { nativeId: freeNativeId(nativeId, name, isTaken) };
      record.update(kind, id, { projectId: into, ...own });
      moved++;
    }
  };
  move('session', sessions, (nativeId) => sessionsByNativeId(db, nativeId, into).length > 0);
  move('reflection', reflections, (nativeId) => hasNativeId(db, into, nativeId));
  move('claim', claims, () => false);
  for (const { id, nativeId, taskIdentity } of attempts) {
    if (moved > 0 && until()) break;
    const isTaken = (name: string) => attemptByNativeId(db, into, name) !== null;
    const own = nativeId === null ? {} : { nativeId: freeNativeId(nativeId, name, isTaken) };
    record.update('attempt', id, { projectId: into, ordinal: nextOrdinal(db, into, taskIdentity), ...own });
    moved++;
  }
  move('turn', turns, (nativeId) => turnByNativeId(db, into, nativeId) !== null);
  return moved;
}

/** The summary of a merge in the operations log. */
export function mergeTitle(db: ReadableDb, { from, into }: ProjectPair): string {
  return `Merged project ${loadProject(db, from).name} into ${loadProject(db, into).name}`;
}

/** Implements `project.merge`. */
export async function mergeProjects(
  input: ParsedInputOf<'project.merge'>,
  { caller, services, once }: TaskContext,
): Promise<OutputOf<'project.merge'>> {
  const run = (context: WriteContext): OutputOf<'project.merge'> => {
    const pair = requirePair(context.db, input);
    const title = mergeTitle(context.db, pair);
    const total = recordsIn(projectContent(context.db, pair.from));
    if (total > MAX_AT_ONCE) {
      const job = queueJob(context, MERGE_JOB, { title, input: pair });
      return { project: loadProject(context.db, pair.into), operationId: null, job };
    }
    redirect(context, pair);
    moveSome(context, pair, total);
    const operationId = context.record.finish({ name: 'project.merge', summary: title, projectId: pair.into });
    return { project: loadProject(context.db, pair.into), operationId, job: null };
  };
  const answer = await services.write('project.merge', caller, run, once);
  if (answer.job) services.wakeJobs();
  return answer;
}
