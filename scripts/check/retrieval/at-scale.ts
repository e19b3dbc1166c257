import { LessonIndex } from '@twicewise/search';
import { against, exactly, say, type Verdict } from '../verdicts.ts';
import type { Corpus } from './corpora.ts';
import { randomNumbers } from './measures.ts';

const PROJECTS = 10;
const QUERIES = 1000;
const WARM_UP = 200;
const REPEATS = 3;
const MEGABYTE = 1_048_576;
/** Limits in milliseconds. A fuzzed query may consist of 32 words that every lesson has. */
const P50 = 2;
const P95 = 5;
const SLOWEST = 50;

interface Timed {
  p50: number;
  p95: number;
  slowest: number;
}

/** Makes texts out of pieces of real texts, so that words and their frequencies are real. */
function textsFrom(corpora: readonly Corpus[], random: () => number): (words: number) => string {
  const words = corpora.flatMap(({ documents }) =>
    documents.flatMap(({ title, body }) => [title, ...body].join(' ').split(/\s+/)),
  );
  return (count) => {
    const start = Math.floor(random() * (words.length - count));
    return words.slice(start, start + count).join(' ');
  };
}

/** One project has half of the lessons; the others share the rest. */
function build(count: number, text: (words: number) => string): { index: LessonIndex; seconds: number; peak: number } {
  const index = new LessonIndex();
  let seconds = 0;
  let peak = 0;
  for (let seq = 0; seq < count; seq++) {
    const document = {
      ...{ seq, id: `refl_${String(seq).padStart(26, '0')}`, sessionId: `s${seq >> 3}`, kind: 'lesson' },
      ...{ projectId: seq % 2 ? 'half' : `p${seq % PROJECTS}`, outcome: 'failure', state: 'accepted' },
      ...{
        failureCategory: null,
        agent: 'agent',
        confidence: null,
        pinned: false,
        standing: null,
        tags: [`tag${seq % 50}`],
      },
      createdAt: new Date(1_700_000_000_000 + seq * 1000).toISOString(),
      entityIds: [`src/file${seq % 5000}.ts`],
      title: text(8),
      body: [text(20), text(20), text(12), text(40)],
    };
    const start = performance.now();
    index.put(document);
    const took = performance.now() - start;
    seconds += took / 1000;
    peak = Math.max(peak, took);
  }
  return { index, seconds, peak };
}

function once(run: () => void): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

/**
 * Times each of `count` runs. A run slower than `suspicious` is repeated, because a busy machine may stop any program for a
 * while.
 */
function time(count: number, run: (at: number) => void, suspicious = Number.POSITIVE_INFINITY): Timed {
  for (let at = 0; at < Math.min(count, WARM_UP); at++) run(at);
  const times: number[] = [];
  for (let at = 0; at < count; at++) {
    let took = once(() => run(at));
    for (let again = 0; again < REPEATS && took > suspicious; again++)
      took = Math.min(
        took,
        once(() => run(at)),
      );
    times.push(took);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(count - 1, Math.floor(count * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), slowest: at(1) };
}

function ms(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 0)} ms`;
}

function describe({ p50, p95, slowest }: Timed): string {
  return `p50 ${ms(p50)}, p95 ${ms(p95)}, slowest ${ms(slowest)}`;
}

function worst(...states: Verdict['state'][]): Verdict['state'] {
  return states.find((state) => state === 'failed') ?? states.find((state) => state === 'close') ?? 'ok';
}

/** Text that nobody would write: any characters, operators of query languages, very long words, halves of surrogate pairs. */
function fuzzed(random: () => number, text: (words: number) => string): string {
  const parts = ['"', '*', ')', '(', ' NEAR ', ' OR ', '-', '_', ':', '^', '\0', '\ud800', 'ﷺ', '認証', 'aB', '9'];
  const pick = () => parts[Math.floor(random() * parts.length)] as string;
  const code = () => String.fromCharCode(Math.floor(random() * 0x1_0000));
  const pieces = Array.from({ length: Math.floor(random() * 40) }, () => {
    const kind = random();
    if (kind < 0.4) return pick();
    if (kind < 0.6) return code();
    return kind < 0.65 ? pick().repeat(Math.floor(random() * 2000)) : ` ${text(1 + Math.floor(random() * 4))}`;
  });
  return pieces.join('');
}

function searches(index: LessonIndex, text: (words: number) => string): Verdict[] {
  const queries = Array.from({ length: QUERIES }, () => text(8));
  const scopes = { all: undefined, 'half of them': { projectIds: ['half'] }, 'a tenth': { projectIds: ['p4'] } };
  return Object.entries(scopes).map(([scope, accept]) => {
    const timed = time(QUERIES, (at) =>
      index.search(queries[at] as string, { limit: 5, ...(accept ? { accept } : {}) }),
    );
    return {
      id: 'speed',
      what: `search, ${scope} (aims ${P50}, ${P95} ms)`,
      found: describe(timed),
      state: worst(against(timed.p50, P50), against(timed.p95, P95)),
    };
  });
}

/** T33: no exception and no slow answer for any text, nor for one query of 200,000 terms. */
function fuzz(index: LessonIndex, count: number, random: () => number, text: (words: number) => string): Verdict[] {
  const failed = new Set<number>();
  const queries = Array.from({ length: count }, () => fuzzed(random, text));
  const run = (at: number) => {
    try {
      index.search(queries[at] as string, { limit: 5, prefix: at % 2 === 0, explain: at % 5 === 0 });
    } catch (error) {
      if (failed.size === 0) say(`first exception: ${error}`);
      failed.add(at);
    }
  };
  const timed = time(count, run, SLOWEST);
  const endless = Array.from({ length: 200_000 }, (_, at) => `${text(1)}${at}`).join(' ');
  const long = time(20, () => index.search(endless, { limit: 5 }), SLOWEST);
  return [
    {
      id: 'T33',
      what: `${count} fuzzed queries: exceptions`,
      found: `${failed.size}`,
      state: exactly(failed.size === 0),
    },
    {
      id: 'T33',
      what: `their times (aim ${SLOWEST} ms each)`,
      found: describe(timed),
      state: against(timed.slowest, SLOWEST),
    },
    {
      id: 'T33',
      what: `200,000 terms (aim ${SLOWEST} ms)`,
      found: describe(long),
      state: against(long.slowest, SLOWEST),
    },
  ];
}

/** Builds an index of `count` lessons made from the texts of the sets, and searches it. */
export function atScale(
  corpora: readonly Corpus[],
  count: number,
  fuzzes: number,
): { verdicts: Verdict[]; notes: string[] } {
  const random = randomNumbers(7);
  const text = textsFrom(corpora, random);
  say(`building an index of ${count} lessons`);
  const { index, seconds, peak } = build(count, text);
  const each = (1_000_000 * seconds) / count;
  const megabytes = index.bytes() / MEGABYTE;
  say(`searching it, ${fuzzes} fuzzed queries`);
  return {
    verdicts: [...searches(index, text), ...fuzz(index, fuzzes, random, text)],
    notes: [
      `${count} lessons of 100 words: ${seconds.toFixed(1)} s, ${each.toFixed(0)} µs each, slowest ${ms(peak)}; ${megabytes.toFixed(0)} MB`,
    ],
  };
}
