import { AppError } from '@twicewise/contract';
import { projectContent } from '@twicewise/store';
import { defineJob, type RunJob } from '../runtime/jobs/job-kind.ts';
import { STEP_MS } from '../runtime/jobs/step-time.ts';
import { allOrNothing } from '../undo/take-back.ts';
import { MERGE_JOB, moveSome, type ProjectPair, recordsIn, redirect } from './merge-projects.ts';

/** Maximum number of records per step. */
const PER_STEP = 250;

function cancelled(): AppError {
  return new AppError({
    code: 'refused',
    reason: 'cancelled',
    message: 'The merge was cancelled',
    effect: ', and what it had moved was undone.',
    hint: 'Both projects are as they were; merge them anew (project.merge).',
  });
}

const mergeAll: RunJob<ProjectPair, { moved: number }> = async (job, control) => {
  const pair = job.input;
  const { services } = control;
  const left = () => {
    return recordsIn(projectContent(services.db(), pair.from));
  };
  let done = job.done;
  const total = job.total ?? left();
  const finish = { name: 'project.merge', summary: job.title, jobId: job.id, projectId: pair.into };
  if (job.position.redirected !== true) {
    await control.step((context) => {
      redirect(context, pair);
      context.record.finish(finish);
      return { total, position: { redirected: true } };
    });
  }
  while (left() > 0) {
    let moved = 0;
    await control.step((context) => {
      const started = performance.now();
      moved = moveSome(context, pair, PER_STEP, () => performance.now() - started > STEP_MS);
      context.record.finish(finish);
      return { done: done + moved };
    });
    done += moved;
  }
  return { moved: done };
};

/**
 * Merges a large project into another, all or nothing, because the other half of a project would be hard to find. Names and
 * folder are redirected first, so that nothing new is stored in the merged project. After a restart the remaining records show
 * the progress.
 */
export const mergeInSteps = allOrNothing(defineJob(MERGE_JOB, mergeAll), cancelled);
