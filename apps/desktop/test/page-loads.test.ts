import { describe, expect, it } from 'vitest';
import { PageLoads } from '../src/main/page-loads.ts';

const SECOND = 1000;

describe('a page whose process ends', () => {
  it('at its start is loaded again three times, then no more until a person wants it', () => {
    const loads = new PageLoads(0);
    const asked = [1, 2, 3, 4, 5].map((second) => loads.mayLoad(second * SECOND));
    expect(asked).toEqual([true, true, true, false, false]);
    loads.beginAnew(6 * SECOND);
    expect(loads.mayLoad(7 * SECOND)).toBe(true);
  });

  it('now and then is loaded again each time', () => {
    const loads = new PageLoads(0);
    for (let minute = 2; minute < 100; minute += 2) expect(loads.mayLoad(minute * 60 * SECOND)).toBe(true);
  });
});
