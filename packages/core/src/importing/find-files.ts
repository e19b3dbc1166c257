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

/**
 * Files in a folder and those below it whose bare name is accepted, in no order, and how many folders could not be looked
 * into. Links are not followed. Folder by folder: one that may not be read must not hide all others.
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
      if (entry.isDirectory()) folders.push(join(path, entry.name));
      else if (entry.isFile() && accepts(entry.name)) paths.push(join(path, entry.name));
    }
  }
  return { paths, unreadable };
}
