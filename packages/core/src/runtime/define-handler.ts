import type { OperationName, OutputOf, ParsedInputOf } from '@twicewise/contract';
import type { ReadContext, WriteContext } from './context.ts';
import type { Handler, TaskContext } from './handler.ts';

/** Defines a handler that only reads. */
export function read<N extends OperationName>(
  run: (input: ParsedInputOf<N>, context: ReadContext) => OutputOf<N>,
): Handler<N> {
  return { mode: 'read', run };
}

/** Defines a handler that writes, inside the shared transaction. */
export function write<N extends OperationName>(
  run: (input: ParsedInputOf<N>, context: WriteContext) => OutputOf<N>,
): Handler<N> {
  return { mode: 'write', run };
}

/** Defines an asynchronous handler. */
export function task<N extends OperationName>(
  run: (input: ParsedInputOf<N>, context: TaskContext) => OutputOf<N> | Promise<OutputOf<N>>,
): Handler<N> {
  return { mode: 'task', run };
}
