import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { type Finding, readTranscript } from '@twicewise/ingest';
import { agentOf } from './history/agent-of.ts';
import { checkLongSessions } from './history/long-session.ts';
import { conclude, exactly, say, type Verdict } from './verdicts.ts';

// `npm run check:history`: what the rules find in labelled real transcripts, and how many of the drafts are useful, as judged by
// a person who read every one. A draft that was not judged yet fails the check: read it and add a line to judgements.tsv. Before
// that, how long made-up sessions of 5,000 steps take to be read, and how long another client waits meanwhile.

const DATA = join(import.meta.dirname, '../../../shared/data/transcripts');
const JUDGEMENTS = join(import.meta.dirname, 'history/judgements.tsv');
const PLAIN = { pause: async () => {}, clean: (text: string) => text };

function tableOf(path: string): string[][] {
  const rows = readFileSync(path, 'utf8').trimEnd().split('\n').slice(1);
  return rows.map((row) => row.split('\t'));
}

async function findAll(): Promise<Map<string, Finding[]>> {
  const files = readdirSync(DATA, { recursive: true }).map(String);
  const found = new Map<string, Finding[]>();
  for (const file of files.filter((name) => name.endsWith('.jsonl'))) {
    found.set(file, (await readTranscript(join(DATA, file), agentOf(file), PLAIN)).findings);
  }
  return found;
}

interface Share {
  part: number;
  all: number;
}

const say100 = ({ part, all }: Share) => `${part} of ${all}, ${((100 * part) / all).toFixed(0)} %`;
const reaches = ({ part, all }: Share, aim: number) => exactly(part / all >= aim);

/** The words of a draft, in short. A verdict is about these words; other words need another verdict. */
function wordsOf({ taskDescription, whatDidNotWork, whatWorked, nextStrategy, rootCause }: Finding): string {
  const words = JSON.stringify([taskDescription, whatDidNotWork, whatWorked, nextStrategy, rootCause]);
  return createHash('sha256').update(words).digest('hex').slice(0, 8);
}

/** How many labelled places have a finding. */
function labelled(found: Map<string, Finding[]>, kind: string, fits: (row: string[], one: Finding) => boolean): Share {
  const rows = tableOf(join(DATA, 'labels.tsv')).filter(([label]) => label === kind);
  const hit = rows.filter((row) => found.get(row[1] ?? '')?.some((one) => fits(row, one)));
  return { part: hit.length, all: rows.length };
}

function verdictsOn(found: Map<string, Finding[]>): Verdict[] {
  const passes = labelled(found, 'fail_pass_exact', ([, , failed, passed], { rule, lines }) => {
    return rule === 'fail_then_pass' && lines.includes(Number(failed) + 1) && lines.at(-1) === Number(passed) + 1;
  });
  const rejections = labelled(found, 'user_reject_reason', ([, , at], { rule, lines }) => {
    return rule === 'rejection' && lines.includes(Number(at) + 1);
  });
  const judged = new Map(
    tableOf(JUDGEMENTS).map(([draft = '', words = '', verdict]) => [`${draft} ${words}`, verdict]),
  );
  const drafts = [...found.values()].flat();
  const verdictOn = (draft: Finding) => judged.get(`${draft.key} ${wordsOf(draft)}`);
  const unread = drafts.filter((draft) => verdictOn(draft) === undefined);
  const useful = { part: drafts.filter((draft) => verdictOn(draft) === 'useful').length, all: drafts.length };
  for (const draft of unread) say(`not judged yet: ${draft.key} ${wordsOf(draft)} ${draft.taskDescription}`);
  return [
    { id: 'history', what: 'passes after a failure (aim 95 %)', found: say100(passes), state: reaches(passes, 0.95) },
    {
      id: 'history',
      what: 'rejections with words (aim 90 %)',
      found: say100(rejections),
      state: reaches(rejections, 0.9),
    },
    { id: 'history', what: 'drafts judged useful (aim 80 %)', found: say100(useful), state: reaches(useful, 0.8) },
    {
      id: 'history',
      what: 'drafts that nobody has read',
      found: String(unread.length),
      state: exactly(unread.length === 0),
    },
  ];
}

const reading = await checkLongSessions();
const [load = 0] = loadavg();
const notes = [`load of the machine: ${load.toFixed(1)}`];
if (existsSync(DATA)) process.exitCode = conclude([...reading, ...verdictsOn(await findAll())], notes);
else process.exitCode = conclude(reading, [...notes, 'skipped: the transcripts are not on this machine']);
