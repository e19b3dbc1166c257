import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readTranscript, type TranscriptAttempt } from '@twicewise/ingest';
import { conclude, exactly, say, type Verdict } from './verdicts.ts';

// `npm run check:attempts`: the attempts found in forty real sessions, against those that a reader found who did not know the
// rules. See labels.tsv: line of the first edit and of the last check's result (`-`: nothing was checked), outcome. The reader took
// a run of a formatter for an edit, and marked the attempts that consist of nothing else: for us a formatter tries nothing, so
// those belong to the attempt before.

const HELP = `Usage: npm run check:attempts -- [--data FOLDER] [--all]

  --data   folder with transcripts (default ../shared/data/transcripts)
  --all    names every attempt that differs
`;
const LABELS = join(import.meta.dirname, 'attempts/labels.tsv');
const PLAIN = { pause: async () => {}, clean: (text: string) => text };
const MARK = '[fmt-only]';
/** Aims: F1 of the boundaries, share of right outcomes. */
const AIM = { boundaries: 0.85, outcomes: 0.95 };

interface Label {
  first: number;
  /** Null where nothing was checked. */
  last: number | null;
  outcome: string;
  why: string;
}

/** Worst first, for attempts that become one. */
const OUTCOMES = ['failure', 'unknown', 'success'];
const worse = (a: string, b: string) => (OUTCOMES.indexOf(a) < OUTCOMES.indexOf(b) ? a : b);

/** A formatter and what was checked after it belong to the attempt before. A commit that passes after a refusal mends it. */
function addTo(before: Label, { last, outcome, why }: Label): void {
  if (last === null) return;
  before.last = last;
  before.outcome = why.includes('refused commit repeated') ? outcome : worse(before.outcome, outcome);
}

function readLabels(): Map<string, Label[]> {
  const of = new Map<string, Label[]>();
  for (const row of readFileSync(LABELS, 'utf8').trimEnd().split('\n').slice(1)) {
    const [file = '', ordinal, first, last, outcome = '', why = ''] = row.split('\t');
    const known = of.get(file) ?? [];
    of.set(file, known);
    if (ordinal === '0') continue;
    const label = { first: Number(first), last: last === '-' ? null : Number(last), outcome, why };
    const before = known.at(-1);
    if (before && why.startsWith(MARK)) addTo(before, label);
    else known.push(label);
  }
  return of;
}

const lastCheck = ({ checks, lastLine }: TranscriptAttempt) => (checks.length === 0 ? null : lastLine);
const isSame = (label: Label, found: TranscriptAttempt) =>
  label.first === found.firstLine && label.last === lastCheck(found);

/** The attempt that ends where the label does; one that was not checked begins where the label does. */
const fits = (label: Label, found: TranscriptAttempt) =>
  label.last === lastCheck(found) && (label.last !== null || label.first === found.firstLine);

interface Compared {
  same: number;
  labels: number;
  found: number;
  /** Attempts that end at the same check, those of them with the right outcome, and those wrongly called a success. */
  judged: number;
  right: number;
  falseSuccess: number;
  differ: string[];
}

function compare(file: string, labels: readonly Label[], found: readonly TranscriptAttempt[]): Compared {
  const pairs = labels.map((label) => ({ label, one: found.find((attempt) => fits(label, attempt)) }));
  const judged = pairs.flatMap(({ label, one }) => (one ? [{ label, one }] : []));
  const missed = labels.filter((label) => !found.some((one) => isSame(label, one)));
  const extra = found.filter((one) => !labels.some((label) => isSame(label, one)));
  const wrong = judged.filter(({ label, one }) => label.outcome !== one.outcome);
  return {
    same: labels.length - missed.length,
    labels: labels.length,
    found: found.length,
    judged: judged.length,
    right: judged.length - wrong.length,
    falseSuccess: wrong.filter(({ one }) => one.outcome === 'success').length,
    differ: [
      ...missed.map(({ first, last, why }) => `${file}: not found: ${first} to ${last ?? 'the end'}, ${why}`),
      ...extra.map(({ firstLine, lastLine }) => `${file}: found besides: ${firstLine} to ${lastLine}`),
      ...wrong.map(({ label, one }) => `${file}: ${label.first}: ${label.outcome}, found ${one.outcome}: ${label.why}`),
    ],
  };
}

async function compareAll(data: string): Promise<Compared> {
  const all: Compared = { same: 0, labels: 0, found: 0, judged: 0, right: 0, falseSuccess: 0, differ: [] };
  for (const [file, labels] of readLabels()) {
    const { attempts } = await readTranscript(join(data, file), 'claude-code', PLAIN);
    const { differ, ...counts } = compare(file, labels, attempts);
    all.differ.push(...differ);
    for (const [name, count] of Object.entries(counts) as [Exclude<keyof Compared, 'differ'>, number][]) {
      all[name] += count;
    }
  }
  return all;
}

function verdictsOn({ same, labels, found, judged, right, falseSuccess }: Compared): Verdict[] {
  const f1 = (2 * same) / (labels + found);
  const share = right / judged;
  return [
    {
      id: 'attempts',
      what: `boundaries (aim F1 ${AIM.boundaries})`,
      found: `F1 ${f1.toFixed(3)}: ${same} of ${labels} labelled, ${found} found`,
      state: exactly(f1 >= AIM.boundaries),
    },
    {
      id: 'attempts',
      what: `outcomes (aim ${100 * AIM.outcomes} %)`,
      found: `${right} of ${judged}, ${(100 * share).toFixed(1)} %`,
      state: exactly(share >= AIM.outcomes),
    },
    {
      id: 'attempts',
      what: 'wrongly called a success',
      found: String(falseSuccess),
      state: exactly(falseSuccess === 0),
    },
  ];
}

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: join(import.meta.dirname, '../../../shared/data/transcripts') },
    all: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) process.stdout.write(HELP);
else if (!existsSync(values.data)) say(`No transcripts in ${values.data}: skipped.`);
else {
  const compared = await compareAll(values.data);
  process.exitCode = conclude(verdictsOn(compared), values.all ? compared.differ : []);
}
