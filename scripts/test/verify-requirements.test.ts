import { describe, expect, it } from 'vitest';
import { CHECKOUT } from '../gate.ts';
import { REQUIREMENT_IDS, TABLE, verifyRequirements } from '../verify-requirements.ts';
import { checkoutWith } from './broken-checkout.ts';

const IDS = ['S0-01', 'X1', 'T1'];
const ROWS: Record<string, string> = {
  'S0-01': '| S0-01 | lessons are kept | `reflection.store` | `a.test.ts` › "keeps a lesson (25 of them)" |',
  X1: '| X1 | each attempt | reflection | later: stage 6 |',
  T1: '| T1 | killed while writing | a \\| b | `a.test.ts` › "keeps a lesson (25 of them)", `b.spec.tsx` › "sees %s" |',
};
const TESTS = {
  'a.test.ts': "describe('x', () => {\n  it('keeps a lesson (25 of them)', () => {});\n});\n// \"keeps a comment\"\n",
  'b.spec.tsx': 'it.each([\n  [1],\n])(\n  "sees %s",\n  () => {},\n);\n',
};

function check(rows: Record<string, string>, options: { allowOpen?: boolean } = {}) {
  const table = [
    '# Requirements',
    '',
    '| id | what | where | proof |',
    '| --- | --- | --- | --- |',
    ...Object.values(rows),
    '',
  ];
  const root = checkoutWith({ [TABLE]: table.join('\n'), ...TESTS });
  return verifyRequirements(root, { ids: IDS, ...options });
}

describe('verify-requirements', () => {
  it('accepts a good table and counts', () => {
    expect(check(ROWS)).toMatchObject({ problems: [], summary: '3 rows: 2 proven, 1 later, 0 open' });
  });

  it('refuses a missing, a doubled and an unknown id', () => {
    const { X1, ...without } = ROWS;
    expect(check(without).problems).toEqual(['X1 is missing']);
    expect(check({ ...ROWS, again: X1 ?? '' }).problems).toEqual(['X1 is there more than once']);
    expect(check({ ...ROWS, new: '| X99 | a | b | later: stage 6 |' }).problems).toEqual([
      'X99 is not a known requirement',
    ]);
  });

  it.each([
    ['`none.test.ts` › "keeps a lesson (25 of them)"', 'names none.test.ts, which does not exist'],
    ['`a.test.ts` › "keeps a lesson"', 'names a test "keeps a lesson" that a.test.ts does not have'],
    ['`a.test.ts` › "keeps a comment"', 'names a test "keeps a comment" that a.test.ts does not have'],
    ['`README.md` › "keeps a lesson (25 of them)"', 'names README.md, which is not a test'],
    ['`a.test.ts` › "keeps a lesson (25 of them)" and by hand', 'has a proof that is neither'],
    ['seen working', 'has a proof that is neither'],
    ['', 'has a proof that is neither'],
    ['later: stage 1', 'waits for stage 1, which is done'],
    ['later: stage 9', 'waits for stage 9, which is done or does not exist'],
    ['open', 'is open'],
  ])('refuses the proof %s', (proof, problem) => {
    expect(check({ ...ROWS, X1: `| X1 | each attempt | reflection | ${proof} |` }).problems).toEqual([
      expect.stringContaining(`X1 ${problem}`),
    ]);
  });

  it('accepts open rows only when told to', () => {
    const rows = { ...ROWS, X1: '| X1 | each attempt | reflection | open |' };
    expect(check(rows, { allowOpen: true })).toMatchObject({ problems: [], open: 1 });
  });

  it('refuses a row without words, with too many, or without a place', () => {
    const long = 'one two three four five six seven eight nine ten eleven twelve thirteen';
    expect(check({ ...ROWS, X1: `| X1 | ${long} | b | later: stage 6 |` }).problems).toHaveLength(1);
    expect(check({ ...ROWS, X1: '| X1 |  |  | later: stage 6 |' }).problems).toHaveLength(2);
  });

  it('knows every id once', () => {
    expect(REQUIREMENT_IDS).toHaveLength(507);
    expect(new Set(REQUIREMENT_IDS).size).toBe(507);
  });

  it('accepts the table of this checkout, open rows aside', () => {
    expect(verifyRequirements(CHECKOUT, { allowOpen: true }).problems).toEqual([]);
  });
});
