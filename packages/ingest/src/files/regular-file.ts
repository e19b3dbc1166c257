import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** Without this, opening a pipe waits for a writer and blocks one of the few threads that all file access shares. */
const WITHOUT_WAITING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Opens a file for reading whose path came from outside. Throws file system errors (with `code` and `syscall`), also when the
 * path is no regular file: a pipe ends only when its writer closes it, and a device never ends.
 */
export async function openRegularFile(path: string): Promise<FileHandle> {
  const file = await open(path, WITHOUT_WAITING);
  const isRegular = await file.stat().then(
    (facts) => facts.isFile(),
    () => false,
  );
  if (isRegular) return file;
  await file.close();
  throw Object.assign(new Error('it is not a regular file'), { code: 'EINVAL', syscall: 'open' });
}

/** The bytes of a regular file, or null when there are more than `maxBytes`. Throws as {@link openRegularFile}. */
export async function readRegularFile(path: string, maxBytes: number): Promise<Buffer | null> {
  const file = await openRegularFile(path);
  const parts: Buffer[] = [];
  let length = 0;
  // One byte more than allowed shows that the file is too large. Its reported size may change during reading.
  for await (const part of file.createReadStream({ end: maxBytes })) {
    parts.push(part as Buffer);
    length += (part as Buffer).length;
  }
  return length > maxBytes ? null : Buffer.concat(parts, length);
}
