import { describe, expect, it } from 'vitest';
import { barsPath } from './bars.ts';

const size = { width: 1000, height: 48, isDrawn: () => true };

describe('the strip of turns', () => {
  it('is one path with a bar for each turn, the largest of full height', () => {
    const path = barsPath([10, 1000, 500], size);
    expect(path.match(/M/g)).toHaveLength(3);
    expect([...path.matchAll(/v-([\d.]+)h/g)].map(([, high]) => Number(high))).toEqual([2, 44, 22]);
  });

  it('keeps the places of bars that are drawn elsewhere', () => {
    const [whole, only] = [barsPath([1, 1, 1], size), barsPath([1, 1, 1], { ...size, isDrawn: (at) => at === 2 })];
    expect(whole.endsWith(only)).toBe(true);
  });

  it('fits a thousand turns into the width', () => {
    const path = barsPath(
      Array.from({ length: 1000 }, () => 7),
      { ...size, width: 500 },
    );
    const [, left, wide] = /M([\d.]+) 48v-44.0h([\d.]+)v44.0z$/.exec(path) ?? [];
    expect(Number(left) + Number(wide)).toBeLessThanOrEqual(500);
  });
});
