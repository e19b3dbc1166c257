import { join } from 'node:path';
import type { TranscriptAgent } from '@twicewise/contract';
import { filesIn, isTranscript, ownTranscript, type TranscriptFile } from '@twicewise/ingest';

/** Maximum number of subagent transcripts read with a session. */
const MAX_HELPERS = 200;
/** Claude Code gives the transcript of a subagent a name that begins with this. */
const HELPER_PREFIX = 'agent-';

/** The transcripts of a session's subagents, if its program keeps them beside the session's own. */
export async function helpersOf(agent: TranscriptAgent, path: string, database: string): Promise<TranscriptFile[]> {
  if (agent !== 'claude-code') return [];
  const folder = join(path.slice(0, -'.jsonl'.length), 'subagents');
  const { paths } = await filesIn(folder, (name) => name.startsWith(HELPER_PREFIX) && isTranscript(name));
  const files = await Promise.all(
    paths
      .sort()
      .slice(0, MAX_HELPERS)
      .map((one) => ownTranscript(one, database)),
  );
  return files.filter((file) => file !== null);
}
