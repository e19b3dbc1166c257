import { basename } from 'node:path';
import type {
  Backup,
  ClientApplied,
  ClientChanges,
  ClientProgram,
  Insights,
  MemoryMetrics,
  OutputOf,
  ProjectFolder,
  TimeStep,
  TranscriptAgent,
} from '@twicewise/contract';
import type { CheckResult, findUnusedLessons, UnusedScope, WaitingScope, WaitingWorth } from '@twicewise/store';

/** Facts about the process that only the host knows. */
export interface HostFacts {
  pid: number;
  epoch: string;
  startedAt: string;
  dataFolder: string;
  /** The shell command with which an agent connects to this memory; null when there is none. */
  connectCommand?: string | null;
  connections: OutputOf<'host.status'>['connections'];
}

/** The request for a page of unused lessons. */
export interface UnusedRequest extends UnusedScope {
  limit: number;
  cursor: string | undefined;
}

/** The input of `memory.insights`; times are UTC with milliseconds. */
export interface InsightRequest {
  projectId: string | null;
  since: string | null;
  until: string | null;
  step: TimeStep | null;
  utcOffset: number;
  /** The current time. */
  now: string;
}

/** Long read-only work that must not block writes. The host runs it on a second thread. */
export interface Maintenance {
  backup(cause: Backup['cause']): Promise<Backup>;
  check(): Promise<CheckResult>;
  /** Runs the full check of a backup; see `checkBackup` in the store. */
  checkBackup(name: string): Promise<CheckResult>;
  /** `memory.metrics` of one project, or of all when null, since an ISO time, or from the beginning when null. */
  metrics(projectId: string | null, since: string | null): Promise<MemoryMetrics>;
  insights(request: InsightRequest): Promise<Insights>;
  /** Lessons that no agent was shown. */
  findUnused(request: UnusedRequest): Promise<ReturnType<typeof findUnusedLessons>>;
  /** Counts what waits for a person. */
  countWaiting(request: WaitingScope): Promise<WaitingWorth>;
}

/** Facts about the machine and its user that only the host knows. */
export interface Surroundings {
  /** The project of a folder that an agent worked in. The folder may no longer exist. */
  resolveFolder(folder: string): Promise<ProjectFolder>;
  /** Folder names of a repository's worktrees, by its git common directory; empty when there is no such repository. */
  worktreeNames(gitCommonDir: string): Promise<string[]>;
  /** Where an agent program keeps its transcripts; null when unknown. */
  transcriptFolder(agent: TranscriptAgent): string | null;
  /** Connects agent programs to this memory; null when not available. */
  readonly clients: ClientConnector | null;
}

/** Adds Twicewise to the configuration of agent programs; see the operations `client.*`. */
export interface ClientConnector {
  list(): ClientProgram[];
  /** Throws `invalid_input` for an unknown program, and `refused` for a file that must not be changed. */
  preview(client: string, remove: boolean): ClientChanges;
  /** Throws `conflict` when the change would differ from the previewed one. */
  apply(client: string, remove: boolean, digest: string): Promise<ClientApplied>;
}

/** Surroundings that know nothing: every folder is a project of its own. */
export const NOWHERE: Surroundings = {
  resolveFolder: async (folder) => ({ key: folder, root: folder, name: basename(folder) }),
  worktreeNames: async () => [],
  transcriptFolder: () => null,
  clients: null,
};
