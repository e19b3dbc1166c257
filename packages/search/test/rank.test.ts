import { describe, expect, it } from 'vitest';
import { type Nearness, vectorShares, vectorWeight } from '../src/fusion.ts';
import { sessionGains } from '../src/priors.ts';
import { RELEVANCE_THRESHOLD, UNCERTAIN_RELEVANCE } from '../src/relevance.ts';
import type { LessonDocument, SearchHit } from '../src/types.ts';
import { ids, indexOf, lesson } from './lessons.ts';

const near = (values: Record<string, number>): Nearness => ({
  unrelated: 0.2,
  maybe: 0.5,
  enough: 0.55,
  values: new Map(Object.entries(values)),
});
const SCALE = { threshold: RELEVANCE_THRESHOLD, uncertain: UNCERTAIN_RELEVANCE };
const textOf = ({ why }: SearchHit) =>
  [...(why?.terms ?? []), ...(why?.proximity ?? [])].reduce((sum, { contribution }) => sum + contribution, 0);
const many = (count: number, fields: Partial<LessonDocument> = {}) =>
  Array.from({ length: count }, (_, seq) => lesson({ id: `l${seq}`, seq, title: 'token expiry', ...fields }));

describe('the number of hits', () => {
  const index = indexOf(many(5));
  const count = (limit: number) => {
    const { hits, omitted } = index.search('token expiry', { limit });
    return [hits.length, omitted.beyondLimit];
  };

  it('is at most the limit, without its fraction, and the others are counted', () => {
    expect([2, 2.9, 9, 0, -3].map(count)).toEqual([
      [2, 3],
      [2, 3],
      [5, 0],
      [0, 5],
      [0, 5],
    ]);
  });

  it('is that of all lessons where nothing is asked of them, newest first, but for those that a filter leaves out', () => {
    const mixed = indexOf([
      lesson({ id: 'build', seq: 1, title: 'build' }),
      lesson({ id: 'b', seq: 2, title: 'cache' }),
      lesson({ id: 'c', seq: 3, title: 'parser', outcome: 'failure' }),
      lesson({ id: 'd', seq: 4, title: 'retry' }),
    ]);
    const all = { limit: 9, minRelevance: 0 };
    expect(ids(mixed.search('build', all))).toEqual(['build', 'd', 'c', 'b']);
    expect(ids(mixed.search('build', { ...all, limit: 3 }))).toEqual(['build', 'd', 'c']);
    expect(ids(mixed.search('build', { ...all, limit: 1 }))).toEqual(['build']);
    expect(ids(mixed.search('build', { ...all, accept: { outcomes: ['success'] } }))).toEqual(['build', 'd', 'b']);
    expect(ids(mixed.search('build', { limit: 9, minRelevance: 0.01 }))).toEqual(['build']);
    const { hits, omitted } = mixed.search('build', { ...all, explain: true, nearness: near({ b: 0.1, d: 0.9 }) });
    expect(hits.map(({ id }) => id)).toEqual(['build', 'd', 'c', 'b']);
    expect(omitted).toEqual({ belowThreshold: 0, beyondLimit: 0 });
    expect(hits[3]).toEqual({
      id: 'b',
      seq: 2,
      score: 0,
      relevance: 0,
      rankers: ['lexical'],
      why: { terms: [], proximity: [], missing: ['build'], session: 0, vector: null, priors: [] },
    });
  });

  it('counts as left out what has a word of the query and is not relevant enough', () => {
    const mixed = indexOf([
      ...many(2),
      lesson({ id: 'x', title: 'token of a parser that was rewritten for the cache' }),
    ]);
    const query = 'token expiry after a retry of the login';
    const { omitted } = mixed.search(query, { limit: 1, minRelevance: 0.2 });
    expect(omitted).toEqual({ belowThreshold: 1, beyondLimit: 1 });
    expect(mixed.search(query, { limit: 9, minRelevance: 0.9 }).omitted).toEqual({ belowThreshold: 3, beyondLimit: 0 });
  });
});

describe('how closely lessons are examined', () => {
  const index = indexOf(many(400));

  it('is decided by words alone: a hundred of them, or twice the limit', () => {
    expect(index.search('token expiry', { limit: 3 }).work.tokens).toBe(2 * 100);
    expect(index.search('token expiry', { limit: 50 }).work.tokens).toBe(2 * 100);
    expect(index.search('token expiry', { limit: 51 }).work.tokens).toBe(2 * 102);
  });

  it('changes nothing of how many there are', () => {
    const { hits, omitted } = index.search('token expiry', { limit: 3 });
    expect(hits.map(({ id }) => id)).toEqual(['l399', 'l398', 'l397']);
    expect(omitted).toEqual({ belowThreshold: 0, beyondLimit: 397 });
  });

  it('counts of those that are not examined the relevant ones alone', () => {
    const partly = Array.from({ length: 100 }, (_, at) => {
      return lesson({ id: `p${at}`, title: 'token of a parser that was rewritten for the cache' });
    });
    const { omitted } = indexOf([...many(150), ...partly]).search('token expiry', { limit: 3 });
    expect(omitted).toEqual({ belowThreshold: 100, beyondLimit: 147 });
    // These have a score that would do for a lesson with all words of the query.
    const half = Array.from({ length: 5 }, (_, at) => lesson({ id: `h${at}`, title: 'token' }));
    expect(indexOf([...many(105), ...half]).search('token expiry', { limit: 3 }).omitted).toEqual({
      belowThreshold: 5,
      beyondLimit: 102,
    });
  });

  it('includes what is near, which counts once', () => {
    const { hits, omitted, work } = index.search('token expiry', { limit: 3, nearness: near({ l0: 0.9, l399: 0.9 }) });
    expect(hits.map(({ id }) => id)).toEqual(['l399', 'l0', 'l398']);
    expect(omitted).toEqual({ belowThreshold: 0, beyondLimit: 397 });
    expect(work.tokens).toBe(2 * 101);
  });
});

describe('what is near without a word in common', () => {
  const lessons = [
    lesson({ id: 'a', seq: 1, title: 'memoise compiled output' }),
    lesson({ id: 'b', seq: 2, title: 'reuse artefacts', outcome: 'failure' }),
    lesson({ id: 'c', seq: 3, title: 'warm start' }),
  ];
  const index = indexOf(lessons);
  const found = (values: Record<string, number>, options: object = {}) =>
    index.search('build cache', { limit: 9, nearness: near(values), ...options });

  it('is found, the nearest first, unless a filter leaves it out or nobody has it', () => {
    expect(ids(found({ a: 0.6, b: 0.9, c: 0.7, nobody: 1 }))).toEqual(['b', 'c', 'a']);
    expect(ids(found({ a: 0.6, b: 0.9, c: 0.7 }, { accept: { outcomes: ['success'] } }))).toEqual(['c', 'a']);
    expect(found({ a: 0.6, b: 0.9, c: 0.7 }, { limit: 1 }).omitted).toEqual({ belowThreshold: 0, beyondLimit: 2 });
  });

  it('is offered where it is nearly near enough, if asked and if there is nothing better: the nearest first', () => {
    const uncertain = { a: 0.51, b: 0.54, c: 0.49 };
    expect(found(uncertain)).toMatchObject({ hits: [], maybe: [], omitted: { belowThreshold: 0 } });
    const asked = found(uncertain, { maybe: 5 });
    expect([asked.hits, asked.maybe.map(({ id }) => id)]).toEqual([[], ['b', 'a']]);
    expect(asked.omitted).toEqual({ belowThreshold: 2, beyondLimit: 0 });
    expect(asked.maybe[0]).toMatchObject({ seq: 2, rankers: ['lexical'] });
    expect(asked.maybe[0]?.relevance).toBeCloseTo(0.23, 9);
    expect(found(uncertain, { maybe: 1 }).maybe.map(({ id }) => id)).toEqual(['b']);
    expect(found({ ...uncertain, c: 0.6 }, { maybe: 5 })).toMatchObject({ hits: [{ id: 'c' }], maybe: [] });
  });

  it('is offered newest first where two are as near, and from the very value on', () => {
    expect(found({ a: 0.5, c: 0.5 }, { maybe: 5 }).maybe.map(({ id }) => id)).toEqual(['c', 'a']);
    expect(ids(found({ a: 0.55, c: 0.549 }, { maybe: 5 }))).toEqual(['a']);
  });

  it('is a hit where less is asked than what is uncertain', () => {
    const { hits, maybe } = found({ a: 0.51, b: 0.54 }, { maybe: 5, minRelevance: 0.1 });
    expect([hits.map(({ id }) => id), maybe]).toEqual([['b', 'a'], []]);
  });
});

describe('an uncertain lesson', () => {
  it('may have words of the query, too, and is offered by its relevance and not by its score', () => {
    const index = indexOf([
      lesson({ id: 'words', title: 'cache of the parser in a long title that says many other things as well' }),
      lesson({ id: 'far', seq: 2, title: 'zebra' }),
    ]);
    const query = 'build cache of rust crates with incremental linking turned off';
    const { hits, maybe } = index.search(query, { limit: 9, maybe: 9, nearness: near({ words: 0.53, far: 0.52 }) });
    expect([hits, maybe.map(({ id }) => id)]).toEqual([[], ['words', 'far']]);
    expect(index.search(query, { limit: 9, maybe: 9 })).toMatchObject({ hits: [], maybe: [] });
  });

  it('is none that is relevant, also where no hit is asked for', () => {
    expect(indexOf(many(3)).search('token expiry', { limit: 0, maybe: 9 })).toMatchObject({ hits: [], maybe: [] });
  });
});

describe('the score of a hit', () => {
  it('is that of its words, times what speaks for it apart from them', () => {
    const index = indexOf([
      lesson({ id: 'plain', seq: 1, title: 'token expiry' }),
      lesson({ id: 'pinned', seq: 2, title: 'token expiry', pinned: true, standing: 'helpful' }),
    ]);
    const [pinned, plain] = index.search('token expiry', { limit: 2, explain: true }).hits;
    expect([pinned?.id, plain?.id]).toEqual(['pinned', 'plain']);
    expect((pinned?.score ?? 0) / (plain?.score ?? 1)).toBeCloseTo(1.1 * 1.05, 9);
    expect(plain?.score).toBeCloseTo(textOf(plain as SearchHit), 4);
    expect(pinned?.relevance).toBe(plain?.relevance);
    expect(plain).toMatchObject({ seq: 1, rankers: ['lexical'] });
    expect(pinned?.why?.priors.map(({ name }) => name)).toEqual(['pinned', 'helpful']);
  });

  it('grows in the session of the caller by what its lessons before and after it have', () => {
    const own = { sessionId: 's', createdAt: '2026-01-01T00:00:00.000Z' };
    const index = indexOf([
      lesson({ id: 'third', seq: 3, title: 'token', ...own }),
      lesson({ id: 'first', seq: 1, title: 'token expiry cache', ...own }),
      lesson({ id: 'second', seq: 2, title: 'token expiry', ...own }),
    ]);
    const search = (sessionId?: string) =>
      index.search('token expiry cache', {
        limit: 9,
        minRelevance: 0.01,
        explain: true,
        ...(sessionId && { sessionId }),
      });
    const byId = new Map(search('s').hits.map((hit) => [hit.id, hit]));
    const order = ['first', 'second', 'third'];
    const gains = sessionGains(order.map((id) => textOf(byId.get(id) as SearchHit)));
    order.forEach((id, at) => {
      expect(byId.get(id)?.why?.session).toBeCloseTo(gains[at] ?? 0, 4);
    });
    expect(search('t').hits.every(({ why }) => why?.session === 0)).toBe(true);
    expect(search().hits.every(({ why }) => why?.session === 0)).toBe(true);
  });

  it.each([
    ['lets words decide where they are sure', 'token expiry', 0.6],
    [
      'lets nearness decide where they are not',
      'token expiry of a retry after the login to a queue with a backlog',
      0.9,
    ],
  ])('%s', (_what, query, value) => {
    const index = indexOf([
      lesson({ id: 'words', title: 'token expiry' }),
      lesson({ id: 'meaning', title: 'memoise compiled output' }),
      lesson({ id: 'unknown', title: 'token cache parser' }),
    ]);
    const nearness = near({ words: 0.3, meaning: value });
    const { hits } = index.search(query, { limit: 9, minRelevance: 0.01, explain: true, nearness });
    const fusible = hits.map((hit) => ({ text: textOf(hit), near: nearness.values.get(hit.id) }));
    const without = index.search(query, { limit: 9, minRelevance: 0.01 }).hits;
    const best = Math.max(...without.map(({ relevance }) => relevance));
    const shares = vectorShares(fusible, nearness, vectorWeight(best, SCALE));
    expect(hits).toHaveLength(3);
    for (const [at, hit] of hits.entries()) {
      const share = shares[at] ?? 0;
      if (share > 0) expect(hit.why?.vector).toBeCloseTo(share, 4);
      else expect(hit.why?.vector).toBeNull();
      const rankers = [...(textOf(hit) > 0 ? ['lexical'] : []), ...(share > 0 ? ['vector'] : [])];
      expect(hit.rankers, hit.id).toEqual(rankers);
    }
  });
});

describe('lessons like one', () => {
  it('do not include it, also where all are asked for', () => {
    const index = indexOf(many(3));
    expect(ids(index.similar('l1', { limit: 9, minRelevance: 0 }))).toEqual(['l2', 'l0']);
    expect(ids(index.similar('l0', { limit: 9, accept: { sessionIds: [] } }))).toEqual([]);
  });
});
