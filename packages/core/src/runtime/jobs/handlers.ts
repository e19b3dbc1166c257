import { AppError, type Job } from '@twicewise/contract';
import { findJobs, getJob, type ReadableDb, requestCancel } from '@twicewise/store';
import { read, task } from '../define-handler.ts';
import type { HandlersOf } from '../handler.ts';

function requireJob(db: ReadableDb, id: string): Job {
  const job = getJob(db, id);
  if (job) return job;
  throw new AppError({
    code: 'not_found',
    message: `There is no job with the id ${id}.`,
    hint: 'Name one of those there are (job.list).',
  });
}

export const jobHandlers: HandlersOf<'job.list' | 'job.get' | 'job.cancel'> = {
  'job.list': read(({ limit, cursor }, { db }) => findJobs(db, limit, cursor)),
  'job.get': read(({ id }, { db }) => ({ job: requireJob(db, id) })),
  'job.cancel': task(async ({ id }, { caller, services }) => {
    const job = await services.write('job.cancel', caller, (context) => {
      requireJob(context.db, id);
      if (requestCancel(context.db, id, context.at)) context.touch('job', id);
      return requireJob(context.db, id);
    });
    services.wakeJobs();
    return { job };
  }),
};
