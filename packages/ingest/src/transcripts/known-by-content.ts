import type { TranscriptAgent } from '@twicewise/contract';
import { jsonValues } from './json-values.ts';
import { TRANSCRIPT_READERS } from './readers/index.ts';

const AGENTS = Object.keys(TRANSCRIPT_READERS) as TranscriptAgent[];

interface Score {
  agent: TranscriptAgent;
  /** Records that say what happened in a session. */
  understood: number;
  unknown: number;
  isNamed: boolean;
}

function scoreOf(agent: TranscriptAgent, records: readonly unknown[]): Score {
  const reader = TRANSCRIPT_READERS[agent]();
  const readings = records.map((record, index) => reader.read(record, index + 1));
  return {
    agent,
    understood: readings.filter(({ steps }) => steps.length > 0).length,
    unknown: [...reader.unknown.values()].reduce((sum, count) => sum + count, 0),
    isNamed: readings.some(({ facts }) => typeof facts.nativeId === 'string'),
  };
}

/**
 * The program whose transcript begins with these lines; null where they are no transcript that can be read. A transcript names its
 * session and says what happened in it, and its reader knows at least as many of its records as it does not.
 */
export function transcriptOf(lines: readonly string[]): TranscriptAgent | null {
  const records = lines.flatMap((line) => jsonValues(line) ?? []);
  const fitting = AGENTS.map((agent) => scoreOf(agent, records)).filter(
    ({ understood, unknown, isNamed }) => isNamed && understood > 0 && understood >= unknown,
  );
  const [best] = fitting.toSorted((a, b) => b.understood - b.unknown - (a.understood - a.unknown));
  return best?.agent ?? null;
}
