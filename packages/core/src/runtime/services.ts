import type {
  Backup,
  Caller,
  ChangeEvent,
  ClientApplied,
  ClientChanges,
  ClientProgram,
  Insights,
  MemoryMetrics,
  OutputOf,
  ProjectFolder,
  StoreHealth,
  TranscriptAgent,
} from '@twicewise/contract';
import type { LessonIndex } from '@twicewise/search';
import type { CheckResult, findNeglected, NeglectScope, ReadableDb, StorePaths } from '@twicewise/store';
import type { CausalIndex } from '../causes/causal-index.ts';
import type { InsightRequest } from '../insights/index.ts';
import type { PatternIndex } from '../patterns/pattern-index.ts';
import type { Comparer } from '../review/comparison/comparer.ts';
import type { Vectors } from '../vectors/index.ts';
import type { Account } from './accounts.ts';
import type { BackupChecks } from './backup-checks.ts';
import type { WriteContext } from './context.ts';

/** Idempotency key of a request, and the hash of what it asks for. */
export interface Once {
  value: string;
  hash: string;
}

/** Facts about the process that only the host knows. */
export interface HostFacts {
  pid: number;
  epoch: string;
  startedAt: string;
  dataFolder: string;
  /** What an agent launches to use this memory, for a shell; null where there is no such command. */
  connectCommand?: string | null;
  connections: OutputOf<'host.status'>['connections'];
}

/** A page of neglected lessons. */
export interface NeglectRequest extends NeglectScope {
  limit: number;
  cursor: string | undefined;
}

/** Long reading work that must not hold up the writer; the host runs it on a second thread. */
export interface Maintenance {
  backup(cause: Backup['cause']): Promise<Backup>;
  check(): Promise<CheckResult>;
  /** The full check of a backup; see `checkBackup` of the store. */
  checkBackup(name: string): Promise<CheckResult>;
  /** `memory.metrics` of one project or of all, since an ISO instant or from the beginning. */
  metrics(projectId: string | null, since: string | null): Promise<MemoryMetrics>;
  insights(request: InsightRequest): Promise<Insights>;
  /** Lessons that no agent gets to see. */
  neglected(request: NeglectRequest): Promise<ReturnType<typeof findNeglected>>;
}

/** What only the host knows of the machine and its person. */
export interface Surroundings {
  /** The project that a folder stood for when an agent worked there; it may be gone. */
  resolveFolder(folder: string): Promise<ProjectFolder>;
  /** Names of the folders of a repository's worktrees, by its git common directory; empty where that is none. */
  worktreeNames(gitCommonDir: string): Promise<string[]>;
  /** Where an agent keeps its transcripts; null when that is not known. */
  transcriptFolder(agent: TranscriptAgent): string | null;
  /** The programs that run agents; null where they are not known. */
  readonly clients: ClientConnector | null;
}

/** Enters Twicewise in the configuration of programs that run agents; see the operations `client.*`. */
export interface ClientConnector {
  list(): ClientProgram[];
  /** Throws `invalid_input` for an unknown program and `refused` for a file that must not be touched. */
  preview(client: string, remove: boolean): ClientChanges;
  /** Throws `conflict` when the change would not be the one that was previewed. */
  apply(client: string, remove: boolean, digest: string): Promise<ClientApplied>;
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
  /** The indexes, once they hold everything committed before this call. */
  lessons(): Promise<LessonIndex>;
  sessions(): Promise<LessonIndex>;
  /** The causal graph, once it holds everything committed before this call. */
  causes(): Promise<CausalIndex>;
  /** Patterns, once everything that was committed is in them. */
  patterns(): Promise<PatternIndex>;
  /** The same without waiting for a memory that is still read; null while it is. */
  patternsSoon(): Promise<PatternIndex | null>;
  readonly vectors: Vectors;
  /** Pairs of lessons that a person should look at. */
  readonly comparer: Comparer;
  /** The account of what a caller is shown. */
  account(caller: Caller, startedAt: number): Account;
  readonly surroundings: Surroundings;
  /** A text without secrets. */
  redactText(text: string): string;
  /** Wakes the job runners. */
  wakeJobs(): void;
  /** Sends a change event for something that is not a recorded write. */
  announce(changed: ChangeEvent['changed']): void;
  log(message: string, error?: unknown): void;
}
