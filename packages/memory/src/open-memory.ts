import { randomUUID } from 'node:crypto';
import { runPaths } from '@twicewise/client/data-folder';
import type { Dispatch } from '@twicewise/contract';
import { createCore, type Surroundings } from '@twicewise/core';
import { storePaths } from '@twicewise/store';
import { type DataLock, takeLock } from './lock.ts';
import { ownDataFolder, ownFolder } from './private-folder.ts';

/** What a memory needs to know besides its folder; see `CoreOptions`. */
export interface MemoryNeeds {
  surroundings?: Surroundings;
  embeddingKey?: string | null;
  log: (message: string, error?: unknown) => void;
}

/** A memory that is open in this process. */
export interface OpenMemory {
  dispatch: Dispatch;
  /** Finishes running work and closes it. */
  close(): Promise<void>;
}

const TICK_MS = 60_000;

/** Opens the memory of a folder whose lock is held, or a copy of it; `release` is called when it is closed. */
export function openCore(
  data: string,
  readOnlyCopy: string | null,
  needs: MemoryNeeds,
  release: () => void,
): OpenMemory {
  const startedAt = new Date().toISOString();
  const facts = { pid: process.pid, epoch: randomUUID(), startedAt, dataFolder: data, connections: [] };
  const core = createCore({ paths: storePaths(data), readOnlyCopy, hostFacts: () => facts, ...needs });
  // A host does this once a minute. A long import needs it here too: for backups, and to continue after the disk was full.
  const tick = setInterval(() => core.maintain(), TICK_MS);
  // What is under way keeps the process alive by itself.
  tick.unref();
  return {
    dispatch: core.dispatch,
    async close() {
      clearInterval(tick);
      await core.close();
      release();
    },
  };
}

/**
 * Opens the memory of a folder in this process, under the same lock as a host; null when another process holds that. Throws
 * `refused` for a folder that is not ours or not safe, and what the system says where it cannot be written.
 */
export async function openMemory(data: string, needs: MemoryNeeds): Promise<OpenMemory | null> {
  ownDataFolder(data);
  ownFolder(runPaths(data).run);
  const lock: DataLock | null = await takeLock(data, 0);
  if (lock === null) return null;
  try {
    return openCore(data, null, needs, lock.release);
  } catch (error) {
    // On a read-only disk taking the lock may succeed and opening the memory fail.
    lock.release();
    throw error;
  }
}
