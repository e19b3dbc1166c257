import { verifies } from '@twicewise/testkit/verifies';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leastScore, RELEVANCE_THRESHOLD, relevanceOf } from '../src/relevance.ts';
import { proximityScore, quantisedWeight, queryWeight, rarityBeside } from '../src/scoring.ts';
import type { DocumentFilter, LessonDocument } from '../src/types.ts';
import { ids, indexOf, lesson, phrase, someLessons } from './lessons.ts';

const everything = { limit: 50, minRelevance: 0 };

describe('scoring', () => {
  const lengths = { title: 6, body: 60 };

  it('grows with frequency and levels off', () => {
    const weights = [1, 2, 4, 8, 1000].map((count) => quantisedWeight(0, count, lengths));
    expect(weights).toEqual([...weights].sort((a, b) => a - b));
    expect((weights[1] as number) - (weights[0] as number)).toBeGreaterThan(
      (weights[3] as number) - (weights[2] as number),
    );
    expect(Math.max(...weights)).toBeLessThanOrEqual(255);
  });

  it('counts the title more, and long texts less', () => {
    expect(quantisedWeight(1, 0, lengths)).toBeGreaterThan(quantisedWeight(0, 4, lengths));
    expect(quantisedWeight(0, 1, { title: 6, body: 600 })).toBeLessThan(quantisedWeight(0, 1, lengths));
    expect(quantisedWeight(0, 1, { title: 6, body: 60_000 })).toBeGreaterThanOrEqual(1);
  });

  it('counts rare words more, and none for nothing', () => {
    const rarity = rarityBeside([3, 5000]);
    expect(rarity(3)).toBeGreaterThan(rarity(5000));
    expect(rarity(5000)).toBeGreaterThan(0);
    expect(rarity(0)).toBeGreaterThan(rarity(1));
  });

  it('repeats in the query count less each time', () => {
    expect(queryWeight(1)).toBe(1);
    expect(queryWeight(2)).toBeLessThan(2);
    expect(queryWeight(100)).toBeLessThan(3);
  });

  it('neighbours count more the nearer they are', () => {
    expect(proximityScore(5, 2, 1)).toBeGreaterThan(proximityScore(5, 2, 2));
    expect(proximityScore(5, 2, 1)).toBe(proximityScore(2, 5, 1));
  });

  it('relevance is between 0 and 1, grows with score and cover, and has a quick lower bound', () => {
    const amount = fc.double({ min: 0, max: 500, noNaN: true });
    fc.assert(
      fc.property(amount, amount, amount, (score, covered, total) => {
        const relevance = relevanceOf(score, Math.min(covered, total), total);
        expect(relevance).toBeGreaterThanOrEqual(0);
        expect(relevance).toBeLessThanOrEqual(1);
        expect(relevanceOf(score + 1, Math.min(covered, total), total)).toBeGreaterThanOrEqual(relevance);
        expect(relevanceOf(score, total, total)).toBeGreaterThanOrEqual(relevance);
        if (relevance >= 0.25 && total > 0) expect(score).toBeGreaterThanOrEqual(leastScore(0.25, total));
      }),
    );
  });
});

describe('order', () => {
  it('prefers the title, the whole query, and neighbours', () => {
    verifies('S0-27');
    const index = indexOf([
      lesson({ id: 'far', body: ['token parser build cache timeout retry user login debug server expiry'] }),
      lesson({ id: 'near', body: ['parser build cache timeout retry user login debug server token expiry'] }),
      lesson({ id: 'half', body: ['parser build cache timeout retry user login debug server token index'] }),
      lesson({
        id: 'title',
        title: 'token expiry',
        body: ['parser build cache timeout retry user login debug server'],
      }),
    ]);
    expect(ids(index.search('token expiry', everything))).toEqual(['title', 'near', 'far', 'half']);
  });

  it('does not see words of two sections as neighbours', () => {
    const index = indexOf([
      lesson({ id: 'apart', body: ['parser token', 'expiry cache'] }),
      lesson({ id: 'together', body: ['parser token expiry', 'cache'] }),
    ]);
    const [first, second] = index.search('token expiry', { ...everything, explain: true }).hits;
    expect([first?.id, second?.id]).toEqual(['together', 'apart']);
    expect(first?.why?.proximity).toHaveLength(1);
    expect(second?.why?.proximity).toEqual([]);
  });

  it('breaks ties by creation, then seq, newest first', () => {
    const [day1, day2] = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'];
    const index = indexOf([
      lesson({ id: 'a', seq: 9, createdAt: day1, title: 'token' }),
      lesson({ id: 'b', seq: 1, createdAt: day2, title: 'token' }),
      lesson({ id: 'c', seq: 2, createdAt: day2, title: 'token' }),
    ]);
    expect(ids(index.search('token', everything))).toEqual(['c', 'b', 'a']);
  });

  it('lets pins and states order what is relevant, and nothing else', () => {
    const index = indexOf([
      lesson({ id: 'plain', title: 'token expiry', seq: 3 }),
      lesson({ id: 'pinned', title: 'token expiry', seq: 2, pinned: true }),
      lesson({ id: 'old', title: 'token expiry', seq: 4, state: 'superseded' }),
      lesson({ id: 'other', title: 'parser', seq: 5, pinned: true }),
    ]);
    const result = index.search('token expiry', { limit: 5, explain: true });
    expect(ids(result)).toEqual(['pinned', 'plain', 'old']);
    expect(result.hits.map(({ why }) => why?.priors.map(({ name }) => name))).toEqual([['pinned'], [], ['superseded']]);
    expect(new Set(result.hits.map(({ relevance }) => relevance)).size).toBe(1);
  });

  it("moves lessons of the caller's session up, among what is relevant", () => {
    const index = indexOf([
      lesson({ id: 'other', title: 'token expiry cache', sessionId: 't', seq: 9 }),
      lesson({ id: 'own', title: 'token expiry', body: ['cache'], sessionId: 's', seq: 1 }),
      lesson({ id: 'stranger', title: 'login form', sessionId: 's', seq: 2 }),
    ]);
    expect(ids(index.search('token expiry cache', { limit: 5 }))[0]).toBe('other');
    const inside = index.search('token expiry cache', { limit: 5, sessionId: 's', explain: true });
    expect(ids(inside)).toEqual(['own', 'other']);
    expect(inside.hits[0]?.why?.session).toBeGreaterThan(0);
    expect(inside.hits[1]?.why?.session).toBe(0);
  });
});

describe('nothing relevant', () => {
  const index = indexOf([
    lesson({ id: 'a', title: 'Fix authentication token expiry', body: ['Refresh the token before it expires'] }),
    lesson({ id: 'b', title: 'Parse CSV with quotes', body: ['The header row had another order'] }),
  ]);

  it('is answered with nothing, and the account of it', () => {
    const result = index.search('bake sourdough bread with the header of a recipe in the oven', { limit: 5 });
    expect(result.hits).toEqual([]);
    expect(result.omitted).toEqual({ belowThreshold: 1, beyondLimit: 0 });
  });

  it('but what is about all of a short query is found', () => {
    for (const [query, id] of [
      ['token', 'a'],
      ['csv', 'b'],
      ['header', 'b'],
      ['refresh token', 'a'],
    ] as const) {
      expect(ids(index.search(query, { limit: 5 })), query).toEqual([id]);
    }
  });

  it('minRelevance 0 returns everything, what shares nothing last and newest first', () => {
    const all = indexOf([
      lesson({ id: 'x', title: 'build', seq: 1 }),
      lesson({ id: 'y', title: 'cache', seq: 2 }),
      lesson({ id: 'z', title: 'token', seq: 3 }),
    ]);
    expect(ids(all.search('build', everything))).toEqual(['x', 'z', 'y']);
    expect(ids(all.search('', everything))).toEqual(['z', 'y', 'x']);
    expect(ids(all.search('build', { limit: 2, minRelevance: 0 }))).toEqual(['x', 'z']);
  });

  it('counts what is beyond the limit', () => {
    const many = indexOf(
      Array.from({ length: 500 }, (_, seq) => lesson({ id: `l${seq}`, seq, title: 'token expiry' })),
    );
    const result = many.search('token expiry', { limit: 3 });
    expect(ids(result)).toEqual(['l499', 'l498', 'l497']);
    expect(result.omitted).toEqual({ belowThreshold: 0, beyondLimit: 497 });
    expect(many.search('token expiry', { limit: 0 })).toMatchObject({ hits: [], omitted: { beyondLimit: 500 } });
  });
});

const anyFilter: fc.Arbitrary<DocumentFilter> = fc.record(
  {
    projectIds: fc.subarray(['p', 'q', 'nobody']),
    sessionIds: fc.subarray(['s', 't']),
    outcomes: fc.subarray(['success', 'failure']),
    states: fc.subarray(['accepted', 'draft', 'superseded']),
    kinds: fc.subarray(['lesson', 'note']),
    failureCategories: fc.subarray(['logic_error', 'other']),
    agents: fc.subarray(['claude']),
    tags: fc.subarray(['auth', 'ci', 'src/a.ts']),
    entityId: fc.constantFrom('src/a.ts', 'auth'),
    minConfidence: fc.constantFrom(0, 0.2, 0.5),
    since: fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'),
    until: fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'),
    pinned: fc.boolean(),
  },
  { requiredKeys: [] },
);

/** The filter in its simplest form. */
function passes(each: LessonDocument, filter: DocumentFilter): boolean {
  const isIn = (list: readonly string[] | undefined, value: string | null) =>
    !list || (value !== null && list.includes(value));
  return (
    isIn(filter.projectIds, each.projectId) &&
    isIn(filter.sessionIds, each.sessionId) &&
    isIn(filter.outcomes, each.outcome) &&
    isIn(filter.states, each.state) &&
    isIn(filter.kinds, each.kind) &&
    isIn(filter.failureCategories, each.failureCategory) &&
    isIn(filter.agents, each.agent) &&
    (filter.tags ?? []).every((tag) => each.tags.includes(tag)) &&
    (filter.entityId === undefined || each.entityIds.includes(filter.entityId)) &&
    (filter.minConfidence === undefined ||
      (each.confidence !== null && each.confidence >= filter.minConfidence - 1e-6)) &&
    (filter.since === undefined || each.createdAt >= filter.since) &&
    (filter.until === undefined || each.createdAt <= filter.until) &&
    (filter.pinned === undefined || each.pinned === filter.pinned)
  );
}

/** The projects of a filter. They decide which synonyms count, so this filter differs from the others. */
function placeOf({ projectIds }: DocumentFilter): DocumentFilter {
  return projectIds ? { projectIds } : {};
}

describe('properties', () => {
  it('filters only remove: what is left is the same, in the same order', () => {
    verifies('S0-20');
    fc.assert(
      fc.property(
        someLessons,
        phrase,
        anyFilter,
        fc.constantFrom(0, RELEVANCE_THRESHOLD),
        (lessons, query, accept, minRelevance) => {
          const index = indexOf(lessons);
          const options = { limit: 50, minRelevance, explain: true };
          const kept = new Set(lessons.filter((each) => passes(each, accept)).map(({ id }) => id));
          const expected = index
            .search(query, { ...options, accept: placeOf(accept) })
            .hits.filter(({ id }) => kept.has(id));
          expect(index.search(query, { ...options, accept }).hits).toEqual(expected);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('an unrelated lesson changes nothing: neither hits nor order nor relevance', () => {
    const foreign = fc.array(fc.constantFrom('zebra', 'quokka', 'fjord', 'the'), { maxLength: 30 });
    const strangers = fc.array(fc.tuple(foreign, foreign), { minLength: 1, maxLength: 20 });
    const queries = fc
      .tuple(phrase, fc.constantFrom('', ' xylograph', ' parserr', ' tokn'))
      .map(([a, b]) => `lesson ${a}${b}`);
    fc.assert(
      fc.property(someLessons, strangers, queries, (lessons, added, query) => {
        const before = indexOf(lessons).search(query, { limit: 3, explain: true });
        const all = added.map(([title, body], at) =>
          lesson({ id: `x${at}`, title: title.join(' '), body: [body.join(' ')] }),
        );
        const after = indexOf([...all, ...lessons]).search(query, { limit: 3, explain: true });
        expect(after).toEqual(before);
      }),
      { numRuns: 300 },
    );
  });

  it('a smaller limit gives the beginning of a larger one', () => {
    fc.assert(
      fc.property(someLessons, phrase, fc.integer({ min: 0, max: 10 }), (lessons, query, limit) => {
        const index = indexOf(lessons);
        const full = index.search(query, { limit: 50 });
        const short = index.search(query, { limit });
        expect(short.hits).toEqual(full.hits.slice(0, limit));
        expect(short.omitted.belowThreshold).toBe(full.omitted.belowThreshold);
        expect(short.omitted.beyondLimit).toBe(full.hits.length - short.hits.length);
      }),
    );
  });

  it('a lower threshold only adds', () => {
    fc.assert(
      fc.property(someLessons, phrase, fc.double({ min: 0, max: 1, noNaN: true }), (lessons, query, minRelevance) => {
        const index = indexOf(lessons);
        const all = index.search(query, everything).hits;
        const some = index.search(query, { limit: 50, minRelevance }).hits;
        expect(some).toEqual(all.filter(({ relevance }) => relevance >= minRelevance));
        expect(all.length).toBe(index.size);
      }),
    );
  });
});
