import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backgroundOf, nearEnough } from '../../src/vectors/background.ts';
import { MAX_VECTOR_WEIGHT, relevanceByNearness, vectorShares } from '../../src/vectors/fusion.ts';

const SPACE = { unrelated: 0.2, enough: 0.55 };
/** Scores and cosines as they occur; the smallest numbers there are would only test rounding. */
const score = fc.integer({ min: 0, max: 800 }).map((tenths) => tenths / 10);
const cosine = fc.option(
  fc.integer({ min: -1000, max: 1000 }).map((thousandths) => thousandths / 1000),
  { nil: undefined },
);
const lessons = fc.array(fc.record({ text: score, cosine }), { maxLength: 20 });

/** Order of places by a score, the first of equals first. */
function order(scores: readonly number[]): number[] {
  return scores.map((_, at) => at).sort((a, b) => (scores[b] as number) - (scores[a] as number) || a - b);
}

describe('fusion', () => {
  it('is the weighted sum of max-normalised scores, in another unit', () => {
    const found = [
      { text: 10, cosine: 0.3 },
      { text: 8, cosine: 0.9 },
      { text: 0, cosine: 0.6 },
    ];
    const shares = vectorShares(found, SPACE, 0.3);
    const strengths = found.map(({ cosine }) => (cosine - 0.2) / 0.8);
    const weighted = found.map(({ text }, at) => 0.7 * (text / 10) + 0.3 * ((strengths[at] as number) / 0.875));
    found.forEach(({ text }, at) => {
      expect((text + (shares[at] as number)) * (0.7 / 10)).toBeCloseTo(weighted[at] as number, 10);
    });
  });

  it('with weight 0 leaves the lexical order as it is', () => {
    fc.assert(
      fc.property(lessons, (found) => {
        expect(vectorShares(found, SPACE, 0)).toEqual(found.map(() => 0));
      }),
    );
  });

  it('never lets vectors outweigh a lead in words of more than 3 to 7', () => {
    fc.assert(
      fc.property(lessons, (found) => {
        const shares = vectorShares(found, SPACE);
        const highest = Math.max(0, ...found.map(({ text }) => text)) || 1;
        const most = (MAX_VECTOR_WEIGHT / (1 - MAX_VECTOR_WEIGHT)) * highest;
        for (const share of shares) {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(most * (1 + 1e-9));
        }
      }),
    );
  });

  it('orders lessons of equal words by nearness, and counts what is farther than unrelated as nothing', () => {
    fc.assert(
      fc.property(score, lessons, (text, found) => {
        const same = found.map(({ cosine }) => ({ text, cosine }));
        const shares = vectorShares(same, SPACE);
        expect(order(shares)).toEqual(order(same.map(({ cosine }) => Math.max(SPACE.unrelated, cosine ?? -1))));
        same.forEach(({ cosine = -1 }, at) => {
          if (cosine <= SPACE.unrelated) expect(shares[at]).toBe(0);
        });
      }),
    );
  });

  it('does not blow noise up: a lesson hardly nearer than unrelated gains in proportion', () => {
    const [noise, near] = vectorShares([{ text: 7, cosine: 0.21 }], SPACE).concat(
      vectorShares([{ text: 7, cosine: 0.55 }], SPACE),
    );
    expect(noise).toBeLessThan((near as number) / 30);
  });

  it('refuses a weight beyond its limit', () => {
    for (const weight of [-0.1, 0.31, Number.NaN]) expect(() => vectorShares([], SPACE, weight)).toThrow(RangeError);
  });
});

describe('relevance by nearness', () => {
  const near = { ...SPACE, cosines: new Map() };

  it('begins at the threshold, ends at 1, and rises between', () => {
    expect([0.549, 0.55, 1].map((cosine) => relevanceByNearness(cosine, near, 0.25))).toEqual([0, 0.25, 1]);
    expect(relevanceByNearness(0.8, near, 0.25)).toBeGreaterThan(relevanceByNearness(0.7, near, 0.25));
    expect(relevanceByNearness(undefined, near, 0.25)).toBe(0);
  });
});

describe('what unrelated means in a model', () => {
  it('is measured between all pairs', () => {
    const vectors = [Float32Array.of(1, 0), Float32Array.of(0, 1), Float32Array.of(-1, 0)];
    const { mean, deviation } = backgroundOf(vectors);
    expect([mean, deviation]).toEqual([expect.closeTo(-1 / 3, 6), expect.closeTo(Math.sqrt(2) / 3, 6)]);
  });

  it.each([
    ['little spread', { mean: 0.75, deviation: 0.02 }, 0.8375],
    ['much spread', { mean: 0.1, deviation: 0.1 }, 0.5],
    ['no room left', { mean: 0.9, deviation: 0.2 }, 0.95],
  ])('%s: near enough lies above it', (_, background, enough) => {
    expect(nearEnough(background)).toBeCloseTo(enough, 10);
  });
});
