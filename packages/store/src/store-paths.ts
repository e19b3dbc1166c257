import { join } from 'node:path';

/** Where a memory keeps its files. All absolute. */
export interface StorePaths {
  /** The truth: `memory.db`. */
  readonly database: string;
  /** Rolling backups. */
  readonly backups: string;
  /** Damaged files, set aside untouched. */
  readonly setAside: string;
}

/** Paths of the store inside a data folder. */
export function storePaths(dataFolder: string): StorePaths {
  return {
    database: join(dataFolder, 'memory.db'),
    backups: join(dataFolder, 'backups'),
    setAside: join(dataFolder, 'set-aside'),
  };
}
