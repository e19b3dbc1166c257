import { parseArgs } from 'node:util';
import { tempFolder } from '@twicewise/testkit';
import { buildUi } from '../build-ui.ts';
import { ensureChromium } from '../chromium.ts';
import { filledHost } from './filled-host.ts';
import { questions } from './ui/questions.ts';
import { type Answered, typeAll } from './ui/typing.ts';
import { against, conclude, exactly, say, type Verdict } from './verdicts.ts';

// `npm run check:ui`: how soon the interface answers while a person types. A real host with 100,000 lessons of ten
// projects, the built interface in Chromium, each question typed key by key; measured from the last key to the painted
// rows. Fails beyond twice the aim.

const HELP = `Usage: npm run check:ui -- [--short] [--lessons N] [--questions N]

  --lessons     size of the memory (default 100000)
  --questions   how many are typed (default 60)
  --short       10000 lessons, 12 questions
`;

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    lessons: { type: 'string' },
    questions: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}

const LESSONS = Number(values.lessons ?? (values.short ? 10_000 : 100_000));
const QUESTIONS = Number(values.questions ?? (values.short ? 12 : 60));
/** Milliseconds from the last key to the painted rows, at the 95th percentile. */
const AIM = 50;
/** Rows of the list in the page, however many hits there are. */
const MOST_ROWS = 100;
/** The negative control: an interface that is late by so many milliseconds. The check must fail for it. */
const LATE = 300;
const CONTROLS = 6;

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function times(values: readonly number[]): string {
  const [p50, p95, slowest] = [0.5, 0.95, 1].map((share) => percentile(values, share).toFixed(0));
  return `p50 ${p50}, p95 ${p95}, slowest ${slowest} ms`;
}

function verdicts(answered: readonly Answered[], control: readonly Answered[]): Verdict[] {
  const painted = answered.map((one) => one.painted);
  const p95 = percentile(painted, 0.95);
  const wrong = answered.filter(({ right }) => !right);
  if (wrong[0]) say(`another first row than the host's first hit: ${wrong[0].words}`);
  const rows = Math.max(...answered.map((one) => one.rows));
  const together = Math.max(...answered.map((one) => one.together));
  const late = percentile(
    control.map((one) => one.painted),
    0.95,
  );
  return [
    {
      id: 'typing',
      what: `last key to painted rows (aim p95 ${AIM} ms)`,
      found: times(painted),
      state: against(p95, AIM),
    },
    {
      id: 'typing',
      what: 'the rows painted are those of the host',
      found: `${answered.length - wrong.length} of ${answered.length}`,
      state: exactly(wrong.length === 0),
    },
    { id: 'typing', what: 'searches under way at once', found: `${together}`, state: exactly(together === 1) },
    {
      id: 'typing',
      what: `rows in the page (aim under ${MOST_ROWS})`,
      found: `${rows}`,
      state: exactly(rows < MOST_ROWS),
    },
    {
      id: 'typing',
      what: `negative control: late by ${LATE} ms, must fail`,
      found: `p95 ${late.toFixed(0)} ms`,
      state: exactly(against(late, AIM) === 'failed'),
    },
  ];
}

const executable = await ensureChromium();
if (executable === null) process.exit(0);
await buildUi();
const folder = tempFolder('check-ui');
say(`${LESSONS} lessons`);
const host = await filledHost(folder.path, LESSONS);
try {
  const asked = questions(QUESTIONS, LESSONS);
  say(`${asked.length} questions over all projects, key by key`);
  const answered = await typeAll({ executable, host }, asked);
  say(`the negative control, ${CONTROLS} questions`);
  const control = await typeAll({ executable, host, slower: LATE }, asked.slice(0, CONTROLS));
  const keys = asked.reduce((sum, words) => sum + words.length, 0);
  const requests = answered.reduce((sum, one) => sum + one.requests, 0);
  process.exitCode = conclude(verdicts(answered, control), [
    `from the last key until its question left (a pause before asking would be here): ${times(answered.map((one) => one.asked))}`,
    `from its question to the painted rows: ${times(answered.map((one) => one.painted - one.asked))}`,
    `${keys} keys, ${requests} searches; at most ${Math.max(...answered.map((one) => one.nodes))} elements in the page`,
  ]);
} finally {
  await host.stop();
  folder.remove();
}
