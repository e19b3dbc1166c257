import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A file of a transcript. */
export interface TranscriptFile {
  path: string;
  bytes: number;
  /** Milliseconds since 1970. */
  changedAt: number;
}

/** Helpers of Claude Code that only compact a conversation: they repeat it and do no work. */
const COMPACTION = /^agent-acompact-/;
const MAX_FILES = 100_000;

/** Transcripts that were found, those changed last at the end, and how many files and folders could not be looked at. */
export interface FoundTranscripts {
  files: TranscriptFile[];
  unreadable: number;
}

/**
 * Transcripts in a folder and those below it, or the one file that the path is. Links are not followed. `since` leaves out
 * older files: milliseconds since 1970. What is gone or closed to us is counted and passed over, but for the path itself.
 */
export async function findTranscripts(path: string, since: number): Promise<FoundTranscripts> {
  const top = await stat(path);
  const { paths, unreadable } = top.isFile() ? { paths: [path], unreadable: 0 } : await jsonLinesIn(path);
  const found: FoundTranscripts = { files: [], unreadable };
  for (const one of paths) {
    const facts = await unlessClosed(() => stat(one));
    if (!facts) found.unreadable++;
    else if (facts.mtimeMs >= since) found.files.push({ path: one, bytes: facts.size, changedAt: facts.mtimeMs });
  }
  const inOrder = found.files.sort((a, b) => a.changedAt - b.changedAt || (a.path < b.path ? -1 : 1));
  return { ...found, files: inOrder.slice(-MAX_FILES) };
}

/** Folder by folder: one that may not be read must not hide all others. */
async function jsonLinesIn(top: string): Promise<{ paths: string[]; unreadable: number }> {
  const paths: string[] = [];
  let unreadable = 0;
  const folders = [top];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const path = folder;
    const entries = await unlessClosed(() => readdir(path, { withFileTypes: true }));
    if (!entries) unreadable++;
    for (const entry of entries ?? []) {
      if (entry.isDirectory()) folders.push(join(path, entry.name));
      else if (entry.isFile() && entry.name.endsWith('.jsonl') && !COMPACTION.test(entry.name))
        paths.push(join(path, entry.name));
    }
  }
  return { paths, unreadable };
}

/** What the file system answers, or null where it does not let us: gone since, or without the right to read. */
export async function unlessClosed<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Error && 'code' in error && 'syscall' in error) return null;
    throw error;
  }
}
