import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { folded, markedRuns, matchesIn } from './runs.ts';

/** The text with marked pieces in brackets. */
const marked = (text: string, ...words: string[]) =>
  markedRuns(text, new Set(words))
    .map((run) => (run.marked ? `[${run.text}]` : run.text))
    .join('');

describe('markedRuns', () => {
  test.each([
    ['whole words only, whatever their case', 'Log the Login of LOGINS', ['login'], 'Log the [Login] of LOGINS'],
    ['accents make no difference', 'Die Prüfung prüfung', ['prufung'], 'Die [Prüfung] [prüfung]'],
    ['accents that stand apart', 'cafe\u0301 here', ['cafe'], '[cafe\u0301] here'],
    ['compatibility forms', 'ﬁles', ['files'], '[ﬁles]'],
    ['parts of camelCase', 'call getUserName now', ['user'], 'call get[User]Name now'],
    ['a capital run in camelCase', 'HTTPServer', ['server'], 'HTTP[Server]'],
    ['parts of snake_case and kebab-case', 'max_retries re-try', ['retries', 'try'], 'max_[retries] re-[try]'],
    ['letters apart from digits', 'utf8 http2', ['utf', '2'], '[utf]8 http[2]'],
    ['joined names', 'getUser get_user', ['getuser'], '[getUser] [get_user]'],
    ['neighbours together', 'loginTimeout', ['login', 'timeout'], '[loginTimeout]'],
    ['pairs of unspaced scripts', '登録画面', ['画面'], '登録[画面]'],
    ['no part of a hash', 'a1b2c3d4e5f6', ['a'], 'a1b2c3d4e5f6'],
    ['nothing without words', 'anything', [], 'anything'],
    ['words next to punctuation', '“token”, (token): token.', ['token'], '“[token]”, ([token]): [token].'],
  ] as [string, string, string[], string][])('%s', (_, text, words, expected) => {
    expect(marked(text, ...words)).toBe(expected);
  });

  test('the pieces always give the text again', () => {
    const texts = fc.string({ unit: 'binary', maxLength: 200 });
    const property = fc.property(texts, fc.array(fc.string({ unit: 'binary', maxLength: 8 })), (text, words) => {
      const runs = markedRuns(text, new Set(words.map(folded)));
      expect(runs.map((run) => run.text).join('')).toBe(text);
    });
    fc.assert(property, { numRuns: 500 });
  });

  test('markup stays text', () => {
    expect(marked('<b onclick=x>token</b>', 'token', 'b')).toBe('<[b] onclick=x>[token]</[b]>');
  });

  test('the work grows with the text, not faster', () => {
    const runs = markedRuns('aB'.repeat(200_000), new Set(['a', 'b']));
    expect(runs).toHaveLength(1);
  });
});

test('matchesIn names the words and knows the first place', () => {
  const words = new Set(['token', 'key']);
  expect(matchesIn('a token, the Token, and a tokenKey', words)).toEqual({ found: words, first: 2, end: 7 });
  expect(matchesIn('none', words)).toEqual({ found: new Set(), first: -1, end: -1 });
});
