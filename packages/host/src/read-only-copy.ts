import { chmodSync, copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError, PRODUCT } from '@twicewise/contract';
import { explainSqliteError, storePaths } from '@twicewise/store';

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

/**
 * Copies a memory that cannot be opened for writing: a WAL database cannot even be read where it lies without writing.
 * Given the error that showed it; throws that error, explained, when it means something else or there is nothing to copy.
 */
export function copyToRead(data: string, error: unknown): ReadOnlyCopy {
  const from = storePaths(data).database;
  if (!isReadOnly(error)) throw explainSqliteError(error);
  if (!existsSync(from)) throw nothingToRead(data, error);
  const folder = mkdtempSync(join(tmpdir(), `${PRODUCT.command}-read-only-`));
  const database = join(folder, 'memory.db');
  for (const suffix of ['', '-wal']) {
    if (!existsSync(from + suffix)) continue;
    copyFileSync(from + suffix, database + suffix);
    chmodSync(database + suffix, 0o600);
  }
  return { folder, database, remove: () => rmSync(folder, { recursive: true, force: true }) };
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
