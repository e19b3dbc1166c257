import { expect, test } from 'vitest';
import { fittingOf } from './fitting.ts';

const fitting = (widths: number[], width: number, shown = 0) => {
  const found = fittingOf(widths, { width, more: 20, shown });
  return found && [...found].sort();
};

test('all that fit need nothing that stands for others', () => {
  expect(fitting([30, 30, 40], 100)).toBeNull();
  expect(fitting([33.3, 33.3, 33.6], 100)).toBeNull();
});

test('the first ones have room, and none after one that has not', () => {
  expect(fitting([30, 30, 45, 5], 100)).toEqual([0, 1]);
});

test('the shown one has room wherever it is', () => {
  expect(fitting([30, 30, 40, 30], 100, 3)).toEqual([0, 3]);
  expect(fitting([30, 200], 100, 1)).toEqual([1]);
});
