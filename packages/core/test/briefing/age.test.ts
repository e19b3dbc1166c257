import { expect, it } from 'vitest';
import { ageOf } from '../../src/briefing/age.ts';
import { NOW } from './lesson.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

function age(ms: number, timeQuality: 'exact' | 'day' | 'unknown' = 'exact'): string {
  return ageOf({ createdAt: new Date(NOW - ms).toISOString(), observedAt: null, timeQuality }, NOW);
}

it('ages are given in the unit that fits', () => {
  expect([-DAY, 0, MINUTE, 59.9 * MINUTE, 60 * MINUTE, 23 * 60 * MINUTE].map((ms) => age(ms))).toEqual([
    'just now',
    'just now',
    '1 minute ago',
    '59 minutes ago',
    '1 hour ago',
    '23 hours ago',
  ]);
  expect([DAY, 3 * DAY, 59 * DAY, 60 * DAY, 700 * DAY, 800 * DAY].map((ms) => age(ms))).toEqual([
    '1 day ago',
    '3 days ago',
    '59 days ago',
    '2 months ago',
    '23 months ago',
    '2 years ago',
  ]);
});

it('no more is said than is known', () => {
  expect(age(5 * MINUTE, 'day')).toBe('today');
  expect(age(3 * DAY, 'day')).toBe('3 days ago');
  expect(age(3 * DAY, 'unknown')).toBe('at an unknown time');
});

it('the time of the thing counts, not that of its import', () => {
  const createdAt = new Date(NOW).toISOString();
  const observedAt = new Date(NOW - 3 * DAY).toISOString();
  expect(ageOf({ createdAt, observedAt, timeQuality: 'exact' }, NOW)).toBe('3 days ago');
});
