import type { Mean } from '@twicewise/contract';
import { expect, it } from 'vitest';
import { insights } from './insights.ts';

it('a share after lessons were shown is compared with the rest, and says how many those are, or that there are none', () => {
  const { afterText } = insights.use;
  expect(afterText(43, '49 %', 35)).toBe('of 43 lessons that agents stored then; otherwise 49 % of 35');
  expect(afterText(1, 'not enough yet', 0)).toBe('of 1 lesson that agents stored then; none was stored otherwise yet');
});

it('the interval of a mean says so where all its values are equal, or where there is none', () => {
  const mean: Mean = { value: -4, n: 3, low: -6, high: -2 };
  const { text } = insights.attempts.better;
  expect(text(mean)).toMatch(/^95 % interval −6 to −2, 3 tasks/);
  expect(text({ ...mean, low: -4, high: -4 })).toMatch(/^all the same, 3 tasks/);
  expect(text({ ...mean, n: 1, low: null, high: null })).toMatch(/^no interval, 1 task/);
});
