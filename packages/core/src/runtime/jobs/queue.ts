import type { Caller, Job } from '@twicewise/contract';
import { getJob, insertJob, nextSeq } from '@twicewise/store';
import type { WriteContext } from '../context.ts';
import type { TaskContext } from '../handler.ts';
import type { JobKind } from './job-kind.ts';

/** A job to be queued. */
interface Wanted<I> {
  title: string;
  input: I;
}

/** Queues a job in the caller's transaction. Wake the runners once that is durable. */
export function queueJob<I extends object>(
  context: WriteContext,
  { kind }: Pick<JobKind<Job['kind'], I>, 'kind' | 'input'>,
  { title, input }: Wanted<I>,
  author: Caller['author'] = context.caller.author,
): Job {
  const id = context.newId('job');
  const caller = { ...context.caller, author };
  const seq = nextSeq(context.db);
  insertJob(context.db, {
    seq,
    id,
    kind,
    title,
    input: Object.fromEntries(Object.entries(input)),
    caller,
    createdAt: context.at,
  });
  context.touch('job', id);
  const job = getJob(context.db, id);
  if (!job) throw new Error(`job ${id} was not queued`);
  return job;
}

/** Queues a job in its own transaction and wakes the runners. */
export async function enqueue<I extends object>(
  { caller, services, once }: TaskContext,
  kind: Pick<JobKind<Job['kind'], I>, 'kind' | 'input'>,
  wanted: Wanted<I>,
  author: Caller['author'],
): Promise<{ job: Job }> {
  const queue = (context: WriteContext) => queueJob(context, kind, wanted, author);
  const job = await services.write(`job.${kind.kind}`, caller, queue, once);
  services.wakeJobs();
  return { job };
}
