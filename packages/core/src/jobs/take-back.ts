import { AppError, type Failure, toFailure } from '@twicewise/contract';
import { isOfDisk, standingOfJob } from '@twicewise/store';
import { conflictOf } from '../curation/undo-many.ts';
import { requireOperation, reverse } from '../undo.ts';
import type { JobControl, JobKind } from './runner.ts';

/** Conflicts after which nothing of the operation is left that would have to go. */
const NOTHING_LEFT = new Set(['nothing_to_do', 'already_undone']);

/** Whether an error ends the job. A closing host and its disk only put it off. */
function isFinal(error: unknown, control: JobControl): boolean {
  return !control.signal.aborted && !isOfDisk(error);
}

function partlyUndone(why: Failure, stay: number): AppError {
  const message = why.message.replace(/[;,] (nothing was changed|and what it had \w+ was taken back)\.$/, '.');
  const records = stay === 1 ? '1 record stays' : `${stay} records stay`;
  return new AppError({
    code: 'refused',
    reason: 'partly_undone',
    message: `${message} ${records} as the job wrote them, because some were changed meanwhile; the rest was taken back.`,
    hint: 'To be rid of them too, take back those changes, then operation.undo with the jobId (operation.list shows them).',
  });
}

/**
 * Takes back all that a job wrote, the newest first. What somebody changed meanwhile stays, with what was written in the same
 * step. Answers the error that the job ends with.
 */
async function takeBack(control: JobControl, why: Failure): Promise<AppError> {
  const { services } = control;
  const { id, position } = control.current();
  // First of all it is noted: after a restart the job must not go on as if all that it had written was still there.
  await control.unwind(() => ({ position: { ...position, takingBack: why } }));
  let stay = 0;
  for (const operationId of standingOfJob(services.db(), id, ['do', 'redo'])) {
    try {
      await control.unwind((context) => {
        reverse(context, requireOperation(context.db, operationId), 'undo', id);
        return {};
      });
    } catch (error) {
      conflictOf(error);
      if (error instanceof AppError && NOTHING_LEFT.has(error.reason ?? '')) continue;
      stay += requireOperation(services.db(), operationId).changeCount;
    }
  }
  return stay === 0 ? new AppError(why) : partlyUndone(why, stay);
}

/**
 * A job of which either all is done or nothing: when it fails or is cancelled, what it wrote is taken back before it ends.
 * What cannot be, because somebody changed it meanwhile, is said with the reason `partly_undone`.
 */
export function allOrNothing(kind: JobKind, cancelled: () => AppError): JobKind {
  return async (job, control) => {
    const begun = job.position.takingBack as Failure | undefined;
    if (begun) throw await takeBack(control, begun);
    try {
      return await kind(job, control);
    } catch (error) {
      if (!isFinal(error, control)) throw error;
      const why = error instanceof AppError && error.reason === 'cancelled' ? cancelled() : error;
      const failure = toFailure(why, (cause) => control.services.log(`job ${job.id} failed`, cause));
      throw await takeBack(control, failure);
    }
  };
}
