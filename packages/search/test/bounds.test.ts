import { verifies } from '@twicewise/testkit/verifies';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LessonIndex } from '../src/lexical-index.ts';
import { MAX_QUERY_TERMS } from '../src/query.ts';
import { indexOf, lesson } from './lessons.ts';

const WORDS = 'token expiry cache build failed retry user timeout login parser server deploy'.split(' ');

/** Lessons with many words in common, and with names and numbers of their own. */
function manyLessons(count: number): LessonIndex {
  return indexOf(
    Array.from({ length: count }, (_, seq) => {
      const word = (step: number) => WORDS[(seq * step + step) % WORDS.length] as string;
      return lesson({
        id: `l${seq}`,
        seq,
        title: `${word(1)} ${word(5)}`,
        body: [`${word(7)} ${word(11)} name${seq}`],
      });
    }),
  );
}

describe('bounded work', () => {
  const index = manyLessons(3000);

  it('200,000 terms cost what the first 32 cost', () => {
    verifies('T33');
    const words = Array.from({ length: 200_000 }, (_, at) => `${WORDS[at % WORDS.length]}${at}`);
    const huge = index.search(words.join(' '), { limit: 5 });
    const begin = index.search(words.slice(0, MAX_QUERY_TERMS).join(' '), { limit: 5 });
    expect(huge.query.cut).toBe(true);
    expect(huge.query.terms.length).toBeLessThanOrEqual(MAX_QUERY_TERMS);
    expect(huge.work).toEqual(begin.work);
  });

  it('reads each posting of a term once, and none of words that nobody wrote', () => {
    const { work } = index.search('token', { limit: 5 });
    const holders = index.search('token', { limit: 5, minRelevance: 1e-9 });
    expect(work.postings).toBeLessThanOrEqual(holders.hits.length + holders.omitted.beyondLimit + 3000);
    expect(index.search('qqqqqq', { limit: 5 }).work.postings).toBe(0);
  });

  it('reads no more to know how rare a word is in one project', () => {
    const everywhere = index.search('retry parser timeout', { limit: 5 }).work.postings;
    const accept = { projectIds: [lesson({ id: 'any' }).projectId] };
    expect(index.search('retry parser timeout', { limit: 5, accept }).work.postings).toBe(everywhere);
  });

  it('corrects a word to three terms at most, completes one to sixteen', () => {
    const names = indexOf(
      Array.from({ length: 300 }, (_, at) => lesson({ id: `${at}`, title: `authentica${letters(at)}` })),
    );
    expect(names.search('authenticazzz', { limit: 5 }).work.terms).toBeLessThanOrEqual(3);
    expect(names.search('authe', { limit: 5, prefix: true }).work.terms).toBe(16);
  });

  it('looks closely at one hundred lessons, or twice the limit', () => {
    const wordsEach = 5;
    const few = index.search('token expiry', { limit: 5 }).work.tokens;
    expect(few).toBeGreaterThan(0);
    expect(few).toBeLessThanOrEqual(100 * 2 * wordsEach);
    expect(index.search('token expiry', { limit: 300 }).work.tokens).toBeLessThanOrEqual(600 * 2 * wordsEach);
  });

  it('looks at the beginning of a very long lesson only', () => {
    const long = indexOf([lesson({ id: 'a', title: 'token', body: ['expiry '.repeat(60_000)] })]);
    expect(long.search('token expiry', { limit: 5 }).work.tokens).toBeLessThanOrEqual(4096);
  });
});

function letters(number: number): string {
  return [number % 26, Math.floor(number / 26)].map((digit) => String.fromCharCode(97 + digit)).join('');
}

describe('lessons of any shape', () => {
  it.each([
    ['one word of a million letters', 'x'.repeat(1_000_000)],
    ['one name of a million letters', 'aB'.repeat(500_000)],
    ['dashes only', '-'.repeat(1_000_000)],
    ['one word of another script', 'ж'.repeat(1_000_000)],
    ['characters that fold to many', 'ﷺ'.repeat(100_000)],
    ['a script without spaces', '認証'.repeat(100_000)],
    ['more than is indexed', `${'word '.repeat(400_000)}`],
  ])('%s', (_, text) => {
    const index = indexOf([lesson({ id: 'a', title: 'token', body: [text, 'expiry'] })]);
    expect(index.search('token', { limit: 1 }).hits).toHaveLength(1);
    index.search(text, { limit: 1, prefix: true, explain: true, minRelevance: 0 });
    expect(index.bytes()).toBeLessThan(10_000_000);
    index.remove('a');
    expect(index.search('token', { limit: 1 }).hits).toHaveLength(0);
  });
});

// T33 in a short form; check:retrieval uses 20,000 queries.
describe('fuzzed queries', () => {
  it('never fail', () => {
    verifies('T33');
    const index = manyLessons(300);
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc
        .array(fc.constantFrom(...WORDS, '"', '*', 'NEAR(', ') OR (', '-', '--', '^', ':', '\0', '\ud800', 'aB1'), {
          maxLength: 60,
        })
        .map((parts) => parts.join('')),
      fc.nat(20_000).map((count) => 'ﷺ'.repeat(count % 9000)),
      fc.nat(3000).map((count) => '-'.repeat(count)),
      fc.nat(3000).map((count) => 'aB'.repeat(count)),
    );
    fc.assert(
      fc.property(text, fc.boolean(), fc.boolean(), (query, prefix, explain) => {
        const result = index.search(query, { limit: 5, minRelevance: 0, prefix, explain });
        expect(result.hits.length).toBe(5);
        expect(result.query.terms.length).toBeLessThanOrEqual(MAX_QUERY_TERMS);
        expect(result.work.terms).toBeLessThanOrEqual(MAX_QUERY_TERMS * 24);
        expect(result.hits.every(({ score }) => Number.isFinite(score))).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('nor do fuzzed lessons', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({ unit: 'grapheme', maxLength: 200 }),
    );
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), text, (body, title) => {
        const index = indexOf([lesson({ id: 'a', title, body })]);
        const found = index.search(title, { limit: 1, minRelevance: 0, explain: true });
        expect(found.hits).toHaveLength(1);
        if (found.work.postings > 0) expect(found.hits[0]?.score).toBeGreaterThan(0);
        index.remove('a');
        expect(index.search(title, { limit: 1, minRelevance: 0 }).work.terms).toBeLessThanOrEqual(found.work.terms);
      }),
      { numRuns: 500 },
    );
  });
});
