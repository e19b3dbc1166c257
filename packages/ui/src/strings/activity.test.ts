import { expect, test } from 'vitest';
import { activity } from './activity.ts';

const said = (...counts: [string, number][]) => activity.records(counts).replaceAll('\u00a0', ' ');

test('what a write was about is said by kind, and of more than two kinds as a number of items', () => {
  expect(said(['reflection', 1])).toBe('1 lesson');
  expect(said(['attempt', 2], ['turn', 1])).toBe('2 attempts, 1 turn');
  expect(said(['attempt', 50], ['turn', 1], ['episode', 6])).toBe('57 items');
});
