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

/**
 * Transcripts in a folder and those below it, or the one file that the path is; those changed last come last. Links are not
 * followed. `since` leaves out older files: milliseconds since 1970.
 */
export async function findTranscripts(path: string, since: number): Promise<TranscriptFile[]> {
  const top = await stat(path);
  const paths = top.isFile() ? [path] : await jsonLinesIn(path);
  const files: TranscriptFile[] = [];
  for (const one of paths) {
    const { size, mtimeMs } = await stat(one);
    if (mtimeMs >= since) files.push({ path: one, bytes: size, changedAt: mtimeMs });
  }
  return files.sort((a, b) => a.changedAt - b.changedAt || (a.path < b.path ? -1 : 1)).slice(-MAX_FILES);
}

async function jsonLinesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl') && !COMPACTION.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}
