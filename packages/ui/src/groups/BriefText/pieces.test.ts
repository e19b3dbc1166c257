import { expect, test } from 'vitest';
import { piecesOf } from './pieces.ts';

const TEXT = 'head\n{"id":"refl_1","task":"a"}\n{"id":"refl_2","task":"see refl_9"}\nfoot';

test('ids of its lessons are pieces of their own, and the pieces give the exact text', () => {
  const pieces = piecesOf(TEXT, ['refl_1', 'refl_2']);
  expect(pieces.filter(({ isLesson }) => isLesson).map(({ text }) => text)).toEqual(['refl_1', 'refl_2']);
  expect(pieces.map(({ text }) => text).join('')).toBe(TEXT);
});

test('an id that is not in the text changes nothing', () => {
  expect(piecesOf(TEXT, ['refl_7'])).toEqual([{ text: TEXT, isLesson: false }]);
});
