import { relevanceByNearness, VECTOR_WEIGHT, vectorShares, vectorWeight } from '@twicewise/search';
import { verifies } from '@twicewise/testkit/verifies';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backgroundOf, usualNearness } from '../../src/vectors/background.ts';
import { alikeFrom, liftsFrom } from '../../src/vectors/near-enough.ts';
import { seeded } from '../harness.ts';

const SPACE = { unrelated: 0.2, enough: 0.55, maybe: 0.4 };
/** Realistic scores and values of nearness; extremely small numbers would only test rounding. */
const score = fc.integer({ min: 0, max: 800 }).map((tenths) => tenths / 10);
const near = fc.option(
  fc.integer({ min: -1000, max: 1000 }).map((thousandths) => thousandths / 1000),
  { nil: undefined },
);
const lessons = fc.array(fc.record({ text: score, near }), { maxLength: 20 });

/** The positions ordered by score; equal scores keep their order. */
function order(scores: readonly number[]): number[] {
  return scores.map((_, at) => at).sort((a, b) => (scores[b] as number) - (scores[a] as number) || a - b);
}

describe('fusion', () => {
  it('is the weighted sum of max-normalised scores, in another unit', () => {
    const found = [
      { text: 10, near: 0.3 },
      { text: 8, near: 0.9 },
      { text: 0, near: 0.6 },
    ];
    const shares = vectorShares(found, SPACE, 0.3);
    const strengths = found.map(({ near }) => (near - 0.2) / 0.8);
    const weighted = found.map(({ text }, at) => 0.7 * (text / 10) + 0.3 * ((strengths[at] as number) / 0.875));
    found.forEach(({ text }, at) => {
      expect((text + (shares[at] as number)) * (0.7 / 10)).toBeCloseTo(weighted[at] as number, 10);
    });
  });

  it('with weight 0 leaves the lexical order as it is', () => {
    verifies('X8');
    fc.assert(
      fc.property(lessons, (found) => {
        expect(vectorShares(found, SPACE, 0)).toEqual(found.map(() => 0));
      }),
    );
  });

  it('never lets vectors outweigh a lead in words of more than 1 to 4', () => {
    fc.assert(
      fc.property(lessons, (found) => {
        const shares = vectorShares(found, SPACE);
        const highest = Math.max(0, ...found.map(({ text }) => text)) || 1;
        const most = (VECTOR_WEIGHT.wordsAreSure / (1 - VECTOR_WEIGHT.wordsAreSure)) * highest;
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
        const same = found.map(({ near }) => ({ text, near }));
        const shares = vectorShares(same, SPACE);
        expect(order(shares)).toEqual(order(same.map(({ near }) => Math.max(SPACE.unrelated, near ?? -1))));
        same.forEach(({ near = -1 }, at) => {
          if (near <= SPACE.unrelated) expect(shares[at]).toBe(0);
        });
      }),
    );
  });

  it('does not blow noise up: a lesson hardly nearer than unrelated gains in proportion', () => {
    const [noise, near] = vectorShares([{ text: 7, near: 0.21 }], SPACE).concat(
      vectorShares([{ text: 7, near: 0.55 }], SPACE),
    );
    expect(noise).toBeLessThan((near as number) / 30);
  });

  it('has the more weight the less words say', () => {
    const scale = { threshold: 0.25, uncertain: 0.15 };
    const weights = [0, 0.15, 0.325, 0.5, 1].map((relevance) => vectorWeight(relevance, scale));
    expect(weights).toEqual([0.95, 0.95, expect.closeTo(0.575, 10), expect.closeTo(0.2, 10), expect.closeTo(0.2, 10)]);
    // One rare word of a short question makes a lesson relevant; its order is still for nearness to say.
    expect(vectorWeight(scale.threshold, scale)).toBeGreaterThan(0.7);
  });

  it('refuses a weight beyond its limit', () => {
    for (const weight of [-0.1, 0.96, Number.NaN]) expect(() => vectorShares([], SPACE, weight)).toThrow(RangeError);
    expect(() => vectorShares([], SPACE, 0.96)).toThrow('weight of vectors: 0.96');
  });

  it('adds nothing where a model tells no text from another', () => {
    expect(vectorShares([{ text: 7, near: 1 }], { unrelated: 1, enough: 1 })).toEqual([0]);
    expect(vectorShares([{ text: 7, near: 0.9 }], { unrelated: 0.9, enough: 0.9 })).toEqual([0]);
  });
});

describe('relevance by nearness', () => {
  const SCALE = { threshold: 0.25, uncertain: 0.15 };
  const of = (value: number | undefined, space = SPACE) => relevanceByNearness(value, space, SCALE);

  it('begins where it is worth a line, is relevant from near enough on, ends at 1, and rises between', () => {
    expect([0.399, 0.4, 0.55, 1].map((value) => of(value))).toEqual([0, 0.15, 0.25, 1]);
    expect(of(0.549)).toBeLessThan(0.25);
    expect(of(0.45)).toBeCloseTo(0.15 + 0.1 / 3, 10);
    expect(of(0.5)).toBeGreaterThan(of(0.45));
    expect(of(0.8)).toBeGreaterThan(of(0.7));
    expect(of(undefined)).toBe(0);
  });

  it('is whole where only the same text is near enough', () => {
    expect([0.999, 1].map((value) => of(value, { unrelated: 0.2, enough: 1, maybe: 1 }))).toEqual([0, 1]);
  });

  it('has nothing uncertain where lessons are compared with each other', () => {
    const space = { ...SPACE, maybe: 0.55 };
    expect([0.549, 0.55].map((value) => of(value, space))).toEqual([0, 0.25]);
  });
});

describe('what unrelated means in a model', () => {
  it('is measured between all pairs', () => {
    const vectors = [Float32Array.of(1, 0), Float32Array.of(0, 1), Float32Array.of(-1, 0)];
    const { mean, deviation } = backgroundOf(vectors, [Float32Array.of(0, 1), Float32Array.of(1, 0)]);
    expect([mean, deviation]).toEqual([expect.closeTo(-1 / 3, 6), expect.closeTo(Math.sqrt(2) / 3, 6)]);
  });

  it.each([
    ['little spread', { mean: 0.75, deviation: 0.02 }, 0.8375],
    ['much spread', { mean: 0.1, deviation: 0.1 }, 0.5],
    ['no room left', { mean: 0.9, deviation: 0.2 }, 0.95],
  ])('%s: near enough lies above it', (_, background, enough) => {
    expect(alikeFrom(background)).toBeCloseTo(enough, 10);
  });
});

describe('what is usual for a lesson', () => {
  it('is its mean cosine to the nearest of the known questions', () => {
    const questions = Array.from({ length: 64 }, (_, at) => Float32Array.of(at < 16 ? 0.5 : 0.1, 0));
    expect(usualNearness(Float32Array.of(1, 0), questions)).toBeCloseTo(0.5, 6);
  });

  it('is taken off, so that a lesson which is near to every question is told of none', () => {
    const hub = Float32Array.of(1, 0);
    const questions = Array.from({ length: 16 }, () => Float32Array.of(0.6, 0.8));
    expect(0.6 - usualNearness(hub, questions)).toBeCloseTo(0, 6);
  });

  it('does not let the few known lessons that have to do with a question widen the scale', () => {
    const lessons = Array.from({ length: 16 }, (_, at) => unit(at));
    const questions = Array.from({ length: 64 }, (_, at) => unit(100 + at));
    const before = backgroundOf(lessons, questions).lift;
    const after = backgroundOf(lessons, [...questions.slice(1), lessons[3] as Float32Array]).lift;
    expect(Math.abs(after.spread - before.spread)).toBeLessThan(0.1 * before.spread);
  });
});

/** A different vector for each number. */
function unit(number: number): Float32Array {
  const random = seeded(number);
  const values = Array.from({ length: 32 }, () => random() + random() + random() - 1.5);
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
}

describe('how far above the usual a lesson must be', () => {
  const background = { lift: { centre: -0.14, spread: 0.09 } };

  it('grows with the number of lessons, and "maybe" begins earlier', () => {
    const thresholds = [1, 10, 100, 1000, 50_000].map((count) => liftsFrom(background, count));
    thresholds.forEach(({ enough, maybe }, at) => {
      expect(maybe).toBeLessThan(enough);
      if (at > 0) expect(enough).toBeGreaterThan(thresholds[at - 1]?.enough as number);
    });
    // The upper 4 % of a normal distribution begin 1.7507 standard deviations above the mean.
    expect(thresholds[0]?.enough).toBeCloseTo(-0.14 + 0.09 * 1.7507, 4);
  });

  it.each([1, 10, 300])('lets unrelated lessons through with the chance that it names: %i lessons', (count) => {
    const { enough } = liftsFrom(background, count);
    const random = seeded(7);
    const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const rounds = 4000;
    let told = 0;
    for (let round = 0; round < rounds; round++) {
      const best = Math.max(...Array.from({ length: count }, normal));
      if (-0.14 + 0.09 * best >= enough) told++;
    }
    expect(told / rounds).toBeGreaterThan(0.03);
    expect(told / rounds).toBeLessThan(0.05);
  });
});
