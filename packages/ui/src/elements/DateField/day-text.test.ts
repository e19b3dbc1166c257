import { describe, expect, test } from 'vitest';
import { addMonths, readDate, weeksOf } from './day-text.ts';

const now = new Date(2026, 10, 25, 14, 30);

describe('readDate', () => {
  test.each([
    ['2026-11-25', '2026-11-25'],
    [' 2026-3-1 ', '2026-03-01'],
    ['1.3.2026', '2026-03-01'],
    ['1 March 2026', '2026-03-01'],
    ['1 mar', '2026-03-01'],
    ['today', '2026-11-25'],
    ['Yesterday', '2026-11-24'],
  ])('reads %s', (typed, day) => expect(readDate(typed, { now })).toBe(day));

  test.each(['2026-02-30', '31.4.2026', '2026-13-01', '3/4/2026', '2026', '20', 'soon', '1 foo', ''])(
    'takes %s for no day',
    (typed) => expect(readDate(typed, { now })).toBe(null),
  );

  test('reads a time where one is asked for, alone it is of today', () => {
    expect(readDate('2026-11-24 9:05', { now, withTime: true })).toBe('2026-11-24T09:05');
    expect(readDate('2026-11-24T09:05', { now, withTime: true })).toBe('2026-11-24T09:05');
    expect(readDate('24 Oct, 9:05', { now, withTime: true })).toBe('2026-10-24T09:05');
    expect(readDate('24 sept 9:05', { now, withTime: true })).toBe('2026-09-24T09:05');
    expect(readDate('today 9:05', { now, withTime: true })).toBe('2026-11-25T09:05');
    expect(readDate('9:05', { now, withTime: true })).toBe('2026-11-25T09:05');
    expect(readDate('2026-11-24', { now, withTime: true })).toBe('2026-11-24');
    expect(readDate('25:00', { now, withTime: true })).toBe(null);
    expect(readDate('2026-11-24 9:05', { now })).toBe(null);
  });
});

test('a month later is the last day of a shorter month', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
  expect(addMonths('2026-12-15', 1)).toBe('2027-01-15');
});

test('a calendar begins its weeks on Monday', () => {
  const weeks = weeksOf('2026-11-25');
  expect(weeks).toHaveLength(6);
  expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
  expect(weeks[5]).toEqual(['2026-11-30', null, null, null, null, null, null]);
});
