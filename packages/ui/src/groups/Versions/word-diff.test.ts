import { describe, expect, test } from 'vitest';
import { wordDiff } from './word-diff.ts';

const side = (runs: ReturnType<typeof wordDiff>, drop: 'added' | 'removed') =>
  runs
    .filter((run) => run.kind !== drop)
    .map((run) => run.text)
    .join('');

describe('wordDiff', () => {
  test('marks only what changed', () => {
    expect(wordDiff('use a lock file', 'use the lock file')).toEqual([
      { kind: 'same', text: 'use ' },
      { kind: 'removed', text: 'a' },
      { kind: 'added', text: 'the' },
      { kind: 'same', text: ' lock file' },
    ]);
  });

  test('words that stayed by chance between longer changes go with these', () => {
    const runs = wordDiff(
      'Count queries per page before adding an index.',
      'Count queries per page in the log first; add an index only afterwards.',
    );
    expect(runs).toEqual([
      { kind: 'same', text: 'Count queries per page ' },
      { kind: 'removed', text: 'before adding an index.' },
      { kind: 'added', text: 'in the log first; add an index only afterwards.' },
    ]);
    expect(wordDiff('use a lock file and wait', 'use the lock file or wait').map(({ text }) => text)).toEqual([
      'use ',
      'a',
      'the',
      ' lock file ',
      'and',
      'or',
      ' wait',
    ]);
  });

  test.each([
    ['', 'new text'],
    ['a b c d e f', 'x b y d z f'],
    ['old text', ''],
    ['a b c d', 'd c b a'],
    ['same', 'same'],
    ['line one\nline two', 'line one\n\nline two!'],
    ['word '.repeat(900), 'other '.repeat(900)],
  ])('both sides can be read back: %#', (before, after) => {
    const runs = wordDiff(before, after);
    expect(side(runs, 'added')).toBe(before);
    expect(side(runs, 'removed')).toBe(after);
  });

  test('a rewritten text is shown whole, not as scattered words', () => {
    expect(
      wordDiff('Fail the review on any literal port in tests.', 'Never let a library guess the port.'),
    ).toHaveLength(2);
  });

  test('of a long text only what changed is marked, too', () => {
    const long = Array.from({ length: 3000 }, (_, index) => `word${index}`);
    const runs = wordDiff(long.join(' '), long.with(1500, 'other').join(' '));
    expect(runs.map(({ kind }) => kind)).toEqual(['same', 'removed', 'added', 'same']);
  });

  test.each([
    ['at the end', 100],
    ['in the middle', 50],
    ['at the beginning', 0],
  ])('however much was added %s, what stayed is shown as the same', (_where, at) => {
    const stayed = Array.from({ length: 100 }, (_, index) => `stayed${index}`);
    const added = Array.from({ length: 4000 }, (_, index) => `added${index}`);
    const long = stayed.toSpliced(at, 0, ...added);
    for (const [from, to, kind] of [[stayed, long, 'added'] as const, [long, stayed, 'removed'] as const]) {
      const runs = wordDiff(from.join(' '), to.join(' '));
      expect(runs.filter((run) => run.kind !== 'same').map((run) => run.kind)).toEqual([kind]);
      expect(side(runs, 'added')).toBe(from.join(' '));
      expect(side(runs, 'removed')).toBe(to.join(' '));
    }
  });

  test('huge texts are shown as replaced instead of freezing the window', () => {
    const runs = wordDiff('a '.repeat(5000), 'b '.repeat(5000));
    expect(runs.map((run) => run.kind)).toEqual(['removed', 'added']);
  });
});
