import { chmodSync, copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runPaths, standInFolder } from '@twicewise/client/data-folder';
import { AppError, PRODUCT } from '@twicewise/contract';
import { type DataLock, ownFolder } from '@twicewise/memory/host-side';
import { explainSqliteError, storePaths } from '@twicewise/store';
import { lockOrTakeOver, type TakeOver } from './take-over.ts';

const CODES = new Set(['EACCES', 'EROFS', 'EPERM', 'SQLITE_CANTOPEN']);

/** True for errors which mean that the folder cannot be written. */
export function isReadOnly(error: unknown): boolean {
  const code = error instanceof Error ? (error as Error & { code?: string }).code : undefined;
  return code !== undefined && (CODES.has(code) || code.startsWith('SQLITE_READONLY'));
}

/** A private copy of a memory; `remove` deletes its folder. */
export interface ReadOnlyCopy {
  folder: string;
  database: string;
  remove: () => void;
}

/** Throws the given error, with an explanation, if it means something else or there is no memory to read. */
function requireReadOnly(data: string, error: unknown): void {
  if (!isReadOnly(error)) throw explainSqliteError(error);
  if (!existsSync(storePaths(data).database)) throw nothingToRead(data, error);
}

/**
 * Copies a memory that cannot be opened for writing, because even reading a WAL database in place requires writing.
 * @param error The error that showed this.
 */
export function copyToRead(data: string, error: unknown): ReadOnlyCopy {
  requireReadOnly(data, error);
  const from = storePaths(data).database;
  const folder = mkdtempSync(join(tmpdir(), `${PRODUCT.command}-read-only-`));
  const database = join(folder, 'memory.db');
  for (const suffix of ['', '-wal']) {
    if (!existsSync(from + suffix)) continue;
    copyFileSync(from + suffix, database + suffix);
    chmodSync(database + suffix, 0o600);
  }
  return { folder, database, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** What a host uses when its data folder cannot be written. */
export interface StandIn {
  /** Folder that contains its run folder; agents find it with `findHost`. */
  folder: string;
  /** Releasing it also deletes the copy. */
  lock: DataLock;
  database: string;
}

/**
 * Prepares a host whose data folder cannot be written: a run folder elsewhere, with the lock that makes it the only host, and a
 * copy to read. Null when such a host already runs.
 * @param error As for {@link copyToRead}.
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
  try {
    const copy = copyToRead(data, error);
    const release = () => {
      try {
        copy.remove();
      } finally {
        lock.release();
      }
    };
    return { folder, lock: { release }, database: copy.database };
  } catch (failure) {
    lock.release();
    throw failure;
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
