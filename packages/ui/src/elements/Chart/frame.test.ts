import { expect, test } from 'vitest';
import { layOut } from './frame.ts';

test('labels of time stand under the middle of their steps, and none is cut at the right edge', () => {
  for (const count of [1, 2, 7, 11, 25, 33, 57, 365]) {
    const { labelled, middle, x, band, width } = layOut(600, count, 10, ['10']);
    expect(labelled.length).toBeGreaterThan(0);
    for (const index of labelled) expect(middle(index)).toBeCloseTo((x(index) + x(index) + band) / 2);
    // A label is at most forty pixels wide; the first is always there.
    for (const index of labelled.slice(1)) expect(middle(index) + 20).toBeLessThanOrEqual(width);
  }
});

test('the last label is left out where the edge would cut it', () => {
  for (const count of [25, 33, 57]) {
    const { labelled, middle, width } = layOut(600, count, 10, ['10']);
    const [first = 0, second = 0] = labelled;
    const next = (labelled.at(-1) ?? 0) + second - first;
    expect(next).toBeLessThan(count);
    expect(middle(next) + 20).toBeGreaterThan(width);
  }
});

test('the labels of the vertical axis have room, however long the numbers are', () => {
  const short = layOut(600, 10, 12, ['0', '12']);
  expect(short.left).toBe(40);
  const long = layOut(600, 10, 12_000_000, ['0', '6,000,000', '12,000,000']);
  // Digits of this size are about seven pixels wide.
  expect(long.left).toBeGreaterThan('12,000,000'.length * 7);
  expect(long.x(0)).toBeGreaterThanOrEqual(long.left);
  expect(long.right).toBe(short.right);
});
