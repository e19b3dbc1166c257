import { basename } from 'node:path';
import type {
  ClientApplied,
  ClientChanges,
  ClientProgram,
  OutputOf,
  ProjectFolder,
  TranscriptAgent,
} from '@twicewise/contract';

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

/** Facts about the machine and its user that only the host knows. */
export interface Surroundings {
  /** The project of a folder that an agent worked in. The folder may no longer exist. */
  resolveFolder(folder: string): Promise<ProjectFolder>;
  /** Folder names of a repository's worktrees, by its git common directory; empty when there is no such repository. */
  worktreeNames(gitCommonDir: string): Promise<string[]>;
  /** Where an agent program keeps its transcripts; null when unknown. */
  transcriptFolder(agent: TranscriptAgent): string | null;
  /** Loads what connects agent programs to this memory; null when not available. Few hosts are ever asked for it. */
  readonly clients: (() => Promise<ClientConnector>) | null;
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
