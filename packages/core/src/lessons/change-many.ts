import { changeResult, counted, type LessonChange, type OutputOf, type ParsedInputOf } from '@twicewise/contract';
import { getProject, type LessonFacts, lessonFacts, type ReadableDb } from '@twicewise/store';
import type { WriteContext } from '../runtime/context.ts';
import type { TaskContext } from '../runtime/handler.ts';
import type { JobKind } from '../runtime/jobs/job-kind.ts';
import { queueJob } from '../runtime/jobs/queue.ts';
import { changeAsPreviewed, manyInput } from '../runtime/many/change-as-previewed.ts';
import { onlyOne } from '../runtime/only-one.ts';
import { Effects, type ResolvedChange } from './effect.ts';
import { EffectTally, type Prepared, prepare } from './preview.ts';
import { saidOfState } from './said-of-state.ts';
import type { Selection } from './selection.ts';

/** The job for changes too large for one transaction. */
export const CHANGE_JOB = {
  kind: 'change',
  lane: 'changes',
  input: manyInput<Selection, ResolvedChange>(),
  result: changeResult,
} satisfies JobKind;

/** Describes a change of many lessons in words. */
export function changeTitle(db: ReadableDb, change: LessonChange, count: number): string {
  const lessons = counted(count, 'lesson');
  switch (change.kind) {
    // Without the tags, which may be words of a lesson: a purge does not look for them here.
    case 'tags':
      return `Changed tags of ${lessons}`;
    case 'state':
      return saidOfState(change.state, lessons);
    case 'pin':
      return `${change.pinned ? 'Pinned' : 'Unpinned'} ${lessons}`;
    case 'move':
      return `Moved ${lessons} to ${getProject(db, change.projectId)?.name ?? change.projectId}`;
    case 'delete':
      return `Deleted ${lessons}`;
    case 'restore':
      return `Restored ${lessons}`;
  }
}

/**
 * Applies the change; returns the number of lessons changed and their projects. Skips lessons that refuse the change or already
 * have the value.
 */
export function writeChanges(
  context: WriteContext,
  effects: Effects,
  lessons: readonly LessonFacts[],
): { changed: number; projects: Set<string> } {
  let changed = 0;
  const projects = new Set<string>();
  for (const lesson of lessons) {
    const effect = effects.of(lesson);
    if (typeof effect === 'string') continue;
    context.record.update('reflection', lesson.id, effect.fields);
    projects.add(lesson.projectId);
    changed++;
  }
  return { changed, projects };
}

/** Applies the whole change in one transaction. The lessons are read again, so nothing can change in between. */
function changeNow(context: WriteContext, prepared: Prepared): OutputOf<'reflection.changeMany'> | null {
  const lessons = lessonFacts(context.db, prepared.seqs);
  const again = new EffectTally(new Effects(context.db, prepared.change, ''), prepared);
  for (const lesson of lessons) again.add(lesson);
  if (again.result().digest !== prepared.preview.digest) return null;
  const { changed, projects } = writeChanges(context, new Effects(context.db, prepared.change, context.at), lessons);
  const operationId = context.record.finish({
    name: 'reflection.changeMany',
    summary: changeTitle(context.db, prepared.change, changed),
    projectId: onlyOne(projects),
  });
  return { changed, operationId, job: null };
}

function changeLater(context: WriteContext, prepared: Prepared): OutputOf<'reflection.changeMany'> {
  const { selection, change, preview, upTo } = prepared;
  const title = changeTitle(context.db, change, preview.changes);
  const input = { selection, change, upTo, expected: preview.changes };
  return { changed: 0, operationId: null, job: queueJob(context, CHANGE_JOB, { title, input }) };
}

/** Implements `reflection.changeMany`. */
export async function changeMany(
  input: ParsedInputOf<'reflection.changeMany'>,
  context: TaskContext,
): Promise<OutputOf<'reflection.changeMany'>> {
  return changeAsPreviewed(await prepare(input, context.services), input.digest, context, {
    name: 'reflection.changeMany',
    what: 'lessons',
    previewedBy: 'reflection.previewMany',
    now: changeNow,
    later: changeLater,
  });
}
