import { expect, test } from 'vitest';
import { Visits } from './visits.ts';

test('what was kept of an entry is there on coming back to it', () => {
  const visits = new Visits<string>('a');
  expect(visits.go('b', 'at a')).toBeUndefined();
  expect(visits.go('a', 'at b')).toBe('at a');
  expect(visits.go('b', 'elsewhere in a')).toBe('at b');
  expect(visits.go('a', 'b again')).toBe('elsewhere in a');
});

test('a replaced entry goes on under its new key', () => {
  const visits = new Visits<string>('a');
  visits.rename('a2');
  visits.go('b', 'at a2');
  expect(visits.go('a2', 'at b')).toBe('at a2');
});

test('what is kept stays bounded, the oldest goes first', () => {
  const visits = new Visits<number>('0');
  for (let step = 1; step <= 60; step++) visits.go(String(step), step - 1);
  expect(visits.go('5', 60)).toBeUndefined();
  expect(visits.go('40', 5)).toBe(40);
});
