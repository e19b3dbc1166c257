import { expect, test } from 'vitest';
import { steadyRows } from './steady.ts';

const rows = (...names: string[]) => names.map((name) => ({ name, of: 'old' }));
const nameOf = ({ name }: { name: string }) => name;

test('without a pointer, or with other words, rows are as they were found', () => {
  const found = rows('a', 'b');
  expect(steadyRows(null, 'x', found, nameOf)).toBe(found);
  expect(steadyRows({ typed: 'w', rows: rows('b') }, 'x', found, nameOf)).toBe(found);
});

test('held rows stay at their places, in their latest form; later ones come below', () => {
  const found = [...rows('new'), { name: 'b', of: 'now' }, ...rows('a')];
  expect(steadyRows({ typed: 'x', rows: rows('a', 'b', 'gone') }, 'x', found, nameOf)).toEqual([
    ...rows('a'),
    { name: 'b', of: 'now' },
    ...rows('gone', 'new'),
  ]);
});
