import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { AppError } from '@twicewise/contract';
import { refuseMisplaced } from './misplaced.ts';

function refused(message: string): AppError {
  return new AppError({
    code: 'refused',
    message,
    hint: 'Choose another data folder (commands: --data); nothing was opened.',
  });
}

function refuseForeign(path: string): void {
  const stats = lstatSync(path);
  if (!stats.isDirectory()) throw refused(`${path} is not a folder of its own (a link, or a file).`);
  const me = process.getuid?.();
  if (me !== undefined && stats.uid !== me) throw refused(`${path} belongs to another user.`);
}

/**
 * Creates a folder and its parents, accessible only to us. Does not use `recursive`: where the system lets nobody create folders
 * (as in /proc), Node 24 would then retry for ever.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process created it first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Creates a folder that only we can access. Refuses a link, or a folder of another user: it could lead our socket elsewhere. */
export function ownFolder(path: string): void {
  makeFolder(path);
  refuseForeign(path);
  if ((lstatSync(path).mode & 0o077) !== 0) chmodSync(path, 0o700);
}

/** Claims the data folder as ours. A folder used for something else is refused instead of being closed to its other users. */
export function ownDataFolder(path: string): void {
  if (existsSync(path)) {
    refuseForeign(path);
    // Lists only once: another host that starts at the same moment may create its run folder between two listings.
    const entries = readdirSync(path);
    const isOurs = entries.length === 0 || entries.includes('run') || entries.includes('memory.db');
    if (!isOurs) throw refused(`${path} holds other files.`);
    refuseMisplaced(path);
  }
  ownFolder(path);
}

/** Writes a file with mode 0600, completely or not at all. */
export function writePrivate(path: string, text: string): void {
  const partial = `${path}.${process.pid}`;
  writeFileSync(partial, text, { mode: 0o600 });
  renameSync(partial, path);
}
