import { expect, test } from 'vitest';
import { foundRuns } from './found-runs.ts';

const marked = (text: string, words: string) =>
  foundRuns(text, words)
    .map((run) => (run.marked ? `[${run.text}]` : run.text))
    .join('');

test.each([
  ['Mend the Import', 'port', 'Mend the Im[port]'],
  ['Use WAL', 'wal use', '[Use] [WAL]'],
  ['ports and port', 'port ports', '[ports] and [port]'],
  ['a.b a*b (c', '. * (', 'a[.]b a[*]b [(]c'],
  ['nothing', '  ', 'nothing'],
  ['<b>x</b>', '<b>', '[<b>]x</b>'],
])('in %j the words %j are marked', (text, words, expected) => {
  expect(marked(text, words)).toBe(expected);
});
