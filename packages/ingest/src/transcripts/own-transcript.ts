import { lstat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { unlessClosed } from '../files/find-files.ts';
import type { TranscriptFile } from './find-transcripts.ts';

// Decides which file may be read as the transcript of a session. A program can name any path, so anything but a regular file
// owned by the memory's owner is silently ignored.

/** The file, if it is no link, pipe, device or folder and has the same owner as `database`; else null. */
export async function ownTranscript(path: string, database: string): Promise<TranscriptFile | null> {
  if (!isAbsolute(path) || !path.endsWith('.jsonl')) return null;
  const facts = await unlessClosed(() => lstat(path));
  if (!facts?.isFile()) return null;
  const own = await unlessClosed(() => lstat(database));
  return own?.uid === facts.uid ? { path, bytes: facts.size, changedAt: facts.mtimeMs } : null;
}
