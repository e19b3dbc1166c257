import { expect, test } from 'vitest';
import { layOut } from './frame.ts';

test('the labels of the vertical axis have room, however long the numbers are', () => {
  const short = layOut(600, 10, 12, ['0', '12']);
  expect(short.left).toBe(40);
  const long = layOut(600, 10, 12_000_000, ['0', '6,000,000', '12,000,000']);
  // Digits of this size are about seven pixels wide.
  expect(long.left).toBeGreaterThan('12,000,000'.length * 7);
  expect(long.x(0)).toBeGreaterThanOrEqual(long.left);
  expect(long.right).toBe(short.right);
});
