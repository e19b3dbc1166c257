import { readFileSync } from 'node:fs';
import type { Episode } from '@twicewise/contract';
import { exactly, type Verdict } from '../verdicts.ts';
import { type Episodes, episodeOf } from './reading.ts';

/**
 * Kinds of labels with the minimum share of labels that must be found (recall). For three kinds also the minimum share of found
 * items that must be labelled (precision).
 */
const AIMS: Readonly<Record<string, { recall: number; precision?: number }>> = {
  decision: { recall: 0.9, precision: 0.9 },
  rationale: { recall: 0.9 },
  root_cause: { recall: 0.9 },
  finding: { recall: 0.9 },
  blocker: { recall: 0.9 },
  next_step: { recall: 0.9 },
  error: { recall: 0.7, precision: 0.9 },
  commit: { recall: 0.9, precision: 0.9 },
  outcome: { recall: 0.95 },
};

interface Label {
  file: string;
  kind: string;
  text: string;
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

function textsOf({ decisions, events, outcome }: Episode, kind: string): string[] {
  if (kind === 'outcome') return [outcome];
  if (kind === 'decision') return decisions.map(({ chosen, context }) => `${chosen}\n${context}`);
  if (kind === 'rationale') return decisions.flatMap(({ rationale }) => rationale ?? []);
  return events.filter(({ type }) => type === kind).map(({ content, commitSha }) => commitSha ?? content);
}

/** True if one text contains the other. */
const isSaid = (one: string, other: string) => {
  const [a, b] = [plain(one), plain(other)];
  return a !== '' && b !== '' && (a.includes(b) || b.includes(a));
};

const said = (texts: readonly string[], label: string) => texts.some((one) => isSaid(one, label));

/**
 * Compares what a person found in logs with the episodes. The person's labels are in a table: file, kind, text. For decisions,
 * errors and commits the table must list everything in the log. A session that is labelled otherwise must not come out as a
 * success.
 */
export function labelled(episodes: Episodes, path: string): { verdicts: Verdict[]; notes: string[] } {
  const labels = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line): Label => {
      const [file = '', kind = '', text = ''] = line.split('\t');
      return { file, kind, text };
    });
  const files = [...new Set(labels.map(({ file }) => file))];
  const textsIn = (file: string, kind: string) => {
    const folder = file.endsWith('.md') ? 'sessions-md' : 'sessions-json';
    const episode = episodeOf(episodes, `${folder}/${file}`);
    return episode ? textsOf(episode, kind) : [];
  };
  const missed = labels.filter(({ file, kind, text }) => !said(textsIn(file, kind), text));
  const wrong = (kind: string) =>
    files.flatMap((file) => {
      const own = labels.filter((one) => one.file === file && one.kind === kind).map(({ text }) => text);
      return textsIn(file, kind).map((one) => ({ file, one, isRight: said(own, one) }));
    });
  const verdicts = Object.entries(AIMS).flatMap(([kind, { recall, precision }]): Verdict[] => {
    const all = labels.filter((one) => one.kind === kind).length;
    if (all === 0) return [];
    const found = all - missed.filter((one) => one.kind === kind).length;
    const told = precision === undefined ? [] : wrong(kind);
    const right = told.filter(({ isRight }) => isRight).length;
    const isPrecise = precision === undefined || told.length === 0 || right / told.length >= precision;
    const shown = precision === undefined ? '' : `; ${right} of ${told.length} told are labelled (aim ${precision})`;
    const id = `label ${kind}`;
    const what = `labels that are kept as what they are (aim ${recall})`;
    return [{ id, what, found: `${found} of ${all}${shown}`, state: exactly(found / all >= recall && isPrecise) }];
  });
  const falsely = labels.filter(
    ({ file, kind, text }) => kind === 'outcome' && text !== 'success' && said(textsIn(file, kind), 'success'),
  );
  const none = { id: 'label success', what: 'sessions that falsely come out as a success', found: `${falsely.length}` };
  return {
    verdicts: [...verdicts, { ...none, state: exactly(falsely.length === 0) }],
    notes: missed.map(({ file, kind, text }) => `missed ${kind} of ${file}: ${text}`),
  };
}
