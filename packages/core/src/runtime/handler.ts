import type { Caller, OperationName, OutputOf, ParsedInputOf } from '@twicewise/contract';
import type { Redaction } from '@twicewise/redaction';
import type { Context, ReadContext, WriteContext } from './context.ts';
import type { Telling } from './exposures/telling.ts';
import type { Once, Services } from './services.ts';

/** The context of an asynchronous handler: it may take long or work on files, and writes through `services.write`. */
export interface TaskContext {
  readonly caller: Caller;
  readonly services: Services;
  /** Idempotency key, for tasks that write. */
  readonly once: Once | undefined;
  /** When the request began, on the monotonic clock. */
  readonly startedAt: number;
  /** What is known of the text of the answer. */
  readonly telling: Telling;
  /** Secrets that were removed from the input before the handler got it. */
  readonly redactions: readonly Redaction[];
}

/** The context for reads that a task makes. */
export function contextOf({ caller, services }: TaskContext): Context {
  return { db: services.db(), caller, now: services.now };
}

type Run<N extends OperationName, C, R> = (input: ParsedInputOf<N>, context: C) => R;

/** The implementation of one operation. */
export type Handler<N extends OperationName = OperationName> =
  | { readonly mode: 'read'; readonly run: Run<N, ReadContext, OutputOf<N>> }
  | { readonly mode: 'write'; readonly run: Run<N, WriteContext, OutputOf<N>> }
  | { readonly mode: 'task'; readonly run: Run<N, TaskContext, OutputOf<N> | Promise<OutputOf<N>>> };

/** Handlers of some operations. The topics together must cover the contract. */
export type HandlersOf<N extends OperationName> = { readonly [K in N]: Handler<K> };
