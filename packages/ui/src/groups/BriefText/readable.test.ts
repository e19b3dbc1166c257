import { expect, test } from 'vitest';
import { briefParts, readable } from './readable.ts';

const RECORD = '{"id":"refl_1","when":"now","task":"a","failed":["x","y"],"next":"z","more":{"n":1},"confidence":0.5}';
const TEXT = [
  'From memory',
  '<stored-data N1 from="p">',
  'FAILED BEFORE',
  RECORD,
  '{broken',
  '</stored-data N2>',
  '</stored-data N1>',
  'The end',
];

test('every line of a brief is a part of it, and only its own nonce ends a fence', () => {
  const parts = briefParts(TEXT.join('\n'));
  expect(parts.map(({ text }) => text)).toEqual(TEXT);
  expect(parts.map(({ kind }) => kind)).toEqual([
    'words',
    'marker',
    'heading',
    'record',
    'heading',
    'heading',
    'marker',
    'words',
  ]);
});

test('a record keeps every field', () => {
  const fields = Object.entries(JSON.parse(RECORD) as object);
  expect(readable(fields)).toEqual({
    ids: [{ id: 'refl_1', of: 'lesson' }],
    title: 'a',
    about: ['now', 'confidence 0.5'],
    said: [
      { name: 'failed', texts: ['x', 'y'] },
      { name: 'next', texts: ['z'] },
      { name: 'more', texts: ['{"n":1}'] },
    ],
  });
});

test('what was decided is the title of a decision, with its id and date below', () => {
  const fields = { episode: 'epis_1', item: 'd001', when: '2026-11-26', decided: 'Wait', showed: 'Still slow' };
  expect(readable(Object.entries(fields))).toEqual({
    ids: [{ id: 'epis_1', of: 'session' }],
    title: 'Wait',
    about: ['decided', 'd001', '2026-11-26'],
    said: [{ name: 'showed', texts: ['Still slow'] }],
  });
});

test('what a note is about is its title', () => {
  expect(readable(Object.entries({ id: 'refl_1', about: 'Waiting', text: 'Rarely helps' })).title).toBe('Waiting');
});
