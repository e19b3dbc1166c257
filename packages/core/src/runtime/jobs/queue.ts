import type { Caller, Job } from '@twicewise/contract';
import { getJob, insertJob, type JobRecord, nextSeq } from '@twicewise/store';
import type { WriteContext } from '../context.ts';

/** Queues a job in the transaction of whatever asks for it; wake the runners once that is durable. */
export function queueJob(
  context: WriteContext,
  { kind, title, input }: Pick<JobRecord, 'kind' | 'title' | 'input'>,
  author: Caller['author'] = context.caller.author,
): Job {
  const id = context.newId('job');
  const caller = { ...context.caller, author };
  insertJob(context.db, { seq: nextSeq(context.db), id, kind, title, input, caller, createdAt: context.at });
  context.touch('job', id);
  const job = getJob(context.db, id);
  if (!job) throw new Error(`job ${id} was not queued`);
  return job;
}
