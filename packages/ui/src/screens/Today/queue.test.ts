import { describe, expect, test } from 'vitest';
import { indexOf, placeAfter, stillHidden } from './queue.ts';

const rows = ['a', 'b', 'c'].map((id) => ({ id }));
const place = (id: string | undefined, index: number, wanted?: string) => ({ id, index, wanted });

describe('the current draft', () => {
  test('is the one of last time, wherever it moved', () => {
    expect(indexOf(rows, place('b', 0))).toBe(1);
    expect(indexOf(rows, place(undefined, 0))).toBe(0);
  });

  test('is the one that moved up when that has gone, at the end the one above', () => {
    expect(indexOf(rows, place('gone', 1))).toBe(1);
    expect(indexOf(rows, place('gone', 3))).toBe(2);
    expect(indexOf([], place('gone', 1))).toBe(-1);
  });

  test('is the wanted one as soon as it is there', () => {
    expect(indexOf(rows, place('b', 1, 'not yet'))).toBe(1);
    expect(indexOf(rows, place('b', 1, 'c'))).toBe(2);
  });
});

test('several that leave move the place up by those above it', () => {
  expect(placeAfter(rows, 2, ['a', 'c'])).toBe(1);
  expect(placeAfter(rows, 0, ['a', 'b'])).toBe(0);
  expect(placeAfter(rows, 2, [])).toBe(2);
});

test('a decided draft is hidden until an answer comes without it', () => {
  const hidden = new Set(['a', 'gone']);
  expect([...stillHidden(hidden, rows)]).toEqual(['a']);
  const same = new Set(['a']);
  expect(stillHidden(same, rows)).toBe(same);
});
