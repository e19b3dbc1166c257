import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';

/** Mode of a new file: such files hold credentials. */
const NEW_MODE = 0o600;

/** Replaces a file atomically, so that nobody reads half of it. Keeps its mode and owner. */
export function replaceFile(path: string, text: string): void {
  const present = existsSync(path) ? statSync(path) : null;
  const partial = `${path}.${process.pid}.partial`;
  const handle = openSync(partial, 'wx', (present?.mode ?? NEW_MODE) & 0o777);
  try {
    writeFileSync(handle, text);
    fsyncSync(handle);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
  try {
    // Root may edit another user's file. Without this, that user's program could no longer read it.
    if (present && process.getuid?.() === 0) chownSync(partial, present.uid, present.gid);
    renameSync(partial, path);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}
