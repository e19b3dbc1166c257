import type { UndoResult } from '@twicewise/contract';
import { countUndosOfJob } from '@twicewise/store';
import { defineJob } from '../runtime/jobs/job-kind.ts';
import { requireOperation, reverse } from './reverse.ts';
import { conflictOf, deeds, isUndone, MAX_NAMED, UNDO_JOB } from './undo-many.ts';

/** Number of reversals between two updates of the progress. */
const PER_PROGRESS = 25;

/** What an undo found out besides what it did, which the log of operations knows. */
type Found = Omit<UndoResult, 'undone'> & Record<string, unknown>;

/**
 * Undoes the matching operations, newest first, one transaction each. An undone operation is marked as such, so after a restart
 * the job simply looks again. All reversals carry the id of this job, which makes them one group.
 */
export const undoInSteps = defineJob(UNDO_JOB, async (job, control) => {
  const { filter, upTo, total } = job.input;
  const { services } = control;
  const found: Found = { conflicts: 0, examples: [], ...job.position };
  const undone = () => countUndosOfJob(services.db(), job.id);
  let decided = 0;
  const before = Number(job.position.before ?? upTo + 1);
  await control.step(() => ({ total }));
  for await (const deed of deeds(services, filter, before)) {
    if (isUndone(services.db(), deed)) continue;
    try {
      await services.writeStep('operation.undoMany', job.caller, (context) =>
        reverse(context, requireOperation(context.db, deed.id), 'undo', job.id),
      );
    } catch (error) {
      const message = conflictOf(error);
      found.conflicts++;
      if (found.examples.length < MAX_NAMED)
        found.examples.push({ operationId: deed.id, summary: deed.summary, message });
    }
    decided++;
    if (decided % PER_PROGRESS !== 0) continue;
    await control.step(() => ({ done: undone() + found.conflicts, position: { ...found, before: deed.seq } }));
  }
  await control.step(() => ({ done: undone() + found.conflicts }));
  return { undone: undone(), conflicts: found.conflicts, examples: found.examples };
});
