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

/** The caller of these jobs. Nobody requests them; they follow from settings and stored lessons. */
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
  /** Another model was chosen meanwhile. */
  z.object({ replaced: z.literal(true) }),
  z.object({ embedded: count, skipped: count }),
]);

/** The job that computes the vectors of a model. */
export const EMBED_JOB = { kind: 'embed', lane: 'embedding', input, result } satisfies JobKind;

/** The waiting or running job of a model, if any. */
function openJob(db: ReadableDb, { provider, model }: WantedModel): JobRecord | undefined {
  return unfinishedJobs(db, 'embed').find(({ input }) => input.provider === provider && input.model === model);
}

/** Queues a job that computes the vectors of a model. */
export function queueEmbedJob(context: WriteContext, { provider, model }: WantedModel): Job {
  return queueJob(context, EMBED_JOB, { title: `Vectors of ${model}`, input: { provider, model } });
}

/** Returns the existing job for a model, or queues one. */
export function requireEmbedJob(context: WriteContext, wanted: WantedModel): Job {
  const open = openJob(context.db, wanted);
  return (open && getJob(context.db, open.id)) ?? queueEmbedJob(context, wanted);
}

/** Records in a job whether its old vectors still have to be deleted. */
export function noteRenewal({ db, at }: WriteContext, jobId: string, isDue: boolean): void {
  updateJob(db, jobId, { position: isDue ? { renewal: 'due' } : {} }, at);
}

/** Queues a job for a model unless there is one, and wakes its runner. */
export async function ensureEmbedJob(services: Services, wanted: WantedModel): Promise<void> {
  if (!openJob(services.db(), wanted)) {
    await services.write('job.embed', CALLER, (context) => void requireEmbedJob(context, wanted));
  }
  services.wakeJobs();
}

/** Minimum time between two updates of progress, in milliseconds: each is a transaction. */
const PROGRESS_MS = 1000;

/**
 * Computes the vectors of one model. Missing ones are found by comparison, so a restart simply continues. When the endpoint
 * fails, the job is postponed and retried.
 */
export const computeVectors = defineJob(EMBED_JOB, async (job, control) => {
  const vectors = control.services.part(VECTORS);
  const wanted = job.input;
  let writtenAt = Number.NEGATIVE_INFINITY;
  try {
    await control.pause();
    // The program ended between the request for a renewal and the deletion of the old vectors.
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
