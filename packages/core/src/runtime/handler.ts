import type { Caller, OperationName, OutputOf, ParsedInputOf } from '@twicewise/contract';
import type { Context, ReadContext, WriteContext } from './context.ts';
import type { Once, Services } from './services.ts';

/** What a handler gets that takes long or works on files: it may wait, and writes through `services.write`. */
export interface TaskContext {
  readonly caller: Caller;
  readonly services: Services;
  /** Idempotency key, for tasks that write. */
  readonly once: Once | undefined;
  /** When the request began, on the monotonic clock. */
  readonly startedAt: number;
}

/** The memory as a task sees it. */
export function contextOf({ caller, services }: TaskContext): Context {
  return { db: services.db(), caller, now: services.now };
}

type Run<N extends OperationName, C, R> = (input: ParsedInputOf<N>, context: C) => R;

/** How an operation is carried out. */
export type Handler<N extends OperationName = OperationName> =
  | { readonly mode: 'read'; readonly run: Run<N, ReadContext, OutputOf<N>> }
  | { readonly mode: 'write'; readonly run: Run<N, WriteContext, OutputOf<N>> }
  | { readonly mode: 'task'; readonly run: Run<N, TaskContext, OutputOf<N> | Promise<OutputOf<N>>> };

/** Handlers of some operations; the union of all topics must cover the contract. */
export type HandlersOf<N extends OperationName> = { readonly [K in N]: Handler<K> };
