import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** Opening a pipe to read waits for somebody who writes, on one of the few threads that all files share. */
const WITHOUT_WAITING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Opens a file to read whose path came from outside. Throws as the file system does (with `code` and `syscall`), also for what
 * is there but is no regular file: a pipe never ends unless its writer wants it, and a device has no end at all.
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
  // One byte more than is allowed tells that there are more; what the file says of its size may change while it is read.
  for await (const part of file.createReadStream({ end: maxBytes })) {
    parts.push(part as Buffer);
    length += (part as Buffer).length;
  }
  return length > maxBytes ? null : Buffer.concat(parts, length);
}
