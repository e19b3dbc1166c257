import { expect, test } from 'vitest';
import { stayingRow } from './use-after-many.ts';

test('of the rows that stay, the next one is below the one that left, else the nearest above', () => {
  const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
  const next = (index: number, ...left: string[]) => stayingRow(rows, index, (id) => left.includes(id))?.id;
  expect(next(0, 'a', 'b')).toBe('c');
  expect(next(1, 'b', 'd')).toBe('c');
  expect(next(3, 'c', 'd')).toBe('b');
  expect(next(0, 'a', 'b', 'c', 'd')).toBeUndefined();
});
