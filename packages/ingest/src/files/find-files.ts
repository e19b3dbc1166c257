import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** What the file system answers, or null where it does not let us: gone since, or without the right to read. */
export async function unlessClosed<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Error && 'code' in error && 'syscall' in error) return null;
    throw error;
  }
}

/** Folders of other people's work, in which nobody looks for their own. */
const OTHERS = new Set(['.git', 'node_modules']);
/** Most files of one look. */
export const MAX_FILES = 100_000;

/**
 * Files in a folder and those below it whose bare name is accepted, in no order, and how many folders could not be looked
 * into; at most {@link MAX_FILES}. Links to folders are not followed; those with an accepted name are among the files, for whoever
 * reads them to name. Folder by folder: one that may not be read must not hide all others.
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
