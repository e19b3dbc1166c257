import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';

/** File mode: only the owner may read a memory. */
const MODE = 0o600;

/** Removes the access rights of others from a file, if it exists. A file of another owner is left as it is. */
export function makePrivate(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats || (stats.mode & 0o077) === 0) return;
  try {
    chmodSync(path, MODE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}

/** Creates an empty private file for SQLite. SQLite gives its WAL and journal the same rights. */
export function makePrivateFile(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', MODE));
  makePrivate(path);
}

/** Like the above, for a file that must not exist yet; false if it does. */
export function makeNewPrivateFile(path: string): boolean {
  try {
    closeSync(openSync(path, 'wx', MODE));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
