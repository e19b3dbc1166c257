import { AppError, counted, type Job, type Thrown, toAppError } from '@twicewise/contract';
import { isOfDisk, reversibleOfJob } from '@twicewise/store';
import type { JobControl, RunnableJob } from '../runtime/jobs/job-kind.ts';
import { requireOperation, reverseLeaving } from './reverse.ts';

/** Whether an error ends the job. A closing host or a full disk only postpones it. */
function isFinal(error: unknown, control: JobControl): boolean {
  return !control.signal.aborted && !isOfDisk(error);
}

function partlyUndone(why: AppError, stay: number): AppError {
  const records = counted(stay, 'record stays', 'records stay');
  return new AppError({
    code: 'refused',
    reason: 'partly_undone',
    message: why.withEffect(`${records}, changed or used by something else meanwhile; the rest was undone.`),
    hint: 'To be rid of them too, undo those changes, then this again (operation.undo with the jobId; operation.list shows them).',
  });
}

/**
 * Undoes everything that a job wrote, newest first; records that somebody changed meanwhile stay. Returns the error that the job
 * ends with.
 */
async function takeBack(control: JobControl, why: Thrown): Promise<AppError> {
  const { services } = control;
  const { id, position } = control.current();
  const stays = new Set<string>(position.stays as string[] | undefined);
  // Recorded first: after a restart the job must not continue as if its records were still there.
  await control.unwind(() => ({ position: { ...position, takingBack: why } }));
  for (const operationId of reversibleOfJob(services.db(), id, 'undo')) {
    await control.unwind((context) => {
      const { kept } = reverseLeaving(context, requireOperation(context.db, operationId), 'undo', stays);
      if (kept.length === 0) return {};
      for (const record of kept) if (record.why !== 'purged') stays.add(record.id);
      // Stored with the job in the same transaction, so that a restart does not process its operation again.
      return { position: { ...position, takingBack: why, stays: [...stays] } };
    });
  }
  const error = new AppError(why);
  return stays.size === 0 ? error : partlyUndone(error, stays.size);
}

/**
 * Makes a job all or nothing: when it fails or is cancelled, its writes are undone before it ends. This includes a job that a
 * newer version began and whose input cannot be read here. Records that somebody changed meanwhile stay; the job then fails with
 * the reason `partly_undone`.
 */
export function allOrNothing<K extends Job['kind']>(kind: RunnableJob<K>, cancelled: () => AppError): RunnableJob<K> {
  const run: RunnableJob<K>['run'] = async (job, control) => {
    const begun = job.position.takingBack as Thrown | undefined;
    if (begun) throw await takeBack(control, begun);
    try {
      return await kind.run(job, control);
    } catch (error) {
      if (!isFinal(error, control)) throw error;
      const why = error instanceof AppError && error.reason === 'cancelled' ? cancelled() : error;
      const failure = toAppError(why, (cause) => control.services.log(`job ${job.id} failed`, cause));
      throw await takeBack(control, failure.toThrown());
    }
  };
  return { ...kind, run };
}
