import { expect, test } from 'vitest';
import { HEADING_HEIGHT, headsOf, indexAt, topOf } from './heads.ts';

const height = 50;
const heads = headsOf(
  new Map([
    [3, 'second'],
    [0, 'first'],
  ]),
);
const places = { height, heads };

test('rows are below their own heading, and below those before', () => {
  expect(heads).toEqual([0, 3]);
  expect([0, 1, 2, 3, 4].map((index) => topOf(index, places))).toEqual([32, 82, 132, 214, 264]);
});

test('each height belongs to the row that is drawn there', () => {
  for (let index = 0; index < 6; index++) {
    expect(indexAt(topOf(index, places), places)).toBe(index);
    expect(indexAt(topOf(index, places) + height - 1, places)).toBe(index);
  }
  expect(indexAt(topOf(3, places) - HEADING_HEIGHT, places)).toBe(3);
  expect(indexAt(0, places)).toBe(0);
  expect(indexAt(120, { height, heads: [] })).toBe(2);
});
