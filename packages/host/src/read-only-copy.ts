import { chmodSync, copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isOursAlone, runPaths, standInFolder } from '@twicewise/client/data-folder';
import { AppError } from '@twicewise/contract';
import { type DataLock, ownFolder, takeLock } from '@twicewise/memory/host-side';
import { explainSqliteError, storePaths } from '@twicewise/store';
import { lockOrTakeOver, type TakeOver } from './take-over.ts';

const CODES = new Set(['EACCES', 'EROFS', 'EPERM', 'SQLITE_CANTOPEN']);

/** True for errors which mean that the folder cannot be written. */
export function isReadOnly(error: unknown): boolean {
  const code = error instanceof Error ? (error as Error & { code?: string }).code : undefined;
  return code !== undefined && (CODES.has(code) || code.startsWith('SQLITE_READONLY'));
}

/** Throws the given error, with an explanation, if it means something else or there is no memory to read. */
function requireReadOnly(data: string, error: unknown): void {
  if (!isReadOnly(error)) throw explainSqliteError(error);
  if (!existsSync(storePaths(data).database)) throw nothingToRead(data, error);
}

/** The folder of the copy. Only the holder of the lock of the stand-in may change it. */
const copyFolder = (standIn: string) => join(standIn, 'copy');

/** Removes the copy. A link in its place is removed itself, and what it leads to stays. */
function removeCopy(standIn: string): void {
  rmSync(copyFolder(standIn), { recursive: true, force: true });
}

/**
 * Copies a memory that cannot be opened for writing, because even reading a WAL database in place requires writing. Removes the
 * copy that a killed process left. Returns the path of the new one.
 */
function copyToRead(data: string, standIn: string): string {
  removeCopy(standIn);
  mkdirSync(copyFolder(standIn), { mode: 0o700 });
  const from = storePaths(data).database;
  const database = join(copyFolder(standIn), 'memory.db');
  for (const suffix of ['', '-wal']) {
    if (!existsSync(from + suffix)) continue;
    copyFileSync(from + suffix, database + suffix);
    chmodSync(database + suffix, 0o600);
  }
  return database;
}

/** What a process uses that opens a memory whose data folder cannot be written. */
export interface StandIn {
  /** Folder that contains the run folder of a host; agents find it with `findHost`. */
  folder: string;
  /** Releasing it also deletes the copy. */
  lock: DataLock;
  database: string;
}

/**
 * Prepares to open a memory whose data folder cannot be written: a run folder elsewhere (see `standInFolder`), with the lock that
 * makes this process the only one, and a copy to read. The copy always has the same place and belongs to whoever holds the lock,
 * so that there is one at most, and the next start clears what a killed process left. Null when another process has the lock.
 * @param error The error that showed that the folder cannot be written; thrown if it means something else.
 */
export async function standInFor(
  { data, kind, takeOver = 'never' }: { data: string; kind: string; takeOver?: TakeOver },
  error: unknown,
): Promise<StandIn | null> {
  requireReadOnly(data, error);
  const folder = standInFolder(data);
  ownFolder(folder);
  ownFolder(runPaths(folder).run);
  const lock = await lockOrTakeOver(folder, kind, takeOver);
  if (!lock) return null;
  const release = () => {
    try {
      removeCopy(folder);
    } finally {
      lock.release();
    }
  };
  try {
    return { folder, lock: { release }, database: copyToRead(data, folder) };
  } catch (failure) {
    release();
    throw failure;
  }
}

/**
 * Removes the copy that a killed process left of a memory that can be written again: nothing that was purged from the memory since
 * may stay in it. Leaves one alone that is being read (its lock is held), and a folder that is not ours. Never throws, because
 * the memory can be used all the same.
 */
export async function removeDeadCopy(
  data: string,
  log: (message: string, error?: unknown) => void = () => {},
): Promise<void> {
  const standIn = standInFolder(data);
  if (!isOursAlone(standIn) || !existsSync(copyFolder(standIn))) return;
  try {
    const lock = await takeLock(standIn, 0);
    try {
      if (lock) removeCopy(standIn);
    } finally {
      lock?.release();
    }
  } catch (error) {
    log(`an old copy of the memory could not be removed from ${standIn}`, error);
  }
}

function nothingToRead(data: string, cause: unknown): AppError {
  return new AppError(
    {
      code: 'unavailable',
      reason: 'read_only',
      message: `The data folder ${data} cannot be written, and there is no memory in it to read.`,
      hint: 'Make the folder writable, or choose another with --data.',
    },
    { cause },
  );
}
