import type { Mean } from '@twicewise/contract';
import { expect, it } from 'vitest';
import { insights } from './insights.ts';

it('the interval of a mean says so where all its values are equal, or where there is none', () => {
  const mean: Mean = { value: -4, n: 3, low: -6, high: -2 };
  const { text } = insights.attempts.better;
  expect(text(mean)).toMatch(/^95 % interval −6 to −2, 3 tasks/);
  expect(text({ ...mean, low: -4, high: -4 })).toMatch(/^all the same, 3 tasks/);
  expect(text({ ...mean, n: 1, low: null, high: null })).toMatch(/^no interval, 1 task/);
});
