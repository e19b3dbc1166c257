import { AppError, type Caller, type Job } from '@twicewise/contract';
import { getJob, type JobRecord, type ReadableDb, unfinishedJobs, updateJob } from '@twicewise/store';
import * as z from 'zod';
import type { WriteContext } from '../runtime/context.ts';
import { defineJob, type JobKind } from '../runtime/jobs/job-kind.ts';
import { queueJob } from '../runtime/jobs/queue.ts';
import type { Services } from '../runtime/services.ts';
import { VECTOR_PROVIDERS } from './built-in.ts';
import type { WantedModel } from './index.ts';
import { VECTORS } from './vectors.ts';

/** Nobody asked for these jobs: they follow from the setting and from what was stored. */
const CALLER: Caller = {
  door: 'inproc',
  author: { kind: 'importer', name: 'embedding' },
  client: null,
  session: null,
  project: null,
};

const input = z.object({ provider: z.enum(VECTOR_PROVIDERS), model: z.string() });
const count = z.int().min(0);
const result = z.union([
  /** Another model is wanted by now. */
  z.object({ replaced: z.literal(true) }),
  z.object({ embedded: count, skipped: count }),
]);

/** A filling of the vectors of a model. */
export const EMBED_JOB = { kind: 'embed', lane: 'embedding', input, result } satisfies JobKind;

/** The job that waits or runs for a model, if there is one. */
function openJob(db: ReadableDb, { provider, model }: WantedModel): JobRecord | undefined {
  return unfinishedJobs(db, 'embed').find(({ input }) => input.provider === provider && input.model === model);
}

/** Queues a job that computes the vectors of a model. */
export function queueEmbedJob(context: WriteContext, { provider, model }: WantedModel): Job {
  return queueJob(context, EMBED_JOB, { title: `Vectors of ${model}`, input: { provider, model } });
}

/** The job that computes the vectors of a model: the one there is, or one that is queued now. */
export function requireEmbedJob(context: WriteContext, wanted: WantedModel): Job {
  const open = openJob(context.db, wanted);
  return (open && getJob(context.db, open.id)) ?? queueEmbedJob(context, wanted);
}

/** Notes with a job that the vectors there are have to go first, or that they are gone. */
export function noteRenewal({ db, at }: WriteContext, jobId: string, isDue: boolean): void {
  updateJob(db, jobId, { position: isDue ? { renewal: 'due' } : {} }, at);
}

/** Queues a job that computes the vectors of a model, unless one waits or runs already, and wakes its runner. */
export async function ensureEmbedJob(services: Services, wanted: WantedModel): Promise<void> {
  if (!openJob(services.db(), wanted)) {
    await services.write('job.embed', CALLER, (context) => void requireEmbedJob(context, wanted));
  }
  services.wakeJobs();
}

/** Shortest time between two writes of progress, in milliseconds: each is a transaction of the memory. */
const PROGRESS_MS = 1000;

/**
 * Computes the vectors of one model. What is missing is found by comparing, so a restart goes on by itself; an endpoint
 * that fails postpones the job, and it is tried again.
 */
export const computeVectors = defineJob(EMBED_JOB, async (job, control) => {
  const vectors = control.services.part(VECTORS);
  const wanted = job.input;
  let writtenAt = Number.NEGATIVE_INFINITY;
  try {
    await control.pause();
    // The program ended between the request for a renewal and the discarding.
    if (job.position.renewal === 'due' && vectors.isWanted(wanted)) {
      vectors.discard();
      await control.step(() => ({ position: {} }));
    }
    const filled = await vectors.fill(wanted, {
      signal: control.signal,
      pause: control.pause,
      async progress(count) {
        if (performance.now() - writtenAt < PROGRESS_MS) return;
        writtenAt = performance.now();
        await control.step(count);
      },
    });
    if (filled === null) return { replaced: true };
    const { stored, ...counts } = filled;
    await control.step(() => ({ done: stored, total: stored }));
    return counts;
  } catch (error) {
    if (!(error instanceof AppError) || error.reason !== 'cancelled') throw error;
    vectors.rest();
    throw new AppError({
      code: 'refused',
      reason: 'cancelled',
      message: 'The job was cancelled; vectors that are missing stay missing until the next start.',
      hint: 'Set embedding.provider to off to do without them for good.',
    });
  }
});
