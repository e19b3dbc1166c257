import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PairCounts } from '../src/pair-counts.ts';

describe('counts of pairs', () => {
  it('are those of a map, however often they go up and down', () => {
    const step = fc.record({
      first: fc.integer({ min: 1, max: 5 }),
      second: fc.integer({ min: 1, max: 9 }),
      up: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const counts = new PairCounts();
        const known = new Map<string, number>();
        for (const { first, second, up } of steps) {
          if (up) counts.up(first, second);
          else counts.down(first, second);
          const key = `${first} ${second}`;
          known.set(key, Math.max(0, (known.get(key) ?? 0) + (up ? 1 : -1)));
        }
        for (const [key, count] of known) {
          const [first = 0, second = 0] = key.split(' ').map(Number);
          expect(counts.get(first, second)).toBe(count);
        }
      }),
    );
  });

  it('hold what is counted and give back what is not: their room follows the living ones', () => {
    const counts = new PairCounts();
    for (let at = 1; at <= 50_000; at++) counts.up(1 + (at % 7), at);
    for (let at = 1; at <= 50_000; at++) expect(counts.get(1 + (at % 7), at)).toBe(1);
    const full = counts.bytes();
    expect(full).toBeLessThan(50_000 * 12 * 4);
    for (let round = 0; round < 5; round++) {
      for (let at = 1; at <= 50_000; at++) counts.down(1 + (at % 7), round * 50_000 + at);
      for (let at = 1; at <= 50_000; at++) counts.up(1 + (at % 7), (round + 1) * 50_000 + at);
    }
    expect(counts.bytes()).toBeLessThanOrEqual(2 * full);
    expect(counts.get(2, 1)).toBe(0);
  });
});
