import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { excerpt, lessonTitle, plainLine, plainText } from '../src/index.ts';

describe('plainText', () => {
  test.each([
    ['`mise run lint` fails', 'mise run lint fails'],
    ['`i * (2 ** i) - i`', 'i * (2 ** i) - i'],
    ['use `**` and ``*`` as **they _are_**', 'use ** and * as they _are_'],
    ['**safety** first, **then** the *rest*', 'safety first, then the rest'],
    ['[build/X.ps1](../../build/X.ps1)', 'build/X.ps1'],
    ['see [`run`](a.md "why") and ![a picture](b.png)', 'see run and a picture'],
    ['## Search Pattern Used', 'Search Pattern Used'],
    ['> - **Kept**: `a`', 'Kept: a'],
    ['> 3 retries fail', '> 3 retries fail'],
    ['one\n## two\n- three', 'one\ntwo\nthree'],
    ['~~old~~ new', 'old new'],
    ['2 * 3 * 4 and 2 ** 3', '2 * 3 * 4 and 2 ** 3'],
    ['src/**/*.ts, *.js and packages/*/test', 'src/**/*.ts, *.js and packages/*/test'],
    ['f(*args, **kwargs) of __init__', 'f(*args, **kwargs) of __init__'],
    ['cut `off here', 'cut off here'],
    ['a list[0](not) stays? no', 'a list0 stays? no'],
    ['array[i] (first) -1 #7', 'array[i] (first) -1 #7'],
    ['\uE000 and `b`', '\uE000 and b'],
  ])('%j reads %j', (text, expected) => {
    expect(plainText(text)).toBe(expected);
  });

  test('no letter and no digit is lost', () => {
    const letters = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.join('') ?? '';
    const piece = fc.oneof(
      fc.constantFrom('*', '**', '`', '``', '~~', '#', '## ', '> ', '- ', '[', ']', '(', '!', ' ', '\n', '_', '\uE000'),
      fc.constantFrom('a', 'Word', '7', '2 ** 3', 'é', '語', '```ts\n'),
      fc.string({ unit: 'grapheme', maxLength: 5 }),
    );
    const texts = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
    const property = fc.property(texts, (text) => {
      // The address of a link is the only thing that is left out.
      const unlinked = text.replaceAll('](', '] (');
      expect(letters(plainText(unlinked))).toBe(letters(unlinked));
    });
    fc.assert(property, { numRuns: 2000 });
  });

  test('long texts of marks are read at once', () => {
    for (const mark of ['`', '*', '**a ', '[', '[a](', '~~a', '*a ', '# ', '\n ', '`a``']) {
      expect(plainText(mark.repeat(100_000)).length).toBeLessThanOrEqual(mark.length * 100_000);
    }
  });
});

test.each([
  ['\n\n## Head\nrest', 'Head'],
  ['```ts\nconst a = 1;\n```', 'const a = 1;'],
  ['---\n***\nwords', 'words'],
  ['---', '---'],
  ['', ''],
])('the first line of %j that says something is %j', (text, expected) => {
  expect(plainLine(text)).toBe(expected);
});

describe('a lesson is named by', () => {
  const none = { taskDescription: ' ', text: '', nextStrategy: '', whatDidNotWork: [], whatWorked: [] };
  test.each([
    ['its task', { taskDescription: '**Mend** it. And more', text: 'x' }, 'Mend it. And more'],
    ['the first sentence of its text', { text: '## A rule.\n\nMore', nextStrategy: 'n' }, 'A rule.'],
    ['one sentence only', { text: 'Ask e.g. the **host** first. Then the store.' }, 'Ask e.g. the host first.'],
    ['what to do next', { nextStrategy: 'Ask the host', whatDidNotWork: ['f'] }, 'Ask the host'],
    ['what did not work', { whatDidNotWork: ['', 'It fails'], whatWorked: ['w'] }, 'It fails'],
    ['what worked', { whatWorked: ['It works'] }, 'It works'],
    ['a word for none', {}, 'Untitled lesson'],
  ])('%s', (_, more, expected) => {
    expect(lessonTitle({ ...none, ...more })).toBe(expected);
  });
});

describe('excerpt', () => {
  test('a line that is cut says so, after a whole word where there is one', () => {
    expect(excerpt('short enough', 12)).toBe('short enough');
    expect(excerpt('The parquet writer refuses the second chunk', 30)).toBe('The parquet writer refuses…');
    expect(excerpt('x'.repeat(50), 10)).toBe(`${'x'.repeat(9)}…`);
    expect(excerpt('Fix the login test now', 19)).toBe('Fix the login test…');
    expect(excerpt('a 🙂🙂🙂🙂🙂🙂', 6)).toBe('a 🙂…');
  });

  test('it begins the text, and is no longer than wanted', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 2, max: 80 }), (text, length) => {
        const cut = excerpt(text, length);
        expect(cut.length).toBeLessThanOrEqual(length);
        expect(text.startsWith(text.length > length ? cut.slice(0, -1) : cut)).toBe(true);
        if (text.length > length) expect(cut.endsWith('…')).toBe(true);
        else expect(cut).toBe(text);
      }),
    );
  });
});
