import type { OutputOf } from '@twicewise/contract';
import { countChanged, findOperations } from '@twicewise/store';
import type { HandlersOf, WriteContext } from '../context.ts';
import { reverseJob } from '../curation/reverse-job.ts';
import { previewUndoMany, undoMany, writesOf } from '../curation/undo-many.ts';
import { accountOf } from '../kept.ts';
import { requireOperation, reverse } from '../undo.ts';
import { read, task } from './define.ts';

type Reversed = OutputOf<'operation.undo'>;

function reverseOne(context: WriteContext, operationId: string, verb: 'undo' | 'redo'): Reversed {
  const { id, kept } = reverse(context, requireOperation(context.db, operationId), verb);
  return { operation: requireOperation(context.db, id), records: countChanged(context.db, [id]), ...accountOf(kept) };
}

/** Handlers of the operations log. */
export const historyHandlers: HandlersOf<
  'operation.list' | 'operation.undo' | 'operation.redo' | 'operation.previewUndoMany' | 'operation.undoMany'
> = {
  'operation.list': read(({ limit, cursor, ...filter }, { db }) =>
    findOperations(db, writesOf(filter, db), limit, cursor),
  ),
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
