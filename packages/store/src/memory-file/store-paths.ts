import { join } from 'node:path';

/** The files of a memory. All paths are absolute. */
export interface StorePaths {
  /** The database, `memory.db`. */
  readonly database: string;
  /** Rolling backups. */
  readonly backups: string;
  /** Damaged files that were set aside unchanged. */
  readonly setAside: string;
}

/** The store's paths inside a data folder. */
export function storePaths(dataFolder: string): StorePaths {
  return {
    database: join(dataFolder, 'memory.db'),
    backups: join(dataFolder, 'backups'),
    setAside: join(dataFolder, 'set-aside'),
  };
}
