import { chmodSync, copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError, PRODUCT } from '@twicewise/contract';
import { explainSqliteError, storePaths } from '@twicewise/store';
import { runPaths, standInFolder } from './data-folder.js';
import type { DataLock } from './lock.ts';
import { ownFolder } from './run-folder.ts';
import { lockOrTakeOver, type TakeOver } from './take-over.ts';

const CODES = new Set(['EACCES', 'EROFS', 'EPERM', 'SQLITE_CANTOPEN']);

/** True for errors that mean: this folder cannot be written. */
export function isReadOnly(error: unknown): boolean {
  const code = error instanceof Error ? (error as Error & { code?: string }).code : undefined;
  return code !== undefined && (CODES.has(code) || code.startsWith('SQLITE_READONLY'));
}

/** A private copy of a memory, in a folder that goes away with `remove`. */
export interface ReadOnlyCopy {
  folder: string;
  database: string;
  remove: () => void;
}

/** Throws the error that showed it, explained, when it means something else or there is nothing to read. */
function requireReadOnly(data: string, error: unknown): void {
  if (!isReadOnly(error)) throw explainSqliteError(error);
  if (!existsSync(storePaths(data).database)) throw nothingToRead(data, error);
}

/**
 * Copies a memory that cannot be opened for writing: a WAL database cannot even be read where it lies without writing.
 * Given the error that showed it.
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

/** What a host of a data folder works with that cannot be written. */
export interface StandIn {
  /** Where its run folder lies; agents know it, see `findHost`. */
  folder: string;
  /** Also takes the copy away. */
  lock: DataLock;
  database: string;
}

/**
 * The place of a host whose data folder cannot be written: a run folder elsewhere, with the lock that makes it the only
 * one, and a copy to read. Null when there is such a host. Given the error that showed it, as {@link copyToRead}.
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
      copy.remove();
      lock.release();
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
