import { describe, expect, it } from 'vitest';
import { Candidates } from '../src/candidates.ts';
import { Postings } from '../src/postings.ts';
import type { PlannedTerm, PlannedWord } from '../src/query-plan.ts';
import { LEVEL } from '../src/scoring.ts';

const term = (id: number, worth: number, cover: number): PlannedTerm => ({
  term: id,
  via: 'exact',
  worth,
  cover,
  rarity: worth,
});
const word = (...terms: PlannedTerm[]): PlannedWord => ({ text: 'w', stem: 'w', terms });

/** Postings: for each term its slots with the weights there. */
function postingsOf(all: Readonly<Record<number, Readonly<Record<number, number>>>>): Postings {
  const postings = new Postings();
  for (const [id, slots] of Object.entries(all))
    for (const [slot, weight] of Object.entries(slots)) postings.add(Number(id), Number(slot), weight);
  return postings;
}
/** The slots that were found, with their scores in levels and what they cover. */
const found = (candidates: Candidates) =>
  [...candidates.touched]
    .sort((a, b) => a - b)
    .map((slot) => [slot, Math.round(candidates.scoreOf(slot) / LEVEL), candidates.coveredBy(slot)]);

const postings = postingsOf({
  1: { 0: 10, 3: 100 },
  2: { 3: 20, 5: 40 },
  3: { 0: 50, 5: 255 },
});

describe('the lessons with words of a query', () => {
  it('get for each word its weight times its worth, and cover what it covers', () => {
    const candidates = new Candidates();
    candidates.collect([word(term(1, 2, 0.5)), word(term(2, 3, 0.25))], postings, 6);
    expect(found(candidates)).toEqual([
      [0, 20, 0.5],
      [3, 200 + 60, 0.75],
      [5, 120, 0.25],
    ]);
    expect(candidates.postingsRead).toBe(4);
    expect([1, 2, 4].map((slot) => [candidates.scoreOf(slot), candidates.coveredBy(slot)])).toEqual(
      Array(3).fill([0, 0]),
    );
  });

  it('get the best of the terms of one word, and not their sum', () => {
    const candidates = new Candidates();
    candidates.collect([word(term(1, 2, 0.5), term(2, 3, 0.75), term(3, 1, 0.25))], postings, 6);
    expect(found(candidates)).toEqual([
      [0, 50, 0.5],
      [3, 200, 0.75],
      [5, 255, 0.75],
    ]);
    expect(candidates.postingsRead).toBe(6);
  });

  it('get both where two words have several terms each', () => {
    const candidates = new Candidates();
    const both = [word(term(1, 2, 0.5), term(2, 3, 0.75)), word(term(2, 1, 0.25), term(3, 1, 0.5))];
    candidates.collect(both, postings, 6);
    expect(found(candidates)).toEqual([
      [0, 20 + 50, 1],
      [3, 200 + 20, 1],
      [5, 120 + 255, 1.25],
    ]);
  });

  it('get both where one word has one term and another several', () => {
    for (const words of [
      [word(term(1, 2, 0.5)), word(term(2, 1, 0.25), term(3, 1, 0.5))],
      [word(term(2, 1, 0.25), term(3, 1, 0.5)), word(term(1, 2, 0.5))],
    ]) {
      const candidates = new Candidates();
      candidates.collect(words, postings, 6);
      expect(found(candidates)).toEqual([
        [0, 20 + 50, 1],
        [3, 200 + 20, 0.75],
        [5, 255, 0.5],
      ]);
    }
  });

  it('are none for a word that nothing matches', () => {
    const candidates = new Candidates();
    candidates.collect([word(), word(term(9, 1, 1))], postings, 6);
    expect(found(candidates)).toEqual([]);
    expect(candidates.postingsRead).toBe(0);
  });
});

describe('the scores of one query', () => {
  const several = [word(term(1, 2, 0.5), term(2, 3, 0.75))];

  it('leave nothing for the next one, after few lessons and after many', () => {
    const many = postingsOf({
      1: Object.fromEntries(Array.from({ length: 2000 }, (_, slot) => [slot, 9])),
      2: { 3: 20, 1999: 40 },
    });
    const candidates = new Candidates();
    for (const words of [several, [word(term(1, 2, 0.5))], [word(term(2, 1, 0.5))], several, [word()]]) {
      candidates.collect(words, many, 2000);
      const fresh = new Candidates();
      fresh.collect(words, many, 2000);
      expect(found(candidates)).toEqual(found(fresh));
      expect(candidates.postingsRead).toBe(fresh.postingsRead);
      for (const slot of [0, 3, 1999]) {
        expect([candidates.scoreOf(slot), candidates.coveredBy(slot)]).toEqual([
          fresh.scoreOf(slot),
          fresh.coveredBy(slot),
        ]);
      }
    }
  });

  it('leave nothing for the next one of a few lessons', () => {
    const candidates = new Candidates();
    for (const words of [several, several, [word(term(3, 1, 0.5))], several]) {
      candidates.collect(words, postings, 6);
      const fresh = new Candidates();
      fresh.collect(words, postings, 6);
      expect(found(candidates)).toEqual(found(fresh));
      for (const slot of [0, 3, 5]) expect(candidates.coveredBy(slot)).toBe(fresh.coveredBy(slot));
    }
  });

  it('have room for every lesson of a large index', () => {
    const candidates = new Candidates();
    const large = postingsOf({ 1: { 4000: 10, 9000: 20 }, 2: { 9000: 30 } });
    candidates.collect([word(term(1, 1, 0.5), term(2, 1, 0.25))], large, 9001);
    expect(found(candidates)).toEqual([
      [4000, 10, 0.5],
      [9000, 30, 0.5],
    ]);
    const all = postingsOf({ 1: Object.fromEntries(Array.from({ length: 5000 }, (_, slot) => [slot, 1])) });
    candidates.collect([word(term(1, 1, 0.5))], all, 5000);
    expect(candidates.touched).toHaveLength(5000);
  });
});
