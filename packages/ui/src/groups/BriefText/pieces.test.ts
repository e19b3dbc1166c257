import { expect, test } from 'vitest';
import { piecesOf } from './pieces.ts';

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
