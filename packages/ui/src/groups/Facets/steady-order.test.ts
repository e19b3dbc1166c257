import { expect, test } from 'vitest';
import { steadyOrder } from './steady-order.ts';

test('values stay where they were, whatever their counts have become', () => {
  expect(steadyOrder([], ['web', 'api', 'docs'])).toEqual(['web', 'api', 'docs']);
  expect(steadyOrder(['web', 'api', 'docs'], ['docs', 'api', 'web'])).toEqual(['web', 'api', 'docs']);
  expect(steadyOrder(['web', 'api', 'docs'], ['docs'])).toEqual(['web', 'api', 'docs']);
});

test('a new value comes below the one that it follows, so that an order of their own is kept', () => {
  expect(steadyOrder(['high', 'low'], ['high', 'medium', 'low'])).toEqual(['high', 'medium', 'low']);
  expect(steadyOrder(['medium'], ['high', 'medium', 'low'])).toEqual(['high', 'medium', 'low']);
  expect(steadyOrder([], [])).toEqual([]);
});
