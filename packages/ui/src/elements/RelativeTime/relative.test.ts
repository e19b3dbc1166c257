import { afterEach, describe, expect, test, vi } from 'vitest';
import { exact, isAhead, limit, relative } from './relative.ts';

const now = Date.parse('2026-06-15T12:00:00.000Z');
const ago = (milliseconds: number) => new Date(now - milliseconds).toISOString();
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('relative', () => {
  test.each([
    [0, 'now'],
    [59 * SECOND, 'now'],
    [MINUTE, '1 min'],
    [59 * MINUTE + 59 * SECOND, '59 min'],
    [HOUR, '1 h'],
    [23 * HOUR + 59 * MINUTE, '23 h'],
    [DAY, '1 d'],
    [29 * DAY, '29 d'],
    [31 * DAY, '15 May'],
    [400 * DAY, '11 May 2025'],
  ])('%d ms ago', (age, words) => {
    expect(relative(ago(age), now)).toBe(words);
  });

  test('a clock ahead of ours is now, never negative', () => {
    expect(relative(ago(-5 * MINUTE), now)).toBe('now');
  });

  test('what lies ahead is a date, not now', () => {
    expect(relative(ago(-5 * DAY), now)).toBe('20 Jun 2026');
    expect(relative(ago(-2000 * DAY), now, true)).toBe('6 Dec 2031');
    expect(isAhead(ago(-5 * DAY), now)).toBe(true);
    expect(isAhead(ago(-5 * HOUR), now)).toBe(false);
  });

  test('a day without a time of day is never counted in hours', () => {
    expect(relative(ago(3 * HOUR), now, true)).toBe('today');
    expect(relative(ago(2 * DAY), now, true)).toBe('2 d');
  });
});

describe('exact', () => {
  test('names the second and the zone', () => {
    expect(exact('2026-06-15T12:34:56.000Z')).toMatch(/^1[4-6] Jun 2026, \d\d:34:56 \S+/);
  });

  test('a day stays the day it was recorded as, in every zone', () => {
    expect(exact('2026-06-15T00:00:00.000Z', true)).toBe('15 Jun 2026');
  });
});

test('a range of time begins with a day, and with a minute only within one', () => {
  const at = (...time: [hour: number, minute: number, second: number]) => new Date(2026, 5, 15, ...time).toISOString();
  expect(limit(at(0, 0, 0))).toBe('15 Jun 2026');
  expect(limit(at(12, 34, 56))).toBe('15 Jun 2026, 12:34');
  expect(limit(at(0, 0, 1))).toBe('15 Jun 2026, 00:00');
});

describe('east and west of Greenwich', () => {
  afterEach(() => vi.unstubAllEnvs());

  test('days are those of the calendar of the reader, not those of Greenwich', async () => {
    const day = '2026-06-15T00:00:00.000Z';
    vi.stubEnv('TZ', 'America/New_York');
    vi.resetModules();
    const west = await import('./relative.ts');
    // Half past eight in the evening of the same day.
    expect(west.relative(day, Date.parse('2026-06-16T00:30:00Z'), true)).toBe('today');
    vi.stubEnv('TZ', 'Australia/Sydney');
    vi.resetModules();
    const east = await import('./relative.ts');
    // Five in the morning of the next day.
    expect(east.relative(day, Date.parse('2026-06-15T19:00:00Z'), true)).toBe('1 d');
  });

  test('a day stays the day it was recorded as, also where only its date is shown', async () => {
    vi.stubEnv('TZ', 'America/New_York');
    vi.resetModules();
    const west = await import('./relative.ts');
    expect(west.relative('2026-01-01T00:00:00.000Z', now, true)).toBe('1 Jan');
    expect(west.relative('2026-01-01T00:00:00.000Z', now)).toBe('31 Dec 2025');
    expect(west.exact('2026-01-01T00:00:00.000Z')).toBe('31 Dec 2025, 19:00:00 GMT-5');
  });
});
