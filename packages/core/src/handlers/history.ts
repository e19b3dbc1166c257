import { AppError, type OutputOf } from '@twicewise/contract';
import { findOperations, standingOfJob } from '@twicewise/store';
import type { HandlersOf, TaskContext, WriteContext } from '../context.ts';
import { requireProject } from '../references.ts';
import { requireOperation, reverse } from '../undo.ts';
import { read, task } from './define.ts';

type Reversed = OutputOf<'operation.undo'>;

function reverseOne(context: WriteContext, operationId: string, verb: 'undo' | 'redo'): Reversed {
  const { id, kept } = reverse(context, requireOperation(context.db, operationId), verb);
  return { operation: requireOperation(context.db, id), kept };
}

/** Reverses everything a job wrote, one operation after another so that other clients are served in between. */
async function reverseJob({ caller, services }: TaskContext, jobId: string, verb: 'undo' | 'redo'): Promise<Reversed> {
  const targets = standingOfJob(services.db(), jobId, verb === 'undo' ? ['do', 'redo'] : ['undo']);
  const kept = new Set<string>();
  let last: Reversed | null = null;
  for (const target of targets) {
    last = await services.write(`operation.${verb}`, caller, (context) => reverseOne(context, target, verb));
    for (const id of last.kept) kept.add(id);
  }
  if (last) return { operation: last.operation, kept: [...kept] };
  throw new AppError({
    code: 'not_found',
    reason: 'nothing_to_do',
    message: `This job has nothing to ${verb}.`,
    hint: 'operation.list shows what stands and what was undone.',
  });
}

/** Handlers of the operations log. */
export const historyHandlers: HandlersOf<'operation.list' | 'operation.undo' | 'operation.redo'> = {
  'operation.list': read(({ limit, cursor, projectId, ...filter }, { db }) => {
    const project = projectId === undefined ? undefined : requireProject(db, projectId);
    return findOperations(db, { ...filter, projectId: project }, limit, cursor);
  }),
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
