import { AppError, type OutputOf } from '@twicewise/contract';
import { findOperations, type ReadableDb, standingOfJob } from '@twicewise/store';
import type { HandlersOf, TaskContext, WriteContext } from '../context.ts';
import { previewUndoMany, undoMany, writesOf } from '../curation/undo-many.ts';
import { onceForStep } from '../idempotency-key.ts';
import { requireOperation, reverse } from '../undo.ts';
import { read, task } from './define.ts';

type Reversed = OutputOf<'operation.undo'>;

function reverseOne(context: WriteContext, operationId: string, verb: 'undo' | 'redo'): Reversed {
  const { id, kept } = reverse(context, requireOperation(context.db, operationId), verb);
  return { operation: requireOperation(context.db, id), kept };
}

/** What undoing or redoing a job has to reverse, the newest first. Throws when there is nothing. */
function requireTargets(db: ReadableDb, jobId: string, verb: 'undo' | 'redo'): [string, ...string[]] {
  const [first, ...rest] = standingOfJob(db, jobId, verb === 'undo' ? ['do', 'redo'] : ['undo']);
  if (first !== undefined) return [first, ...rest];
  throw new AppError({
    code: 'not_found',
    reason: 'nothing_to_do',
    message: `This job has nothing to ${verb}.`,
    hint: 'operation.list shows what stands and what was undone.',
  });
}

/**
 * Reverses everything a job wrote, one operation after another so that other clients are served in between. With an
 * idempotency key, the list of what to reverse is stored under it and each step under one of its own: a repeated
 * request finds the same list and the same answers, and goes on where the first one was broken off.
 */
async function reverseJob(
  { caller, services, once }: TaskContext,
  jobId: string,
  verb: 'undo' | 'redo',
): Promise<Reversed> {
  const name = `operation.${verb}` as const;
  const targets = await services.write(name, caller, ({ db }) => requireTargets(db, jobId, verb), once);
  const kept = new Set<string>();
  let last = targets[0];
  for (const target of targets) {
    const step = (context: WriteContext) => reverse(context, requireOperation(context.db, target), verb);
    const reversed = await services.writeStep(name, caller, step, onceForStep(once, target));
    for (const id of reversed.kept) kept.add(id);
    last = reversed.id;
  }
  return { operation: requireOperation(services.db(), last), kept: [...kept] };
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
