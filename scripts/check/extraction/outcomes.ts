import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '../verdicts.ts';
import { type Episodes, episodeOf } from './reading.ts';

/** Share of the labelled logs whose outcome should be right. */
const AIM = 0.95;
/** Below this share the check fails: the extractor reads gates, which is nearly all that a person reads. */
const LEAST = 0.8;
const LABELS = join(import.meta.dirname, '../../../packages/ingest/test/session-logs/outcome-labels.tsv');

/** How logs ended, according to a person: file → outcome. */
function labels(): [file: string, outcome: string][] {
  const lines = readFileSync(LABELS, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => line.split('\t') as [string, string]);
}

/** How many of the labelled logs get the outcome that a person assigned. */
export function outcomes(episodes: Episodes): { verdicts: Verdict[]; notes: string[] } {
  const judged = labels().map(([file, label]) => {
    const folder = file.endsWith('.md') ? 'sessions-md' : 'sessions-json';
    return { file, label, found: episodeOf(episodes, `${folder}/${file}`)?.outcome ?? 'none' };
  });
  const right = judged.filter(({ label, found }) => label === found).length;
  const always = Math.max(
    ...['success', 'partial', 'failure', 'unknown'].map((one) => judged.filter(({ label }) => label === one).length),
  );
  const share = right / judged.length;
  return {
    verdicts: [
      {
        id: 'outcome',
        what: `outcome of labelled logs (aim ${AIM}; the most frequent one alone has ${(always / judged.length).toFixed(2)})`,
        found: `${right} of ${judged.length}, ${share.toFixed(3)}`,
        state: share >= AIM ? 'ok' : share >= LEAST ? 'close' : 'failed',
      },
    ],
    notes: judged
      .filter(({ label, found }) => label !== found)
      .map(({ file, label, found }) => `outcome of ${file}: ${found}, labelled ${label}`),
  };
}
