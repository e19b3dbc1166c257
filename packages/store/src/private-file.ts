import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';

/** Nobody but its owner may read what is in a memory. */
const MODE = 0o600;

/** Takes the rights of everybody else from a file, if it is there. One that is not ours is left as it is. */
export function makePrivate(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats || (stats.mode & 0o077) === 0) return;
  try {
    chmodSync(path, MODE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}

/** Makes an empty file for SQLite to fill, private from the first moment; its WAL and its journal get the same rights. */
export function makePrivateFile(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', MODE));
  makePrivate(path);
}

/** The same for one that must not be there yet; false if it is. */
export function makeNewPrivateFile(path: string): boolean {
  try {
    closeSync(openSync(path, 'wx', MODE));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
