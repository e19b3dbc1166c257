import { join } from 'node:path';
import type { TranscriptAgent } from '@twicewise/contract';
import { filesIn, ownTranscript, type TranscriptFile } from '@twicewise/ingest';

/** Most transcripts of helpers that are read beside the one of a session. */
const MAX_HELPERS = 200;
/** Helpers of Claude Code have transcripts of their own; those that only compact a conversation repeat it and do no work. */
const HELPER = /^agent-(?!acompact-).*\.jsonl$/;

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
