import type { Operation, OutputOf } from '@twicewise/contract';
import {
  countChanged,
  countChangesOfJob,
  countRecords,
  findOperations,
  findWholeJobs,
  type ReadableDb,
} from '@twicewise/store';
import type { WriteContext } from '../runtime/context.ts';
import { read, task } from '../runtime/define-handler.ts';
import type { HandlersOf } from '../runtime/handler.ts';
import { accountOf } from './kept.ts';
import { requireOperation, reverse } from './reverse.ts';
import { reverseJob } from './reverse-job.ts';
import { previewUndoMany, undoMany, writesOf } from './undo-many.ts';

type Reversed = OutputOf<'operation.undo'>;

function reverseOne(context: WriteContext, operationId: string, verb: 'undo' | 'redo'): Reversed {
  const { id, kept } = reverse(context, requireOperation(context.db, operationId), verb);
  return { operation: requireOperation(context.db, id), records: countChanged(context.db, [id]), ...accountOf(kept) };
}

/** Adds to an operation what it changed; to the step of a job the totals of the whole job. */
function countedWhole(db: ReadableDb, item: Operation): Operation {
  const { jobId, kind } = item;
  const ofJob = jobId === null ? {} : { jobChangeCount: countChangesOfJob(db, jobId, kind) };
  return { ...item, ...ofJob, recordCounts: countRecords(db, item) };
}

/** Handlers of the operations log. */
export const undoHandlers: HandlersOf<
  'operation.list' | 'operation.undo' | 'operation.redo' | 'operation.previewUndoMany' | 'operation.undoMany'
> = {
  'operation.list': read(({ limit, cursor, wholeJobs, ...filter }, { db }) => {
    if (!wholeJobs) return findOperations(db, writesOf(filter, db), limit, cursor);
    const page = findWholeJobs(db, writesOf(filter, db), limit, cursor);
    return { ...page, items: page.items.map((item) => countedWhole(db, item)) };
  }),
  'operation.previewUndoMany': task(previewUndoMany),
  'operation.undoMany': task(undoMany),
  'operation.undo': task((input, context) => {
    if ('jobId' in input) return reverseJob(context, input.jobId, 'undo');
    const { services, caller, once } = context;
    return services.write('operation.undo', caller, (write) => reverseOne(write, input.operationId, 'undo'), once);
  }),
  'operation.redo': task((input, context) => {
    if ('jobId' in input) return reverseJob(context, input.jobId, 'redo');
    const { services, caller, once } = context;
    return services.write('operation.redo', caller, (write) => reverseOne(write, input.operationId, 'redo'), once);
  }),
};
