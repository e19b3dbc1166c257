import type { Caller, ChangeEvent, OutputOf, StoreHealth } from '@twicewise/contract';
import type { CheckResult, ReadableDb, Snapshot, StorePaths } from '@twicewise/store';
import type { BackupChecks } from './backup-checks.ts';
import type { WriteContext } from './context.ts';
import type { RecordExposures } from './exposures/shown-answer.ts';
import type { Telling } from './exposures/telling.ts';
import type { Shelf } from './index-builder.ts';
import type { IndexSource } from './indexes.ts';
import type { PartKey } from './parts.ts';
import type { SecondThread } from './second-thread.ts';
import type { HostFacts, Surroundings } from './surroundings.ts';
import type { WriteAheadLog } from './write-ahead-log.ts';

/** The idempotency key of a request, and the hash of its input. */
export interface Once {
  value: string;
  hash: string;
}

/** What tasks and jobs use. */
export interface Services {
  readonly paths: StorePaths;
  readonly secondThread: SecondThread;
  readonly backups: BackupChecks;
  readonly now: () => number;
  readonly writeAheadLog: WriteAheadLog;
  /** The open memory. Throws when there is none, with the reason. */
  db(): ReadableDb;
  /** The memory as of now, on a connection of its own. Throws when there is none, with the reason. */
  snapshot(): Snapshot;
  /** Schema version of the open file. */
  schemaVersion(): number;
  /** Number of the newest change event. */
  revision(): number;
  /** True when the program that last had the memory open did not close it. */
  wasUnclean(): boolean;
  /**
   * Runs a write in the queue and rethrows its errors. `run` may be called twice (after another write in its transaction failed),
   * so it must have no effect outside the memory. With `once`, a repeated request gets the first answer.
   */
  write<T>(name: string, caller: Caller, run: (context: WriteContext) => T, once?: Once): Promise<T>;
  /** Like `write`, for one step of long work. Steps take turns with the requests of clients. */
  writeStep<T>(name: string, caller: Caller, run: (context: WriteContext) => T, once?: Once): Promise<T>;
  health(): StoreHealth;
  hostFacts(): Promise<HostFacts>;
  lastCheck(): OutputOf<'host.status'>['lastCheck'];
  clockSetBack(): OutputOf<'host.status'>['clockSetBack'];
  noteCheck(result: CheckResult): void;
  /**
   * Closes the memory, runs `swap` on its files, and opens it again. `closing` runs just before closing; no write can come in
   * between.
   */
  reopen<T>(swap: () => T, options?: { closing?: () => void; startEmpty?: boolean }): Promise<T>;
  /** An index, once it contains everything committed before this call. */
  index<D extends { id: string; seq: number }, S extends Shelf<D>>(source: IndexSource<D, S>): Promise<S>;
  /** Like `index`, but null when the index is not ready soon. */
  indexSoon<D extends { id: string; seq: number }, S extends Shelf<D>>(source: IndexSource<D, S>): Promise<S | null>;
  /** Gets a part that a topic added. */
  part<T>(key: PartKey<T>): T;
  /** Creates the recorder of what a caller is shown by the answer to a request. */
  exposureRecorder(caller: Caller, request: { startedAt: number; telling: Telling }): RecordExposures;
  readonly surroundings: Surroundings;
  /** Replaces the secrets in a text. */
  redactText(text: string): string;
  /** Wakes the job runners. */
  wakeJobs(): void;
  /** Sends a change event for a change that is not a recorded write. */
  announce(changed: ChangeEvent['changed']): void;
  log(message: string, error?: unknown): void;
}
