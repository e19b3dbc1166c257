import type { Caller, Topic } from '@twicewise/contract';
import type { Redaction } from '@twicewise/redaction';
import type { NewId, ReadableDb, WritableDb } from '@twicewise/store';
import type { RecordExposures } from './exposures/shown-answer.ts';
import type { OperationRecorder } from './operation-recorder.ts';

/** What every handler that works on the memory directly gets. */
export interface Context {
  readonly db: ReadableDb;
  readonly caller: Caller;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** What a handler that only reads gets. */
export interface ReadContext extends Context {
  /** Records what the caller is shown. */
  readonly recordExposures: RecordExposures;
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
