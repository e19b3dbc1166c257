import { expect, test } from 'vitest';
import { piecesOf, wordPieces } from './pieces.ts';

const TEXT = 'head\n{"id":"refl_1","task":"a"}\n{"id":"refl_2","task":"see refl_9"}\n{"episode":"epis_3"}\nfoot';

const named = (id: string) => ({ id, of: id.startsWith('epis') ? ('session' as const) : ('lesson' as const) });

test('ids that it names are pieces of their own, and the pieces give the exact text', () => {
  const pieces = piecesOf(TEXT, ['refl_1', 'refl_2', 'epis_3'].map(named));
  expect(pieces.filter(({ of }) => of !== 'text')).toEqual([
    { text: 'refl_1', of: 'lesson' },
    { text: 'refl_2', of: 'lesson' },
    { text: 'epis_3', of: 'session' },
  ]);
  expect(pieces.map(({ text }) => text).join('')).toBe(TEXT);
});

test('an id that is not in the text changes nothing', () => {
  expect(piecesOf(TEXT, [named('refl_7')])).toEqual([{ text: TEXT, of: 'text' }]);
});

test('lessons that are named again after the last one are pieces of their own, others are not', () => {
  const [one, other, foreign] = ['A', 'B', 'C'].map((letter) => `refl_${letter.repeat(26)}`) as [
    string,
    string,
    string,
  ];
  const text = `{"id":"${one}"}\n{"id":"${other}"}\n${one} and ${other} contradict each other; ${foreign}.`;
  const pieces = piecesOf(text, [one, other].map(named));
  expect(pieces.filter(({ of }) => of === 'lesson').map((piece) => piece.text)).toEqual([one, other, one, other]);
  expect(pieces.map((piece) => piece.text).join('')).toBe(text);
});

test('words are split at the ids of lessons, and nothing else', () => {
  const id = `refl_${'A'.repeat(26)}`;
  expect(wordPieces(`See ${id}, not refl_short.`)).toEqual([
    { text: 'See ', of: 'text' },
    { text: id, of: 'lesson' },
    { text: ', not refl_short.', of: 'text' },
  ]);
});
