import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EpisodeContent } from '@twicewise/contract';
import { readTranscript, type Transcript } from '../../../src/transcripts/read-transcript.ts';
import type { TranscriptBuilder } from '../transcript.ts';

/** Reads in one go and finds no secrets. */
export const PLAIN = { pause: async () => {}, clean: (text: string) => text };

/** What is read of a transcript that is a file for as long as that takes. */
export async function readIn(builder: TranscriptBuilder, clean = PLAIN.clean): Promise<Transcript> {
  const folder = mkdtempSync(join(tmpdir(), 'tw-episode-'));
  try {
    return await readTranscript(builder.write(folder), 'claude-code', { ...PLAIN, clean });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The episode of a transcript that has one. */
export async function episodeFrom(builder: TranscriptBuilder): Promise<EpisodeContent> {
  const { episode } = await readIn(builder);
  if (episode === null) throw new Error('the transcript has no episode');
  return episode.content;
}
