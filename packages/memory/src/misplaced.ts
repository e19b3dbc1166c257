import { lstatSync, type Stats, statSync } from 'node:fs';
import { runPaths } from '@twicewise/client/data-folder';
import { AppError } from '@twicewise/contract';
import { storePaths, vectorsPath } from '@twicewise/store';

/** What exists at a path, links followed; null for nothing. */
function found(path: string): Stats | null {
  return statSync(path, { throwIfNoEntry: false }) ?? null;
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder';
  return stats.isFile() ? 'a file' : 'neither a file nor a folder';
}

function misplaced(path: string, is: string, wanted: string): AppError {
  return new AppError({
    code: 'refused',
    message: `${path} is ${is}, where ${wanted} of Twicewise belongs; nothing was changed.`,
    hint: 'Move it away and try again.',
  });
}

/**
 * Refuses a data folder in which something else has the place of one of our files or folders. Checked before any is opened,
 * because a folder gives an error that nobody understands, and opening a pipe would wait for ever.
 */
export function refuseMisplaced(data: string): void {
  const { database, backups, setAside } = storePaths(data);
  const { token, info, lock, log, entrance, socket, control } = runPaths(data);
  const beside = [`${database}-wal`, `${database}-shm`, vectorsPath(storePaths(data))];
  for (const path of [database, ...beside, token, info, lock, log, entrance]) {
    const stats = found(path);
    if (stats && !stats.isFile()) throw misplaced(path, kindOf(stats), 'a file');
  }
  for (const path of [socket, control]) {
    const stats = found(path);
    if (stats?.isDirectory()) throw misplaced(path, kindOf(stats), 'a socket');
  }
  for (const path of [backups, setAside]) {
    const stats = found(path);
    if (stats && !stats.isDirectory()) throw misplaced(path, kindOf(stats), 'a folder');
  }
}

/** Refuses a link, and a file with a second name: what is written to it would be written elsewhere, too. */
export function refuseShared(path: string): void {
  const stats = lstatSync(path);
  if (!stats.isFile()) throw misplaced(path, 'a link', 'a file');
  if (stats.nlink > 1) throw misplaced(path, 'a file with a second name', 'a file');
}
