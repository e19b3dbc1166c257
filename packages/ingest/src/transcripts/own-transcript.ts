import { lstat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { unlessClosed } from '../files/find-files.ts';
import type { TranscriptFile } from './find-transcripts.ts';

// Which file a program may have read as the transcript of a session. Whoever speaks for a program names any path: what is no plain
// file of the person whose memory this is, is left alone without a word.

/** A file that is one: no link, pipe, device or folder, and of the person to whom `database` belongs. Null for any other. */
export async function ownTranscript(path: string, database: string): Promise<TranscriptFile | null> {
  if (!isAbsolute(path) || !path.endsWith('.jsonl')) return null;
  const facts = await unlessClosed(() => lstat(path));
  if (!facts?.isFile()) return null;
  const own = await unlessClosed(() => lstat(database));
  return own?.uid === facts.uid ? { path, bytes: facts.size, changedAt: facts.mtimeMs } : null;
}
