import { lstat, stat } from 'node:fs/promises';
import { filesIn, MAX_FILES, unlessClosed } from '../files/find-files.ts';

/** A file of a transcript. */
export interface TranscriptFile {
  path: string;
  bytes: number;
  /** Milliseconds since 1970. */
  changedAt: number;
}

/** Subagents of Claude Code that only compact a conversation: they repeat it and do no work. */
const COMPACTION = /^agent-acompact-/;

/** Whether a file is a transcript of work, by its name. */
export const isTranscript = (name: string): boolean => name.endsWith('.jsonl') && !COMPACTION.test(name);

/** The transcripts found, the most recently changed last, and the number of files and folders that could not be read. */
export interface FoundTranscripts {
  files: TranscriptFile[];
  unreadable: number;
}

/**
 * Finds the transcripts in a folder and below, or the one file at the path. Links are counted and not followed. `since` leaves
 * out older files: milliseconds since 1970. Missing or unreadable entries are counted and skipped, except the path itself.
 */
export async function findTranscripts(path: string, since: number): Promise<FoundTranscripts> {
  const top = await stat(path);
  const { paths, unreadable } = top.isFile() ? { paths: [path], unreadable: 0 } : await filesIn(path, isTranscript);
  const found: FoundTranscripts = { files: [], unreadable };
  for (const one of paths) {
    const facts = await unlessClosed(() => (one === path ? stat(one) : lstat(one)));
    if (!facts || facts.isSymbolicLink()) found.unreadable++;
    else if (facts.mtimeMs >= since) found.files.push({ path: one, bytes: facts.size, changedAt: facts.mtimeMs });
  }
  const inOrder = found.files.sort((a, b) => a.changedAt - b.changedAt || (a.path < b.path ? -1 : 1));
  return { ...found, files: inOrder.slice(-MAX_FILES) };
}
