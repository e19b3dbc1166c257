import { expect, test } from 'vitest';
import { attempts } from './attempts.ts';
import { duration } from './numbers.ts';

test.each([
  [1, '1 ms'],
  [999.6, '1 s'],
  [59_400, '59 s'],
  [59_900, '1 min'],
  [90_000, '2 min'],
  [3_599_000, '1 h'],
  [3_600_000, '1 h'],
  [3_660_000, '1 h 1 min'],
  [7_199_000, '2 h'],
])('%i ms are %s', (ms, said) => expect(duration(ms)).toBe(said));

test('counts of a check leave out what is none or was not counted', () => {
  expect(attempts.counts(4, 0)).toBe('4 passed');
  expect(attempts.counts(3, 1)).toBe('3 passed, 1 failed');
  expect(attempts.counts(null, 2)).toBe('2 failed');
  expect(attempts.counts(null, null)).toBe('');
});

test('a reward says whether its author stated it or its checks were measured, and what of them', () => {
  const parts = { tests: 0.875, types: null, lint: 1 };
  expect(attempts.reward({ value: 0.91, source: 'measured', measured: 0.91, parts })).toBe(
    '0.91 by its checks: tests 0.88, lint 1',
  );
  const stated = { value: 0.5, source: 'reported' as const };
  expect(attempts.reward({ ...stated, measured: 0.91, parts })).toBe(
    '0.5, as its author said; 0.91 by its checks: tests 0.88, lint 1',
  );
  const none = { tests: null, types: null, lint: null };
  expect(attempts.reward({ ...stated, measured: null, parts: none })).toBe('0.5, as its author said');
});
