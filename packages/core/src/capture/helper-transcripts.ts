import { join } from 'node:path';
import type { TranscriptAgent } from '@twicewise/contract';
import { filesIn, ownTranscript, type TranscriptFile } from '@twicewise/ingest';

/** Maximum number of subagent transcripts read with a session. */
const MAX_HELPERS = 200;
/**
 * Subagents of Claude Code have their own transcripts. Those that only compact a conversation are left out: they repeat it and do
 * no work.
 */
const HELPER = /^agent-(?!acompact-).*\.jsonl$/;

/** The transcripts of a session's subagents, if its program keeps them beside the session's own. */
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
