import { describe, expect, it } from 'vitest';
import { leastScore, relevanceOf } from '../src/relevance.ts';

describe('relevance of a lesson', () => {
  it('is its share of what a lesson with all the words is expected to score', () => {
    const expected = 5.4047 * 20 ** 0.7;
    expect(relevanceOf(expected / 2, 20, 20)).toBeCloseTo(0.5, 4);
    expect(relevanceOf(expected * 2, 20, 20)).toBe(1);
  });

  it('of which words are missing needs up to 10 more, and few of them missing need nearly as much', () => {
    const expected = 5.4047 * 20 ** 0.7;
    const least = (covered: number) => 20 / relevanceOf(20, covered, 20) - expected;
    expect(least(0)).toBeCloseTo(10, 2);
    expect(least(10)).toBeCloseTo(10 * (1 - 0.5 ** 8), 2);
    expect(least(18)).toBeCloseTo(10 * (1 - 0.9 ** 8), 2);
  });

  it('with more than all the words is beyond doubt and no more', () => {
    expect(relevanceOf(20, 21, 20)).toBe(relevanceOf(20, 20, 20));
  });

  it('is nothing where the query has no words', () => {
    expect(relevanceOf(3, 0, 0)).toBe(0);
    expect(leastScore(0.25, -1)).toBe(0);
  });

  it.each([
    [0.25, 3],
    [0.15, 40],
    [0.9, 8],
  ])('%d is what the least score has in a lesson with all the words of rarity %d', (relevance, total) => {
    expect(relevanceOf(leastScore(relevance, total), total, total)).toBeCloseTo(relevance, 9);
  });
});
