import { describe, expect, it } from 'vitest';
import { MAX_PROXIMITY_WORDS, ProximityScorer } from '../src/proximity.ts';
import type { QueryPlan } from '../src/query-plan.ts';
import { PROXIMITY_WINDOW, proximityScore } from '../src/scoring.ts';
import { SECTION_BREAK } from '../src/vocabulary.ts';

/** The form of a term, and a word that no query has. */
const formOf = (term: number) => 100 + term;
const OTHER = 199;
const others = (count: number) => Array.from({ length: count }, () => OTHER);
const [A, B, C] = [formOf(1), formOf(2), formOf(3)];

/** A plan of words whose terms have these rarities, where each word follows the one before. */
function plan(words: readonly Readonly<Record<number, number>>[], pairs?: readonly [number, number][]): QueryPlan {
  return {
    words: words.map((terms, at) => ({
      text: `w${at}`,
      stem: `w${at}`,
      terms: Object.entries(terms).map(([term, rarity]) => {
        return { term: Number(term), via: 'exact' as const, worth: rarity, cover: rarity, rarity };
      }),
    })),
    pairs: pairs ?? words.slice(1).map((_, at) => [at, at + 1] as const),
    total: 9,
  };
}
const scorerOf = (query: QueryPlan) => new ProximityScorer(query, (form) => form - 100);
const pairsIn = (query: QueryPlan, ...forms: number[]) => scorerOf(query).pairsIn(Uint32Array.from(forms));
const two = plan([{ 1: 5 }, { 2: 3 }]);

describe('two words that follow each other in a query', () => {
  it('are near each other in either order, and nearer ones count more', () => {
    expect(pairsIn(two, A, B)).toEqual([{ words: [0, 1], distance: 1, score: proximityScore(5, 3, 1) }]);
    expect(pairsIn(two, B, OTHER, A)).toEqual([{ words: [0, 1], distance: 2, score: proximityScore(5, 3, 2) }]);
  });

  it('count once, where they are nearest, whenever that is', () => {
    for (const forms of [
      [A, OTHER, OTHER, B, OTHER, OTHER, A, B],
      [A, B, OTHER, OTHER, OTHER, A, OTHER, OTHER, B],
      [A, A, B],
    ])
      expect(pairsIn(two, ...forms)).toEqual([{ words: [0, 1], distance: 1, score: proximityScore(5, 3, 1) }]);
  });

  it('are near each other up to the width of the window', () => {
    const at = (distance: number) => pairsIn(two, A, ...others(distance - 1), B).map((pair) => pair.distance);
    expect(at(PROXIMITY_WINDOW)).toEqual([PROXIMITY_WINDOW]);
    expect(at(PROXIMITY_WINDOW + 1)).toEqual([]);
  });

  it('are not near each other where only one of them is, or in two sections', () => {
    expect(pairsIn(two, A, A, OTHER)).toEqual([]);
    expect(pairsIn(two, OTHER)).toEqual([]);
    expect(pairsIn(two, A, SECTION_BREAK, B)).toEqual([]);
    expect(pairsIn(two, A, SECTION_BREAK, ...others(7), B)).toEqual([]);
    expect(pairsIn(two, SECTION_BREAK, A, B)).toHaveLength(1);
  });

  it('are known by any term of theirs, of which each has its own rarity', () => {
    const query = plan([{ 1: 5, 3: 2 }, { 2: 3 }]);
    expect(pairsIn(query, C, B)).toEqual([{ words: [0, 1], distance: 1, score: proximityScore(2, 3, 1) }]);
    expect(pairsIn(query, C, B, OTHER, A)).toEqual([{ words: [0, 1], distance: 1, score: proximityScore(2, 3, 1) }]);
    expect(pairsIn(query, C, B, A)).toEqual([{ words: [0, 1], distance: 1, score: proximityScore(5, 3, 1) }]);
  });

  it('are two words also where one term stands for both', () => {
    const query = plan([{ 1: 5 }, { 1: 4, 2: 3 }]);
    expect(pairsIn(query, A)).toEqual([]);
    expect(pairsIn(query, A, OTHER, A)).toEqual([{ words: [0, 1], distance: 2, score: proximityScore(5, 4, 2) }]);
  });
});

describe('the pairs of a query', () => {
  it('are found each by itself', () => {
    const query = plan([{ 1: 5 }, { 2: 3 }, { 3: 4 }]);
    expect(pairsIn(query, A, B, C)).toEqual([
      { words: [0, 1], distance: 1, score: proximityScore(5, 3, 1) },
      { words: [1, 2], distance: 1, score: proximityScore(3, 4, 1) },
    ]);
    expect(pairsIn(query, A, C)).toEqual([]);
  });

  it('are none in a query of one word, for which no lesson is read', () => {
    const scorer = scorerOf(plan([{ 1: 5 }]));
    expect(scorer.pairsIn(Uint32Array.from([A, A]))).toEqual([]);
    expect(scorer.tokensRead).toBe(0);
  });

  it('are looked for in each lesson anew, and the words that were read are counted', () => {
    const scorer = scorerOf(two);
    expect(scorer.pairsIn(Uint32Array.from([OTHER, A]))).toEqual([]);
    expect(scorer.pairsIn(Uint32Array.from([OTHER, OTHER, B]))).toEqual([]);
    expect(scorer.pairsIn(Uint32Array.from([B, OTHER]))).toEqual([]);
    expect(scorer.tokensRead).toBe(7);
  });

  it('are looked for at the beginning of a long lesson', () => {
    const scorer = scorerOf(two);
    const before = others(MAX_PROXIMITY_WORDS - 2);
    expect(scorer.pairsIn(Uint32Array.from([...before, A, B]))).toHaveLength(1);
    expect(scorer.tokensRead).toBe(MAX_PROXIMITY_WORDS);
    expect(scorer.pairsIn(Uint32Array.from([...before, OTHER, A, B]))).toEqual([]);
    expect(scorer.tokensRead).toBe(2 * MAX_PROXIMITY_WORDS);
  });
});
