import { verifies } from '@twicewise/testkit/verifies';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RowsOfTexts, shortRowsOf, WordsTold } from '../../src/purge/words-told.ts';

/** The rows of the records that a text has. */
const isIn = (words: WordsTold, text: string) => [...shortRowsOf(text)].some((row) => words.has(row));

const told = (...records: unknown[]) => {
  const words = new WordsTold();
  words.add(records);
  return words;
};

it('finds four words in a row, and a short text as a whole, at the beginning, within and at the end', () => {
  verifies('T36');
  const words = told({ text: 'The walrus ate the blue key' }, { items: ['Zebra crossing', 'done', 'Hippopotamus'] });
  for (const found of ['so THE walrus\nate the end', '"zebra  crossing', 'a zebra crossing b', 'x hippopotamus']) {
    expect(isIn(words, found), found).toBe(true);
  }
  for (const other of ['the walrus ate a key', 'zebra, no crossing', 'zebra crossings', 'hippo', 'done', '']) {
    expect(isIn(words, other), other).toBe(false);
  }
});

const FACTS = [
  ...[
    'id',
    'ids',
    'at',
    'kind',
    'name',
    'hash',
    'seq',
    'source',
    'outcome',
    'state',
    'agent',
    'author',
    'client',
    'model',
    'tags',
  ],
  ...[
    'created_at',
    'project_id',
    'told_ids',
    'row_hash',
    'outcome_source',
    'jobId',
    'toldIds',
    'createdAt',
    'fromKind',
    'ownName',
  ],
  'outcomeSource',
];
const CONTENT = [
  ...[
    'what',
    'format',
    'valid',
    'idea',
    'atlas',
    'kinds',
    'named',
    'agents',
    'statement',
    'mankind',
    'rename',
    'resource',
  ],
  ...['Id', 'IdOf', 'jobIdea', 'createdAtlas', 'aKINDly', 'tags_of'],
];

it('leaves out fields that say what a record is, not those whose names are alike', () => {
  verifies('T36');
  for (const name of FACTS) expect(isIn(told({ [name]: 'Walrus polishing' }), 'Walrus polishing'), name).toBe(false);
  for (const name of CONTENT) expect(isIn(told({ [name]: 'Walrus polishing' }), 'Walrus polishing'), name).toBe(true);
});

it('takes a short text as a whole from ten letters on, the spaces in it counted', () => {
  verifies('T36');
  for (const text of ['abcdefghij', 'abcd fghij']) expect(isIn(told({ text }), `so ${text}!`), text).toBe(true);
  for (const text of ['abcdefghi', 'abc efghi']) expect(isIn(told({ text }), `so ${text}!`), text).toBe(false);
});

it('reads texts that are JSON, in the record and where they were told, and what only begins like it', () => {
  verifies('T36');
  const words = told({ cell: '["Walrus\\nate\\tthe\\rblue"]', text: '[zebra crossing' });
  for (const found of ['"walrus\\nate\\tthe\\rblue"', 'walrus\nate the blue', 'a zebra crossing'])
    expect(isIn(words, found), found).toBe(true);
});

it('tells sentences without spaces apart, however short', () => {
  verifies('T36');
  const one = told({ text: '\u4fee walrus key door' });
  expect([isIn(one, '\u4fee walrus key door'), isIn(one, '\u590d walrus key door')]).toEqual([true, false]);
  const three = told({ text: '\u4fee\u590d\u767b walrus key door' });
  expect(isIn(three, '\u590d\u767b walrus key door')).toBe(true);
  const five = told({ text: '\u4fee\u590d\u767b\u5f55\u8d85' });
  expect([isIn(five, '\u4fee\u590d\u767b\u5f55\u8d85'), isIn(five, '\u95ee\u9898\u7684\u597d\u574f')]).toEqual([
    true,
    false,
  ]);
});

it('forgets no row of a text', () => {
  const rows = new RowsOfTexts();
  const all = Array.from({ length: 20_000 }, (_, n) => `row number ${n} of`);
  for (const row of all) rows.add(row);
  expect(all.filter((row) => !rows.mayHave(row))).toEqual([]);
});

it('finds a part of a sentence that is written without spaces', () => {
  verifies('T36');
  const words = told({ text: '\u4fee\u590d\u767b\u5f55\u8d85\u65f6\u7684\u95ee\u9898' });
  expect(isIn(words, 'so: \u590d\u767b\u5f55\u8d85\u65f6\u2026')).toBe(true);
  expect(isIn(words, 'so: \u590d\u767b\u5f55\u8d85\u2026')).toBe(false);
});

it('takes words of other scripts in such a sentence as words of their own', () => {
  verifies('T36');
  const begins = told({ text: 'JWT\u4ee4\u724c\u5728\u5237\u65b0\u540e\u5931\u6548' });
  expect(isIn(begins, 'so: \u4ee4\u724c\u5728\u5237\u65b0\u2026')).toBe(true);
  const holds = told({ text: '\u4fee\u590dwalrus\u7684\u95ee\u9898' });
  expect(isIn(holds, '\u65b0walrus')).toBe(false);
});

it('finds the same in a text whose rows are known before', () => {
  const words = fc.array(fc.constantFrom('walrus', 'ate', 'the', 'blue', 'key', 'hippopotamus', 'twice'), {
    maxLength: 12,
  });
  const text = words.map((all) => all.join(' '));
  fc.assert(
    fc.property(fc.array(text), text, text, (records, sought, other) => {
      const rows = new RowsOfTexts();
      for (const known of [other, sought]) for (const row of shortRowsOf(known)) rows.add(row);
      const [all, some] = [new WordsTold(), new WordsTold(rows)];
      for (const told of [all, some]) told.add(records.map((record) => ({ text: record })));
      for (const one of [some, all.within(rows)]) expect(isIn(one, sought)).toBe(isIn(all, sought));
      expect(some.size).toBeLessThanOrEqual(all.size);
    }),
  );
});

it('keeps of many records hardly more rows than the texts have', () => {
  const rows = new RowsOfTexts();
  for (const row of shortRowsOf('the walrus ate the blue key')) rows.add(row);
  const words = new WordsTold(rows);
  for (let n = 0; n < 10_000; n++) words.add([{ text: `step ${n} of a plan: ${n + 1}` }]);
  words.add([{ text: 'walrus ate the blue' }]);
  expect(words.size).toBeGreaterThan(0);
  expect(words.size).toBeLessThan(10);
});

it('takes no longer the more short texts are sought', () => {
  const text = Array.from({ length: 500 }, (_, n) => `plain${n}`).join(' ');
  const tookWith = (count: number) => {
    const words = told({ items: Array.from({ length: count }, (_, n) => `run module step${n}`) });
    isIn(words, text);
    const began = performance.now();
    for (let n = 0; n < 20; n++) isIn(words, text);
    return performance.now() - began;
  };
  tookWith(10);
  expect(tookWith(50_000)).toBeLessThan(20 * Math.max(1, tookWith(10)));
});
