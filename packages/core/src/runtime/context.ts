import type { Caller, Topic } from '@twicewise/contract';
import type { Redaction } from '@twicewise/redaction';
import type { NewId, ReadableDb, WritableDb } from '@twicewise/store';
import type { RecordExposures } from './exposures/shown-answer.ts';
import type { OperationRecorder } from './operation-recorder.ts';

/** The context that every synchronous handler gets. */
export interface Context {
  readonly db: ReadableDb;
  readonly caller: Caller;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The context of a handler that only reads. */
export interface ReadContext extends Context {
  /** Records what the caller is shown. */
  readonly recordExposures: RecordExposures;
}

/** The context of a handler that writes. It runs inside a transaction and changes records only through the recorder. */
export interface WriteContext extends Context {
  readonly db: WritableDb;
  readonly newId: NewId;
  readonly record: OperationRecorder;
  /** ISO time of this operation; never earlier than that of the previous one. */
  readonly at: string;
  /** Adds an id to the change event for a change that is not a recorded one. */
  readonly touch: (topic: Topic, id: string) => void;
  /** Secrets that were removed from the input before the handler got it. */
  readonly redactions: readonly Redaction[];
}
