import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EpisodeContent } from '@twicewise/contract';
import { readTranscript, type Transcript } from '../../../src/transcripts/read-transcript.ts';
import type { TranscriptBuilder } from '../transcript.ts';

/** Reads without pauses and replaces no secrets. */
export const PLAIN = { pause: async () => {}, clean: (text: string) => text };

/** Reads a transcript from a temporary file. */
export async function readIn(
  builder: TranscriptBuilder,
  clean = PLAIN.clean,
  checks: readonly string[] = [],
): Promise<Transcript> {
  const folder = mkdtempSync(join(tmpdir(), 'tw-episode-'));
  try {
    return await readTranscript(builder.write(folder), 'claude-code', { ...PLAIN, clean, checks });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The episode of a transcript; throws when there is none. */
export async function episodeFrom(builder: TranscriptBuilder): Promise<EpisodeContent> {
  const { episode } = await readIn(builder);
  if (episode === null) throw new Error('the transcript has no episode');
  return episode.content;
}
