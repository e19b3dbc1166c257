import { type LessonFacts, lessonFacts } from '@twicewise/store';
import type { WriteContext } from '../runtime/context.ts';
import { defineJob } from '../runtime/jobs/job-kind.ts';
import { STEP_MS } from '../runtime/jobs/step-time.ts';
import { CHANGE_JOB } from './change-many.ts';
import { Effects } from './effect.ts';
import { selectedSeqs } from './selection.ts';

/** Maximum number of lessons per step. */
const PER_STEP = 250;

/** Progress of a change of many lessons; stored with the job. */
interface Position extends Record<string, unknown> {
  /** Lessons with a `seq` up to this one are done. */
  seq: number;
  changed: number;
}

/**
 * Changes a large selection in steps, each one operation of the job. Lessons changed since the preview are skipped and counted,
 * so that nothing changes that the person has not seen.
 */
export const changeInSteps = defineJob(CHANGE_JOB, async (job, control) => {
  const { selection, change, upTo, expected } = job.input;
  let position: Position = { seq: 0, changed: 0, ...job.position };
  const seqs = (await selectedSeqs(selection, control.services)).filter((seq) => seq > position.seq);
  await control.step(() => ({ total: expected }));
  for (let from = 0; from < seqs.length; ) {
    let next = position;
    let taken = 0;
    await control.step((context) => {
      const effects = new Effects(context.db, change, context.at);
      ({ next, taken } = step(context, effects, seqs.slice(from, from + PER_STEP), position, upTo));
      context.record.finish({ name: 'reflection.changeMany', summary: job.title, jobId: job.id });
      return { done: next.changed, position: next };
    });
    position = next;
    from += taken;
  }
  return { changed: position.changed, changedMeanwhile: Math.max(0, expected - position.changed) };
});

function step(
  context: WriteContext,
  effects: Effects,
  seqs: readonly number[],
  { seq, changed }: Position,
  upTo: number,
): { next: Position; taken: number } {
  const started = performance.now();
  const lessons = new Map(lessonFacts(context.db, seqs).map((lesson) => [lesson.seq, lesson]));
  const next = { seq, changed };
  let taken = 0;
  for (const at of seqs) {
    if (taken > 0 && performance.now() - started > STEP_MS) break;
    const lesson = lessons.get(at);
    if (lesson && lesson.revision <= upTo && apply(context, effects, lesson)) next.changed++;
    next.seq = at;
    taken++;
  }
  return { next, taken };
}

function apply(context: WriteContext, effects: Effects, lesson: LessonFacts): boolean {
  const effect = effects.of(lesson);
  if (typeof effect === 'string') return false;
  return context.record.update('reflection', lesson.id, effect.fields);
}
