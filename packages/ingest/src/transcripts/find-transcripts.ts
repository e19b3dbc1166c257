import { lstat, stat } from 'node:fs/promises';
import { filesIn, MAX_FILES, unlessClosed } from '../files/find-files.ts';

/** A file of a transcript. */
export interface TranscriptFile {
  path: string;
  bytes: number;
  /** Milliseconds since 1970. */
  changedAt: number;
}

/** Helpers of Claude Code that only compact a conversation: they repeat it and do no work. */
const COMPACTION = /^agent-acompact-/;

const isTranscript = (name: string) => name.endsWith('.jsonl') && !COMPACTION.test(name);

/** Transcripts that were found, those changed last at the end, and how many files and folders could not be looked at. */
export interface FoundTranscripts {
  files: TranscriptFile[];
  unreadable: number;
}

/**
 * Transcripts in a folder and those below it, or the one file that the path is. Links are counted and not followed. `since` leaves out
 * older files: milliseconds since 1970. What is gone or closed to us is counted and passed over, but for the path itself.
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
