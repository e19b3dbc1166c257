import type { Caller, ChangeEvent, OutputOf, StoreHealth } from '@twicewise/contract';
import type { CheckResult, ReadableDb, StorePaths } from '@twicewise/store';
import type { BackupChecks } from './backup-checks.ts';
import type { WriteContext } from './context.ts';
import type { RecordExposures } from './exposures/shown-answer.ts';
import type { Shelf } from './index-builder.ts';
import type { IndexSource } from './indexes.ts';
import type { PartKey } from './parts.ts';
import type { HostFacts, Maintenance, Surroundings } from './surroundings.ts';

/** Idempotency key of a request, and the hash of what it asks for. */
export interface Once {
  value: string;
  hash: string;
}

/** What long-running handlers and jobs work with. */
export interface Services {
  readonly paths: StorePaths;
  readonly maintenance: Maintenance;
  readonly backups: BackupChecks;
  readonly now: () => number;
  /** The open memory. Throws the reason when there is none. */
  db(): ReadableDb;
  /** Schema version of the open file. */
  schemaVersion(): number;
  /** Number of the newest change event. */
  revision(): number;
  /** True when the memory was not closed by the program that had it open before. */
  wasUnclean(): boolean;
  /**
   * Runs a write in the queue; throws what it threw. `run` may be called twice (when others in its transaction filled
   * the disk), so it changes nothing but the memory. With `once`, a repeated request gets the first answer.
   */
  write<T>(name: string, caller: Caller, run: (context: WriteContext) => T, once?: Once): Promise<T>;
  /** As `write`, for one step of long work: it gives way to what clients ask for. */
  writeStep<T>(name: string, caller: Caller, run: (context: WriteContext) => T, once?: Once): Promise<T>;
  health(): StoreHealth;
  hostFacts(): Promise<HostFacts>;
  lastCheck(): OutputOf<'host.status'>['lastCheck'];
  clockSetBack(): OutputOf<'host.status'>['clockSetBack'];
  noteCheck(result: CheckResult): void;
  /**
   * Closes the memory, lets `swap` work on its files, and opens it again. `closing` runs just before, when no further
   * write can come in between.
   */
  reopen<T>(swap: () => T, options?: { closing?: () => void; startEmpty?: boolean }): Promise<T>;
  /** An index, once it holds everything committed before this call. */
  index<D extends { id: string; seq: number }, S extends Shelf<D>>(source: IndexSource<D, S>): Promise<S>;
  /** The same without waiting for a memory that is still read; null while it is. */
  indexSoon<D extends { id: string; seq: number }, S extends Shelf<D>>(source: IndexSource<D, S>): Promise<S | null>;
  /** A part of the core that a topic has brought. */
  part<T>(key: PartKey<T>): T;
  /** Records what a caller is shown; `startedAt` is when its request began, on the monotonic clock. */
  exposureRecorder(caller: Caller, startedAt: number): RecordExposures;
  readonly surroundings: Surroundings;
  /** A text without secrets. */
  redactText(text: string): string;
  /** Wakes the job runners. */
  wakeJobs(): void;
  /** Sends a change event for something that is not a recorded write. */
  announce(changed: ChangeEvent['changed']): void;
  log(message: string, error?: unknown): void;
}
