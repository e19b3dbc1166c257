import type { Verdict } from '@twicewise/contract';
import { describe, expect, it } from 'vitest';
import { sessionGains, standingOf } from '../src/priors.ts';
import { LEVEL, MAX_WEIGHT, proximityScore, quantisedWeight, queryWeight, rarityBeside } from '../src/scoring.ts';
import { indexOf, lesson } from './lessons.ts';

// The numbers that order lessons, each compared with the formula in its comment.

describe('the weight of a word in a lesson', () => {
  const usual = { title: 6, body: 60 };

  it('of usual length is its saturated frequency, a word of the title counting as five', () => {
    expect(quantisedWeight(0, 1, usual)).toBe(Math.round(255 / 2.2));
    expect(quantisedWeight(1, 0, usual)).toBe(Math.round((255 * 5) / 6.2));
    expect(quantisedWeight(1, 2, usual)).toBe(Math.round((255 * 7) / 8.2));
  });

  it('falls with the length of the title by 3 parts of 10, of the body by half', () => {
    expect(quantisedWeight(1, 0, { title: 12, body: 60 })).toBe(Math.round((255 * (5 / 1.3)) / (5 / 1.3 + 1.2)));
    expect(quantisedWeight(0, 1, { title: 6, body: 120 })).toBe(Math.round(255 / 1.5 / (1 / 1.5 + 1.2)));
    expect(quantisedWeight(0, 1, { title: 6, body: 0 })).toBe(Math.round((255 * 2) / 3.2));
  });

  it('is one level at least and 255 at most', () => {
    expect(quantisedWeight(0, 1, { title: 6, body: 1e6 })).toBe(1);
    expect(quantisedWeight(1e6, 0, usual)).toBe(255);
    expect(255 * LEVEL).toBeCloseTo(MAX_WEIGHT, 10);
    expect(MAX_WEIGHT).toBeCloseTo(2.2, 10);
  });
});

describe('the weight of a word in a query', () => {
  it('rises with how often it is said, and less each time', () => {
    expect([1, 2, 4].map(queryWeight)).toEqual([1, 1.5, 2]);
  });

  it('is its rarity beside the most frequent of the words and a thousand lessons more', () => {
    const rarity = rarityBeside([3, 10, 7]);
    expect(rarity(10)).toBeCloseTo(Math.log(1 + 1000.5 / 10.5), 10);
    expect(rarity(3)).toBeCloseTo(Math.log(1 + 1007.5 / 3.5), 10);
  });

  it('and of two neighbours is 0.7 of the rarer one, less the farther they are apart', () => {
    expect(proximityScore(2, 3, 1)).toBeCloseTo(1.4, 10);
    expect(proximityScore(3, 2, 4)).toBeCloseTo(0.35, 10);
  });
});

describe('what lessons of the own session gain', () => {
  it('is a fifth of the better neighbour and half of the best', () => {
    expect(sessionGains([1, 4, 0, 3])).toEqual([
      expect.closeTo(2.8, 10),
      expect.closeTo(2.2, 10),
      expect.closeTo(2.8, 10),
      expect.closeTo(2, 10),
    ]);
    expect(sessionGains([])).toEqual([]);
    expect(sessionGains([-1])).toEqual([0]);
  });
});

describe('what most verdicts on a lesson say', () => {
  it.each<[string, Verdict[], Verdict | null]>([
    ['none', [], null],
    ['one for it', ['helpful'], 'helpful'],
    ['as many for as against', ['helpful', 'helpful', 'unhelpful', 'harmful'], null],
    ['more for than against', ['helpful', 'helpful', 'harmful'], 'helpful'],
    ['more against', ['helpful', 'unhelpful', 'unhelpful', 'harmful'], 'unhelpful'],
    ['as many harmed as not helped', ['unhelpful', 'harmful'], 'harmful'],
    ['most harmed', ['unhelpful', 'harmful', 'harmful'], 'harmful'],
  ])('%s', (_what, verdicts, expected) => {
    expect(standingOf(verdicts)).toBe(expected);
  });
});

describe('priors', () => {
  it.each([
    [{ pinned: true }, [{ name: 'pinned', factor: 1.1 }]],
    [{ state: 'superseded' }, [{ name: 'superseded', factor: 0.7 }]],
    [{ state: 'archived' }, [{ name: 'archived', factor: 0.85 }]],
    [{ state: 'draft' }, [{ name: 'draft', factor: 0.97 }]],
    [{ standing: 'helpful' as const }, [{ name: 'helpful', factor: 1.05 }]],
    [{ standing: 'unhelpful' as const }, [{ name: 'unhelpful', factor: 0.9 }]],
    [{ standing: 'harmful' as const }, [{ name: 'harmful', factor: 0.7 }]],
    [{}, []],
  ])('of a lesson with %j are %j', (fields, priors) => {
    const index = indexOf([lesson({ id: 'a', title: 'token expiry', ...fields })]);
    const { hits } = index.search('token expiry', { limit: 1, explain: true });
    expect(hits[0]?.why?.priors).toEqual(priors);
  });
});
