import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EpisodeContent } from '@twicewise/contract';
import { describe, expect, it } from 'vitest';
import { extracted } from './logs.ts';

// Logs as people write them, with labels of what a person reads in them. Everything labelled is kept, and there are no other
// decisions, errors or commits. `npm run check:extraction` measures the same with labels of other logs.

const FOLDER = join(import.meta.dirname, 'labelled');
const ROWS = readFileSync(join(FOLDER, 'labels.tsv'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t') as [file: string, kind: string, text: string]);

function textsOf({ decisions, events, outcome }: EpisodeContent, kind: string): string[] {
  if (kind === 'outcome') return [outcome];
  if (kind === 'decision') return decisions.map(({ chosen }) => chosen);
  if (kind === 'rationale') return decisions.flatMap(({ rationale }) => rationale ?? []);
  const own = events.filter(({ type }) => type === kind);
  return own.map(({ content, commitSha }) => commitSha ?? content);
}

describe.each([...new Set(ROWS.map(([file]) => file))])('%s', (file) => {
  const { content } = extracted(file, readFileSync(join(FOLDER, file), 'utf8'));
  const labels = (kind: string) => ROWS.filter((row) => row[0] === file && row[1] === kind).map(([, , text]) => text);

  it.each(ROWS.filter((row) => row[0] === file).map(([, kind, text]) => [kind, text] as const))(
    'has its %s: %s',
    (kind, text) => {
      expect(textsOf(content, kind).filter((one) => one.includes(text))).not.toEqual([]);
    },
  );

  it.each(['decision', 'error', 'commit'])('has no other %s', (kind) => {
    const wrong = textsOf(content, kind).filter((one) => !labels(kind).some((text) => one.includes(text)));
    expect(wrong).toEqual([]);
  });
});
