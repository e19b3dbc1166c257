import { expect, test } from 'vitest';
import { stepNames } from './steps.ts';

test('weeks are named by their Mondays on an axis, also the first, which begins in its middle', () => {
  const { short, date } = stepNames('week', 0);
  const froms = ['2026-09-20T00:00:00Z', '2026-09-21T00:00:00Z', '2026-09-28T00:00:00Z'];
  expect(froms.map(short)).toEqual(['14 Sept', '21 Sept', '28 Sept']);
  expect(froms.map(date)[0]).toBe('2026-09-20');
});

test('the Monday is that of the time zone in which weeks were counted', () => {
  const { short } = stepNames('week', 120);
  expect(short('2026-09-20T22:00:00Z')).toBe('21 Sept');
  expect(short('2026-09-20T21:00:00Z')).toBe('14 Sept');
});

test('days and months are named by their beginnings', () => {
  expect(stepNames('day', 0).short('2026-09-20T10:00:00Z')).toBe('20 Sept');
  expect(stepNames('month', 0).short('2026-09-20T10:00:00Z')).toMatch(/^Sept? 26$/);
});
