import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { replay, type Told } from './stuck/replay.ts';
import { conclude, exactly, say, type Verdict } from './verdicts.ts';

// `npm run check:stuck`: real sessions once more, with their hooks. Are agents told that they go round in circles where a reader
// found that they did, before they came through or gave up, and nowhere else? labels.tsv says how the reader went about it. The
// stretches are few, so that one more or less told changes the share by much: read the counts.

const HELP = `Usage: npm run check:stuck -- [--data FOLDER] [--all]

  --data   folder with transcripts (default ../shared/data/transcripts)
  --all    shows what each agent was told
`;
const LABELS = join(import.meta.dirname, 'stuck/labels.tsv');
/** Aims: share of the labelled stretches in which the agent is told; false alarms in so many sessions. */
const AIM = { told: 0.8, sessionsPerAlarm: 20 };

interface Label {
  file: string;
  kind: 'stuck' | 'unsure' | 'none';
  /** Lines from which and until which an agent should be told. */
  from: number;
  until: number;
  why: string;
}

function readLabels(): Label[] {
  const rows = readFileSync(LABELS, 'utf8').trimEnd().split('\n');
  return rows
    .filter((row) => !row.startsWith('#'))
    .slice(1)
    .map((row) => {
      const [file = '', kind = '', , from, until, why = ''] = row.split('\t');
      return { file, kind: kind as Label['kind'], from: Number(from), until: Number(until), why };
    });
}

/** What was told in each session, by its file. */
type Tellings = ReadonlyMap<string, readonly Told[]>;

interface Replayed {
  tellings: Tellings;
  attempts: number;
}

const isIn = ({ from, until }: Label, { line }: Told) => from <= line && line <= until;

interface Compared {
  stuck: Label[];
  missed: Label[];
  alarms: { file: string; told: Told }[];
}

function compare(labels: readonly Label[], tellings: Tellings): Compared {
  const stuck = labels.filter(({ kind }) => kind === 'stuck');
  const missed = stuck.filter((label) => !tellings.get(label.file)?.some((told) => isIn(label, told)));
  const all = [...tellings].flatMap(([file, tolds]) => tolds.map((told) => ({ file, told })));
  const alarms = all.filter(({ file, told }) => {
    return !labels.some((label) => label.file === file && label.kind !== 'none' && isIn(label, told));
  });
  return { stuck, missed, alarms };
}

const isEnough = ({ stuck, missed }: Compared) =>
  stuck.length > 0 && (stuck.length - missed.length) / stuck.length >= AIM.told;
const isQuiet = ({ alarms }: Compared, sessions: number) => alarms.length * AIM.sessionsPerAlarm <= sessions;

/** The same labels, each for another session. */
function shifted(labels: readonly Label[]): Label[] {
  const files = labels.map(({ file }) => file);
  return labels.map((label, n) => ({ ...label, file: files[(n + 1) % files.length] ?? '' }));
}

function verdictsOn(labels: readonly Label[], { tellings, attempts }: Replayed): Verdict[] {
  const sessions = tellings.size;
  const compared = compare(labels, tellings);
  const { stuck, missed, alarms } = compared;
  const control = compare(shifted(labels), tellings);
  const perTwenty = ((20 * alarms.length) / sessions).toFixed(2);
  return [
    { id: 'stuck', what: 'attempts that became known', found: String(attempts), state: exactly(attempts > 0) },
    {
      id: 'stuck',
      what: `told in labelled stretches (aim ${100 * AIM.told} %)`,
      found: `${stuck.length - missed.length} of ${stuck.length}`,
      state: exactly(isEnough(compared)),
    },
    {
      id: 'stuck',
      what: 'false alarms (aim 1 in 20 sessions)',
      found: `${alarms.length} in ${sessions} sessions, ${perTwenty} in 20`,
      state: exactly(isQuiet(compared, sessions)),
    },
    {
      id: 'stuck',
      what: 'labels of other sessions are refused (control)',
      found: `${control.stuck.length - control.missed.length} of ${control.stuck.length} told`,
      state: exactly(!isEnough(control)),
    },
  ];
}

async function replayAll(data: string, labels: readonly Label[]): Promise<Replayed> {
  const tellings = new Map<string, Told[]>();
  let known = 0;
  for (const file of new Set(labels.map((label) => label.file))) {
    const { told, attempts } = await replay(join(data, file));
    tellings.set(file, told);
    known += attempts;
  }
  return { tellings, attempts: known };
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
  const labels = readLabels();
  const replayed = await replayAll(values.data, labels);
  const { tellings } = replayed;
  const { missed, alarms } = compare(labels, tellings);
  const notes = [
    ...missed.map(({ file, from, until, why }) => `missed: ${file}, lines ${from} to ${until}: ${why}`),
    ...alarms.map(({ file, told }) => `false alarm: ${file}, line ${told.line}`),
  ];
  const texts = [...tellings].flatMap(([file, tolds]) =>
    tolds.map(({ line, text }) => `told: ${file}, line ${line}\n${text}`),
  );
  process.exitCode = conclude(verdictsOn(labels, replayed), [...notes, ...(values.all ? texts : [])]);
}
