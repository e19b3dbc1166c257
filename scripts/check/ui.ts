import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type HostProcess, tempFolder } from '@twicewise/testkit';
import { buildUi } from '../build-ui.ts';
import { ensureChromium } from '../chromium.ts';
import { filledHost } from './filled-host.ts';
import { checkInsights } from './ui/insights.ts';
import { checkLadder } from './ui/ladder.ts';
import { openScreen } from './ui/opening.ts';
import { percentile, times } from './ui/percentile.ts';
import { questions } from './ui/questions.ts';
import { checkReal } from './ui/real-sessions.ts';
import { type Scrolled, scrollList } from './ui/scrolling.ts';
import { type Answered, typeAll } from './ui/typing.ts';
import { against, conclude, exactly, say, type Verdict } from './verdicts.ts';

// `npm run check:ui`: how soon the list appears, how smoothly it scrolls, and how soon it answers while a person types. Uses a
// real host with 100,000 lessons in ten projects and the built interface in Chromium. Questions are typed key by key and measured
// from the last key to the painted rows. Measures how soon Insights has counted all lessons; Sessions and Causes with all sessions of
// a real project: how soon they appear, how soon a node is expanded, and how well a map follows the pointer; and how soon the ladder
// of 200 attempts is drawn. Fails beyond twice an aim.

const HELP = `Usage: npm run check:ui -- [--short] [--lessons N] [--questions N] [--data FOLDER] [--only lessons|insights|sessions|ladder]

  --lessons     size of the memory (default 100000)
  --questions   how many are typed (default 60)
  --short       10000 lessons, 12 questions
  --data        folder with episodes and sessions-json (default ../shared/data/ai-agents)
  --only        lessons, the figures of Insights, sessions with causes, or the ladder of attempts
`;

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    lessons: { type: 'string' },
    questions: { type: 'string' },
    data: { type: 'string', default: join(import.meta.dirname, '../../../shared/data/ai-agents') },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}

const LESSONS = Number(values.lessons ?? (values.short ? 10_000 : 100_000));
const QUESTIONS = Number(values.questions ?? (values.short ? 12 : 60));
/** Limit from the last key to the painted rows, in milliseconds at the 95th percentile. */
const AIM = 50;
/** Maximum number of rows in the page, however many hits there are. */
const MOST_ROWS = 100;
/** Delay of the negative control, in milliseconds. The check must fail for an interface with this delay. */
const LATE = 300;
const CONTROLS = 6;
/** Limit from the start of loading until rows are painted, in milliseconds at the median; the host is already running. */
const OPEN_AIM = 300;
const OPENINGS = 15;
/** Number of wheel turns during which tasks longer than 50 ms are counted. */
const TURNS = 400;
/** Time that the negative control wastes at each scroll event, in milliseconds. */
const BUSY = 80;

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

function openVerdicts(painted: readonly number[], late: readonly number[]): Verdict[] {
  const median = percentile(painted, 0.5);
  return [
    {
      id: 'opening',
      what: `load to painted rows (aim p50 ${OPEN_AIM} ms)`,
      found: times(painted),
      state: against(median, OPEN_AIM),
    },
    {
      id: 'opening',
      what: `negative control: each answer late by ${2 * OPEN_AIM} ms, must fail`,
      found: times(late),
      state: exactly(against(percentile(late, 0.5), OPEN_AIM) === 'failed'),
    },
  ];
}

function scrollVerdicts({ long, rows, reached }: Scrolled, control: Scrolled): Verdict[] {
  const slowest = Math.max(0, ...long).toFixed(0);
  return [
    {
      id: 'scrolling',
      what: 'tasks over 50 ms while the wheel turns (aim 0)',
      found: `${long.length} in ${TURNS} turns, slowest ${slowest} ms, ${reached.toFixed(0)} px down`,
      // A few may be garbage collection or another program on the machine; each is reported.
      state: long.length === 0 ? 'ok' : long.length <= TURNS / 100 ? 'close' : 'failed',
    },
    {
      id: 'scrolling',
      what: `rows in the page (aim under ${MOST_ROWS})`,
      found: `${rows}`,
      state: exactly(rows > 0 && rows < MOST_ROWS && reached > 0),
    },
    {
      id: 'scrolling',
      what: `negative control: ${BUSY} ms wasted at each scroll, must be seen`,
      found: `${control.long.length} tasks over 50 ms`,
      state: exactly(control.long.length > 5),
    },
  ];
}

const executable = await ensureChromium();
if (executable === null) process.exit(0);
await buildUi();
const notes: string[] = [];
const found: Verdict[] = [];
const isAsked = (part: string) => (values.only ?? part) === part;
if (isAsked('ladder')) found.push(...(await checkLadder(executable)));
if (isAsked('lessons') || isAsked('insights')) found.push(...(await checkFilled(executable)));
if (isAsked('sessions')) {
  if (existsSync(join(values.data, 'episodes'))) found.push(...(await checkReal(executable, values.data)));
  else notes.push(`No episodes in ${values.data}: Sessions and Causes are skipped.`);
}
const [load = 0] = loadavg();
process.exitCode = conclude(found, [...notes, `load of the machine: ${load.toFixed(1)}`]);

/** Checks what is measured with a memory full of lessons. */
async function checkFilled(executable: string): Promise<Verdict[]> {
  const folder = tempFolder('check-ui');
  say(`${LESSONS} lessons`);
  const host = await filledHost(folder.path, LESSONS);
  try {
    const lessons = isAsked('lessons') ? await checkLessons(executable, host) : [];
    if (!isAsked('insights')) return lessons;
    const insights = await checkInsights(executable, host);
    notes.push(...insights.notes);
    return [...lessons, ...insights.verdicts];
  } finally {
    await host.stop();
    folder.remove();
  }
}

/** Checks the list of lessons: opening, scrolling, searching. */
async function checkLessons(executable: string, host: HostProcess): Promise<Verdict[]> {
  const asked = questions(QUESTIONS, LESSONS);
  say(`${asked.length} questions over all projects, key by key`);
  const answered = await typeAll({ executable, host }, asked);
  say(`the negative control, ${CONTROLS} questions`);
  const control = await typeAll({ executable, host, slower: LATE }, asked.slice(0, CONTROLS));
  const keys = asked.reduce((sum, words) => sum + words.length, 0);
  const requests = answered.reduce((sum, one) => sum + one.requests, 0);
  say(`the list is opened ${OPENINGS} times, and scrolled`);
  const opened = openVerdicts(
    await openScreen({ executable, host }, OPENINGS),
    await openScreen({ executable, host, slower: 2 * OPEN_AIM }, 3),
  );
  const scrolled = scrollVerdicts(
    await scrollList({ executable, host }, TURNS),
    await scrollList({ executable, host, busy: BUSY }, 40),
  );
  notes.push(
    `from the last key until its question left (a pause before asking would be here): ${times(answered.map((one) => one.asked))}`,
    `from its question to the painted rows: ${times(answered.map((one) => one.painted - one.asked))}`,
    `${keys} keys, ${requests} searches; at most ${Math.max(...answered.map((one) => one.nodes))} elements in the page`,
  );
  return [...opened, ...scrolled, ...verdicts(answered, control)];
}
