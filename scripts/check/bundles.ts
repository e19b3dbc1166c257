import { parseArgs } from 'node:util';
import { type Blast, tryBombs, tryCarelessly } from './bundles/bombs.ts';
import { carelessly, tryNames } from './bundles/evil-names.ts';
import { type HistoriesCount, missedChanges } from './bundles/histories.ts';
import { inParts, type PartOf } from './bundles/in-parts.ts';
import { type MutantsCount, missedSabotages } from './bundles/mutants.ts';
import { lateClient, type Timed, timeBundle } from './bundles/speed.ts';
import { against, conclude, exactly, say, type Verdict } from './verdicts.ts';

// `npm run check:bundles`: malicious archives, and large ones. Covers T38 to T41 of the quality page in full numbers. It also
// measures how long a memory of 100,000 lessons takes to be exported from one host and imported by another, while a client stores
// lessons. Times and memory fail beyond twice their aim. An archive that is wrongly accepted, a lost record, or an import that
// stops half-way always fails.

const HELP = `Usage: npm run check:bundles -- [--short] [--only T38,T39,T40,T41,speed] [--lessons N]

  --short     a few of each, bombs of 64 MB instead of 2 GB, and 5,000 lessons
  --lessons   size of the memory that is timed (default 100000)
`;

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    only: { type: 'string' },
    lessons: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}

const MEGABYTE = 1_048_576;
const size = values.short
  ? { megabytes: 64, mutants: 100, histories: 40, merges: 10, lessons: 5000 }
  : { megabytes: 2048, mutants: 5000, histories: 10_000, merges: 1000, lessons: 100_000 };
const LESSONS = Number(values.lessons ?? size.lessons);
/** Minimum number of evil names. */
const NAMES = 60;
/** Limits for refusing a bomb: milliseconds, and bytes of memory. */
const BOMB_MS = 2000;
const BOMB_BYTES = 150 * MEGABYTE;
/** Size of the bomb for the negative control, in megabytes. */
const CARELESS = 400;
/** Limit for another client's store in the meantime, in milliseconds at the 99th percentile. */
const STORE_MS = 50;
/**
 * Limit for an import of a bundle, relative to a plain import of as many lessons, and for a second import, relative to its
 * preview.
 */
const TIMES_AS_LONG = 1.5;
const LATE = 300;

const notes: string[] = [];

async function names(): Promise<Verdict[]> {
  say('T38: evil names');
  const { names, refused, outside, faults } = await tryNames();
  for (const fault of faults) say(fault);
  const careless = await tryNames(carelessly);
  const fooled = careless.outside.length;
  const harmless = refused === names && outside.length === 0 && faults.length === 0 && names >= NAMES;
  return [
    {
      id: 'T38',
      what: 'evil names of files are refused, nothing is written outside',
      found: `${refused} of ${names} refused, ${outside.length} files outside`,
      state: exactly(harmless),
    },
    {
      id: 'T38',
      what: 'negative control: a careless reader is noticed',
      found: `${careless.refused} refused, ${fooled} files outside`,
      state: exactly(careless.refused === 0 && fooled > 0),
    },
  ];
}

function blastLine({ bytes, milliseconds, grown }: Blast): string {
  return `${milliseconds.toFixed(0)} ms, +${(grown / MEGABYTE).toFixed(0)} MB, archive of ${(bytes / MEGABYTE).toFixed(1)} MB`;
}

/** Judges a bomb by its limits. NaN does not keep to a limit. */
function blastState({ refused, milliseconds, grown }: Blast): Verdict['state'] {
  const states = [against(milliseconds, BOMB_MS), against(grown, BOMB_BYTES), exactly(refused)];
  return states.find((state) => state === 'failed') ?? states.find((state) => state === 'close') ?? 'ok';
}

async function bombs(): Promise<Verdict[]> {
  const blasts = await tryBombs(size.megabytes, (name) => say(`T39: ${name}`));
  for (const { refused, name, message } of blasts)
    if (!refused) say(`${name} was not refused as it should be: ${message}`);
  const careless = await tryCarelessly(CARELESS);
  return [
    ...blasts.map((blast) => ({
      id: 'T39',
      what: `bomb: ${blast.name} (aim ${BOMB_MS} ms, +150 MB)`,
      found: blastLine(blast),
      state: blastState(blast),
    })),
    {
      id: 'T39',
      what: 'negative control: a reader without bounds is noticed',
      found: blastLine(careless),
      state: exactly(against(careless.grown, BOMB_BYTES) === 'failed'),
    },
  ];
}

/** The results of the processes that ended normally; reports why others did not. */
function founds<T>(parts: readonly PartOf<T>[]): { found: T[]; crashes: number } {
  const found: T[] = [];
  for (const part of parts) {
    if ('found' in part) found.push(part.found);
    else say(part.crashed);
  }
  return { found, crashes: parts.length - found.length };
}

const progress = (what: string, count: number) => (done: number) => say(`${what}: ${done} of ${count}`);

function sum<T>(list: readonly T[], of: (one: T) => number): number {
  return list.reduce((total, one) => total + of(one), 0);
}

async function mutants(): Promise<Verdict[]> {
  say(`T40: ${size.mutants} mutants`);
  const { found, crashes } = founds(
    await inParts<MutantsCount>('mutants', size.mutants, progress('mutants', size.mutants)),
  );
  const faults = found.flatMap((part) => part.faults);
  for (const fault of faults) say(fault);
  const done = sum(found, (part) => part.mutants);
  const [refused, failed, imported] = (['refused', 'failed', 'imported'] as const).map((as) =>
    sum(found, (part) => part[as]),
  );
  const ways = [...new Set(found.flatMap((part) => Object.keys(part.ways)))].sort();
  notes.push(`mutants: ${ways.map((way) => `${sum(found, (part) => part.ways[way] ?? 0)} ${way}`).join(', ')}`);
  const missed = await missedSabotages();
  return [
    {
      id: 'T40',
      what: 'mutants are all or nothing, no crash, prototypes clean',
      found: `${done} of ${size.mutants}: ${refused} refused, ${failed} failed as jobs, ${imported} imported whole; ${faults.length} faults, ${crashes} crashes`,
      state: exactly(done === size.mutants && faults.length === 0 && crashes === 0),
    },
    {
      id: 'T40',
      what: 'negative control: half an import and a polluted prototype are noticed',
      found: missed.length === 0 ? 'both' : `missed ${missed.join(', ')}`,
      state: exactly(missed.length === 0),
    },
  ];
}

async function runsOf(what: string, count: number): Promise<Pick<Verdict, 'found' | 'state'>> {
  const { found, crashes } = founds(await inParts<HistoriesCount>(what, count, progress(what, count)));
  const failures = found.flatMap(({ failure }) => failure ?? []);
  for (const failure of failures) say(failure);
  const runs = sum(found, (part) => part.runs);
  const isWhole = runs === count && failures.length === 0 && crashes === 0;
  return { found: `${runs} of ${count}, ${failures.length} failures, ${crashes} crashes`, state: exactly(isWhole) };
}

async function histories(): Promise<Verdict[]> {
  say(`T41: ${size.histories} histories, then ${size.merges} merges`);
  const roundTrips = await runsOf('round trips', size.histories);
  const merges = await runsOf('merges', size.merges);
  const missed = await missedChanges();
  return [
    { id: 'T41', what: 'histories: export, import, export gives the same bytes', ...roundTrips },
    { id: 'T41', what: 'into a memory with a history of its own: a second import changes nothing', ...merges },
    {
      id: 'T41',
      what: 'negative control: a memory that changed between is noticed',
      found: missed.length === 0 ? 'both' : `missed ${missed.join(', ')}`,
      state: exactly(missed.length === 0),
    },
  ];
}

function compared(times: readonly Timed[], what: string, with_: string): Verdict {
  const of = (name: string) => times.find((one) => one.name === name)?.seconds ?? Number.NaN;
  const ratio = of(what) / of(with_);
  return {
    id: 'speed',
    what: `${what} beside ${with_} (aim ${TIMES_AS_LONG} times as long)`,
    found: `${of(what).toFixed(1)} s, ${of(with_).toFixed(1)} s: ${ratio.toFixed(2)} times`,
    state: against(ratio, TIMES_AS_LONG),
  };
}

async function speed(): Promise<Verdict[]> {
  const times = await timeBundle(LESSONS, (name) => say(`${LESSONS} lessons: ${name}`));
  const late = await lateClient(LATE);
  const line = ({ seconds, stores }: Timed) =>
    `${seconds.toFixed(1)} s; p50 ${stores.p50.toFixed(0)}, p99 ${stores.p99.toFixed(0)}, slowest ${stores.max.toFixed(0)} ms of ${stores.count}`;
  const [lessons, ...bundle] = times as [Timed, ...Timed[]];
  notes.push(`for comparison, ${lessons.name}, ${LESSONS} lessons: ${line(lessons)}`);
  const meanwhile = bundle.map((one) => ({
    id: 'speed',
    what: `${one.name}, ${LESSONS} lessons; stores meanwhile (aim p99 ${STORE_MS} ms)`,
    found: line(one),
    state: against(one.stores.p99, STORE_MS),
  }));
  return [
    ...meanwhile,
    compared(times, 'import', 'import of lessons'),
    compared(times, 'second import', 'second preview'),
    {
      id: 'speed',
      what: `negative control: a client that is late by ${LATE} ms is noticed`,
      found: `p99 ${late.stores.p99.toFixed(0)} ms`,
      state: exactly(against(late.stores.p99, STORE_MS) === 'failed'),
    },
  ];
}

const parts: Record<string, () => Promise<Verdict[]>> = { T38: names, T39: bombs, T40: mutants, T41: histories, speed };
const verdicts: Verdict[] = [];
for (const name of values.only?.split(',') ?? Object.keys(parts)) {
  const part = parts[name];
  if (!part) throw new Error(`There is no part ${name}.\n\n${HELP}`);
  verdicts.push(...(await part()));
}
process.exit(conclude(verdicts, notes));
