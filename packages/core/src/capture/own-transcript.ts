import { lstat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { TranscriptAgent } from '@twicewise/contract';
import { filesIn, type TranscriptFile, unlessClosed } from '@twicewise/ingest';

// Which file a program may have read as the transcript of a session. Whoever speaks for a program names any path: what is no plain
// file of the person whose memory this is, is left alone without a word.

/** Most transcripts of helpers that are read beside the one of a session. */
const MAX_HELPERS = 200;
/** Helpers of Claude Code have transcripts of their own; those that only compact a conversation repeat it and do no work. */
const HELPER = /^agent-(?!acompact-).*\.jsonl$/;

/** A file that is one: no link, pipe, device or folder, and of the person to whom `database` belongs. Null for any other. */
export async function ownTranscript(path: string, database: string): Promise<TranscriptFile | null> {
  if (!isAbsolute(path) || !path.endsWith('.jsonl')) return null;
  const facts = await unlessClosed(() => lstat(path));
  if (!facts?.isFile()) return null;
  const own = await unlessClosed(() => lstat(database));
  return own?.uid === facts.uid ? { path, bytes: facts.size, changedAt: facts.mtimeMs } : null;
}

/** The transcripts of helpers that a session had, where its program keeps them beside its own. */
export async function helpersOf(agent: TranscriptAgent, path: string, database: string): Promise<TranscriptFile[]> {
  if (agent !== 'claude-code') return [];
  const folder = join(path.slice(0, -'.jsonl'.length), 'subagents');
  const { paths } = await filesIn(folder, (name) => HELPER.test(name));
  const files = await Promise.all(
    paths
      .sort()
      .slice(0, MAX_HELPERS)
      .map((one) => ownTranscript(one, database)),
  );
  return files.filter((file) => file !== null);
}
