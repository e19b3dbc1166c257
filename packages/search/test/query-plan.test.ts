import { describe, expect, it } from 'vitest';
import type { Alternative, QueryWord } from '../src/query.ts';
import { planQuery } from '../src/query-plan.ts';
import { queryWeight, rarityBeside } from '../src/scoring.ts';

const FREQUENCIES: Readonly<Record<number, number>> = { 1: 3, 2: 40, 3: 900 };
const frequencyOf = (term: number) => FREQUENCIES[term] ?? 0;
const exact = (term: number): Alternative => ({ term, weight: 1, via: 'exact' });
const word = (text: string, alternatives: Alternative[], count = 1): QueryWord => ({
  text,
  stem: text,
  count,
  alternatives,
});
const planned = (...words: QueryWord[]) => planQuery({ words, pairs: [[0, 1]], cut: false, unknown: [] }, frequencyOf);
const rarity = rarityBeside([3, 40, 900]);

describe('the plan of a query', () => {
  it('keeps its words and pairs, and weighs each word by its rarity beside the others', () => {
    const plan = planned(word('token', [exact(1)]), word('the', [exact(3)]), word('cache', [exact(2)]));
    expect(plan.pairs).toEqual([[0, 1]]);
    expect(plan.words.map(({ text, stem }) => [text, stem])).toEqual([
      ['token', 'token'],
      ['the', 'the'],
      ['cache', 'cache'],
    ]);
    expect(plan.words.map(({ terms }) => terms)).toEqual(
      [1, 3, 2].map((term) => {
        const own = rarity(frequencyOf(term));
        return [{ term, via: 'exact', rarity: own, worth: own, cover: own }];
      }),
    );
    expect(plan.total).toBeCloseTo(rarity(3) + rarity(900) + rarity(40), 9);
    expect(plan.total).toBeGreaterThan(0);
  });

  it('counts a repeated word more, for its score and for what it covers, but not for proximity', () => {
    const [once, twice] = [planned(word('token', [exact(1)])), planned(word('token', [exact(1)], 2))];
    expect(twice.total).toBeCloseTo(queryWeight(2) * once.total, 9);
    const [term] = twice.words[0]?.terms ?? [];
    expect(term?.worth).toBeCloseTo(twice.total, 9);
    expect(term?.cover).toBeCloseTo(twice.total, 9);
    expect(term?.rarity).toBeCloseTo(once.total, 9);
  });

  it('counts a word that no lesson has like the rarest word', () => {
    const plan = planned(word('token', [exact(1)]), word('zebra', []));
    expect(plan.words[1]).toEqual({ text: 'zebra', stem: 'zebra', terms: [] });
    expect(plan.total).toBeCloseTo(rarityBeside([3])(3) + rarityBeside([3])(0), 9);
  });

  it('counts a word for what it is where it has another way to match, and a corrected one for the rarest', () => {
    const other: Alternative = { term: 1, weight: 0.5, via: 'synonym' };
    const known = planned(word('cache', [other, exact(2)]));
    expect(known.total).toBeCloseTo(rarityBeside([3, 40])(40), 9);
    const alike = [1, 2].map((term): Alternative => ({ term, weight: 0.4, via: 'similar' }));
    expect(planned(word('cahce', alike)).total).toBeCloseTo(rarityBeside([3, 40])(3), 9);
  });

  it('puts first what is worth most, and says how much of a word each way covers', () => {
    const beside = rarityBeside([3, 40, 900]);
    const plan = planned(
      word('cache', [
        { term: 3, weight: 0.9, via: 'prefix' },
        { term: 2, weight: 0.4, via: 'similar' },
        { term: 1, weight: 0.3, via: 'synonym' },
      ]),
    );
    const [first, second, third] = plan.words[0]?.terms ?? [];
    expect([first?.via, second?.via, third?.via]).toEqual(['synonym', 'similar', 'prefix']);
    expect(first?.rarity).toBeCloseTo(0.3 * beside(3), 9);
    expect(second?.worth).toBeCloseTo(0.4 * beside(40), 9);
    const whole = beside(3);
    expect(first?.cover).toBeCloseTo(whole * 0.3, 9);
    expect(second?.cover).toBeCloseTo(whole * 0.5, 9);
    expect(third?.cover).toBeCloseTo(whole, 9);
  });
});
