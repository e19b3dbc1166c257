import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The system says so, or Node before it, of a path with NUL. */
const isOfFile = (error: unknown) =>
  error instanceof Error && 'code' in error && ('syscall' in error || error.code === 'ERR_INVALID_ARG_VALUE');

/** The result of a file system call, or null when the file is gone or may not be read, or when no file can have its name. */
export async function unlessClosed<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (isOfFile(error)) return null;
    throw error;
  }
}

/** Folders with other people's work, which are never searched. */
const OTHERS = new Set(['.git', 'node_modules']);
/** Maximum number of files that one search returns. */
export const MAX_FILES = 100_000;

/**
 * Finds files below a folder whose bare name is accepted, in no order, and counts the folders that could not be read. Returns at
 * most {@link MAX_FILES}. Links to folders are not followed, but those with an accepted name are returned, so that the reader can
 * report them. Walks folder by folder, so that one unreadable folder does not hide all others.
 */
export async function filesIn(
  top: string,
  accepts: (name: string) => boolean,
): Promise<{ paths: string[]; unreadable: number }> {
  const paths: string[] = [];
  let unreadable = 0;
  const folders = [top];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const path = folder;
    const entries = await unlessClosed(() => readdir(path, { withFileTypes: true }));
    if (!entries) unreadable++;
    for (const entry of entries ?? []) {
      if (paths.length >= MAX_FILES) return { paths, unreadable };
      if (entry.isDirectory() && !OTHERS.has(entry.name)) folders.push(join(path, entry.name));
      else if ((entry.isFile() || entry.isSymbolicLink()) && accepts(entry.name)) paths.push(join(path, entry.name));
    }
  }
  return { paths, unreadable };
}
