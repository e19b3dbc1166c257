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
import type { CheckResult, findUnusedLessons, UnusedScope } from '@twicewise/store';

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

/** A page of unused lessons. */
export interface UnusedRequest extends UnusedScope {
  limit: number;
  cursor: string | undefined;
}

/** What `memory.insights` is asked; instants in UTC with milliseconds. */
export interface InsightRequest {
  projectId: string | null;
  since: string | null;
  until: string | null;
  step: TimeStep | null;
  utcOffset: number;
  /** The present, as an instant. */
  now: string;
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
  findUnused(request: UnusedRequest): Promise<ReturnType<typeof findUnusedLessons>>;
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

/** A machine of which nothing is known: every folder is a project of its own. */
export const NOWHERE: Surroundings = {
  resolveFolder: async (folder) => ({ key: folder, root: folder, name: basename(folder) }),
  worktreeNames: async () => [],
  transcriptFolder: () => null,
  clients: null,
};
