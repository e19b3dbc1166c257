import type { Caller, OperationName, OutputOf, ParsedInputOf, Topic } from '@twicewise/contract';
import type { Redaction } from '@twicewise/redaction';
import type { NewId, ReadableDb, WritableDb } from '@twicewise/store';
import type { Account } from './accounts.ts';
import type { OperationRecorder } from './operation-recorder.ts';
import type { Once, Services } from './services.ts';

/** What every handler that works on the memory directly gets. */
export interface Context {
  readonly db: ReadableDb;
  readonly caller: Caller;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** What a handler that only reads gets. */
export interface ReadContext extends Context {
  /** Accounts for what the caller is shown; see `accounts.ts`. */
  readonly account: Account;
}

/** What a handler that writes gets: it runs inside a transaction and changes records through the recorder only. */
export interface WriteContext extends Context {
  readonly db: WritableDb;
  readonly newId: NewId;
  readonly record: OperationRecorder;
  /** ISO time of this operation; never earlier than the one before. */
  readonly at: string;
  /** Names something that changed beside the recorded records, for the change event. */
  readonly touch: (topic: Topic, id: string) => void;
  /** Secrets that were taken out of the input before the handler saw it. */
  readonly redactions: readonly Redaction[];
}

/** What a handler gets that takes long or works on files: it may wait, and writes through `services.write`. */
export interface TaskContext {
  readonly caller: Caller;
  readonly services: Services;
  /** Idempotency key, for tasks that write. */
  readonly once: Once | undefined;
  /** When the request began, on the monotonic clock. */
  readonly startedAt: number;
}

type Run<N extends OperationName, C, R> = (input: ParsedInputOf<N>, context: C) => R;

/** How an operation is carried out. */
export type Handler<N extends OperationName = OperationName> =
  | { readonly mode: 'read'; readonly run: Run<N, ReadContext, OutputOf<N>> }
  | { readonly mode: 'write'; readonly run: Run<N, WriteContext, OutputOf<N>> }
  | { readonly mode: 'task'; readonly run: Run<N, TaskContext, OutputOf<N> | Promise<OutputOf<N>>> };

/** Handlers of some operations; the union of all topics must cover the contract. */
export type HandlersOf<N extends OperationName> = { readonly [K in N]: Handler<K> };
