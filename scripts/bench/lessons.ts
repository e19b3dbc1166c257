import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

/** A lesson as `reflection_store` takes it, on both sides of the comparison. */
export interface BenchLesson {
  taskDescription: string;
  attemptNumber: number;
  outcome: 'success' | 'partial' | 'failure';
  whatWorked: string[];
  whatDidNotWork: string[];
  nextStrategy: string;
  tags: string[];
  relatedEntityIds: string[];
}

/** Number of projects among which the lessons are divided. */
export const PROJECTS = 10;
/** Number of lessons per session: as many as a session shows. */
const PER_SESSION = 20;
const OUTCOMES = ['success', 'partial', 'failure'] as const;

const SUBJECTS = 'login form|token refresh|job queue|retry loop|search index|cache layer|import parser|file watcher';
const VERBS = 'fails after|hangs during|loses rows in|is slow in|crashes on|times out in|leaks memory in|ignores';
const PLACES = 'the nightly build|a cold start|large uploads|parallel tests|the staging cluster|a schema migration';
const FACTS =
  'raising the timeout only hid the error|the lock was taken twice in one call|a smaller batch kept the memory flat|' +
  'the fixture used a stale clock|closing the stream before the last chunk lost it|running the tests serially was green|' +
  'the index was missing on the foreign key|the retry had no upper bound|reading the log first showed the real cause|' +
  'the mock answered in another order than the server|pinning the version made it repeatable';
const FILES = 'src/auth/session.ts|src/queue/worker.ts|src/search/index.ts|src/import/reader.ts|test/fixtures/clock.ts';
const TAGS = 'auth|queue|search|import|cache|tests|timeouts|memory|database|build';

function chooser(seed: number): (list: string) => string {
  let state = (seed * 2_654_435_761) >>> 0;
  return (list) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0;
    const items = list.split('|');
    return items[(state >>> 8) % items.length] ?? '';
  };
}

/**
 * Number of made-up names, in addition to the few dozen words above: real lessons contain names, each of which occurs in few of
 * them.
 */
const NAMES = 20_000;
const SYLLABLES = 'ba|cor|dil|fen|gra|hul|jin|kel|lom|mar|nep|oti|pra|rus|sel|tor|uma|vek|wil|zan';

/** A made-up name. As in natural language (Zipf), names with small numbers are far more frequent. */
export function nameOf(number: number): string {
  const syllables = SYLLABLES.split('|');
  const pick = (place: number) => syllables[Math.floor(number / syllables.length ** place) % syllables.length] ?? '';
  return `${pick(0)}${pick(1)}${pick(2)}${pick(3)}`;
}

function names(seed: number, count: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    const random = (Math.imul(seed * 31 + at + 1, 2_654_435_761) >>> 8) / 2 ** 24;
    return nameOf(Math.floor(NAMES ** random) - 1);
  });
}

/** The question that the lesson with this number answers: some of its words, mixed with others. */
export function questionOf(number: number): string {
  const { taskDescription } = lessonOf(number);
  const subject = taskDescription.split(';')[0] ?? '';
  return `Why ${subject.toLowerCase()} with ${names(number, 8).slice(2, 6).join(' and ')}?`;
}

/** The lesson with this number: about 700 bytes of prose, the same in every run. */
export function lessonOf(number: number, mark = ''): BenchLesson {
  const choose = chooser(number + 1);
  const task = `The ${choose(SUBJECTS)} ${choose(VERBS)} ${choose(PLACES)}; find the cause and fix it`;
  return {
    taskDescription: `${task} (case ${mark}${number}).`,
    attemptNumber: 1 + (number % 4),
    outcome: OUTCOMES[number % 3] ?? 'partial',
    whatWorked: [`First, ${choose(FACTS)}.`, `Then ${choose(FACTS)}, which was confirmed by a second run.`],
    whatDidNotWork: [`At the beginning ${choose(FACTS)}, so that hour was lost in ${names(number, 8).join(', ')}.`],
    nextStrategy: `Before touching the code, check whether ${choose(FACTS)}; then write the failing test.`,
    tags: [choose(TAGS), choose(TAGS)],
    relatedEntityIds: [choose(FILES)],
  };
}

/**
 * The project of the lesson with this number. Every second lesson belongs to the first project; the others share the rest
 * equally.
 */
export function projectOf(number: number): string {
  return number % 2 === 0 ? 'bench-0' : `bench-${1 + (((number - 1) / 2) % (PROJECTS - 1))}`;
}

/** Writes an import file with `count` lessons, starting at number `first`. */
export async function writeLessons(path: string, count: number, first = 0): Promise<void> {
  const file = createWriteStream(path);
  for (let number = first; number < first + count; number++) {
    const project = projectOf(number);
    const session = `${project}-${Math.floor(number / PROJECTS / PER_SESSION)}`;
    const line = { id: `n${number}`, projectId: project, sessionId: session, ...lessonOf(number) };
    const createdAt = new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString();
    if (!file.write(`${JSON.stringify({ ...line, createdAt })}\n`)) await once(file, 'drain');
  }
  file.end();
  await finished(file);
}
