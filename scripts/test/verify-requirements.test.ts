import { describe, expect, it } from 'vitest';
import { CHECKOUT } from '../gate.ts';
import { findProofs, readProofs } from '../proofs.ts';
import { TABLE, withProofs } from '../requirements-table.ts';
import { REQUIREMENT_IDS, verifyRequirements } from '../verify-requirements.ts';
import { checkoutWith } from './broken-checkout.ts';

const IDS = ['S0-01', 'X1', 'T1', 'T23'];
const ROWS: Record<string, string> = {
  'S0-01': '| S0-01 | lessons are kept | `reflection.store` | `a.test.ts` › "keeps a lesson (25 of them)" |',
  X1: '| X1 | each attempt | reflection | later |',
  T1: '| T1 | killed while writing | a \\| b | `a.test.ts` › "keeps a lesson (25 of them)", `b.spec.tsx` › "sees %s" |',
  T23: '| T23 | conformance | MCP | `npm run check:mcp` |',
};
const TESTS = {
  'a.test.ts':
    "describe('x', () => {\n  it('keeps a lesson (25 of them)', () => {\n    verifies('S0-01', 'T1');\n  });\n});\n// verifies('X1')\n",
  'b.spec.tsx': 'it.each([\n  [1],\n])(\n  "sees %s",\n  async () => {\n    verifies("T1");\n  },\n);\n',
  'scripts/check/mcp.ts': "console.log('T23 holds');\n",
};

function check(
  rows: Record<string, string>,
  { allowOpen, tests }: { allowOpen?: boolean; tests?: Record<string, string> } = {},
) {
  const table = [
    '# Requirements',
    '',
    '| id | what | where | proof |',
    '| --- | --- | --- | --- |',
    ...Object.values(rows),
    '',
  ];
  const root = checkoutWith({ [TABLE]: table.join('\n'), ...TESTS, ...tests });
  return verifyRequirements(root, { ids: IDS, ...(allowOpen === undefined ? {} : { allowOpen }) });
}

describe('verify-requirements', () => {
  it('accepts a good table and counts', () => {
    expect(check(ROWS)).toMatchObject({ problems: [], summary: '4 rows: 3 proven, 1 later, 0 open' });
  });

  it('refuses a missing, a doubled and an unknown id', () => {
    const { X1, ...without } = ROWS;
    expect(check(without).problems).toEqual(['X1 is missing']);
    expect(check({ ...ROWS, again: X1 ?? '' }).problems).toEqual(['X1 is there more than once']);
    expect(check({ ...ROWS, new: '| X99 | a | b | later |' }).problems).toEqual(['X99 is not a known requirement']);
  });

  it.each([
    ['`none.test.ts` › "keeps a lesson (25 of them)"', 'has no proof'],
    ['`a.test.ts` › "keeps a lesson (25 of them)"', 'has no proof'],
    ['seen working', 'has no proof'],
    ['', 'has no proof'],
    ['`npm run check:none`', 'names npm run check:none, which does not print X1'],
    ['`npm run check:mcp`', 'names npm run check:mcp, which does not print X1'],
    ['`npm run check:mcp` and by hand', 'is not what the tests say'],
    ['later: stage 9', 'has no proof'],
    ['open', 'is open'],
  ])('refuses the proof %s', (proof, problem) => {
    expect(check({ ...ROWS, X1: `| X1 | each attempt | reflection | ${proof} |` }).problems).toEqual([
      expect.stringContaining(`X1 ${problem}`),
    ]);
  });

  it('takes an id that stands only in a comment of a check for none that it prints', () => {
    const rows = { ...ROWS, X1: '| X1 | each attempt | reflection | `npm run check:odd` |' };
    const said = (source: string) => check(rows, { tests: { 'scripts/check/odd.ts': source } }).problems;
    expect(said("console.log('X1 holds');\n")).toEqual([]);
    for (const source of ['// X1 holds\n', '/**\n * Shows X1.\n */\n', 'run(); // X1\n']) {
      expect(said(source), source).toEqual([expect.stringContaining('which does not print X1')]);
    }
  });

  it('refuses a title with the id of a row that neither the test nor its group verifies', () => {
    const read = (source: string) => check(ROWS, { tests: { 'c.test.ts': source } }).problems;
    expect(read("describe('g (T1)', () => { it('t (T1)', () => {}); });\n")).toEqual([
      'c.test.ts:1 "t (T1)" names T1 and does not verify it',
      'c.test.ts:1 "g (T1)" names T1 and does not verify it',
    ]);
    expect(read('it.each([1])(`t (S0-01): %s`, () => {});\n')).toEqual([
      'c.test.ts:1 "t (S0-01): %s" names S0-01 and does not verify it',
    ]);
    const sibling = "describe('g', () => { it('t', () => { verifies('T1'); }); it('u (T1)', () => {}); });\n";
    expect(read(sibling)).toContain('c.test.ts:1 "u (T1)" names T1 and does not verify it');
    expect(read("it('of stage S1 and B-52, X99', () => {});\n")).toEqual([]);
  });

  it('refuses a table that says more or less than the tests, until it is generated anew', () => {
    const tests = { 'c.test.ts': "it('is | new', () => { verifies('X1'); });\n" };
    const late = 'X1 is not what the tests say: run npx node scripts/generate-requirements.ts';
    expect(check(ROWS, { tests }).problems).toEqual([expect.stringContaining(late)]);
    const root = checkoutWith({ ...TESTS, ...tests });
    const written = withProofs(Object.values(ROWS).join('\n'), findProofs(root).proofs).split('\n');
    expect(written[1]).toBe('| X1 | each attempt | reflection | `c.test.ts` › "is \\| new" |');
    expect(written.filter((_, index) => index !== 1)).toEqual([ROWS['S0-01'], ROWS.T1, ROWS.T23]);
    expect(check({ ...ROWS, X1: written[1] ?? '' }, { tests }).problems).toEqual([]);
  });

  it('refuses a test that names a row nobody knows', () => {
    const tests = { 'c.test.ts': "it('is new', () => { verifies('X99'); });\n" };
    expect(check(ROWS, { tests }).problems).toEqual(['c.test.ts "is new" verifies X99, which is no requirement']);
  });

  it('accepts open rows only when told to', () => {
    const rows = { ...ROWS, X1: '| X1 | each attempt | reflection | open |' };
    expect(check(rows, { allowOpen: true })).toMatchObject({ problems: [], open: 1 });
  });

  it('refuses a row without words, with too many, or without a place', () => {
    const long = 'one two three four five six seven eight nine ten eleven twelve thirteen';
    expect(check({ ...ROWS, X1: `| X1 | ${long} | b | later |` }).problems).toHaveLength(1);
    expect(check({ ...ROWS, X1: '| X1 |  |  | later |' }).problems).toHaveLength(2);
  });

  it('refuses a proven row whose place is a path that does not exist', () => {
    const placed = (where: string, proof: string) =>
      check({ ...ROWS, T23: `| T23 | conformance | ${where} | ${proof} |` }).problems;
    expect(placed('scripts/check, MCP', '`npm run check:mcp`')).toEqual([]);
    expect(placed('`packages/agent`', 'later')).toEqual([]);
    expect(placed('scripts/check, packages/agent/src', '`npm run check:mcp`')).toEqual([
      expect.stringContaining('T23 lies in packages/agent/src, which does not exist'),
    ]);
  });

  it('knows every id once', () => {
    expect(REQUIREMENT_IDS).toHaveLength(508);
    expect(new Set(REQUIREMENT_IDS).size).toBe(508);
  });

  it('accepts the table of this checkout, open rows aside', () => {
    expect(verifyRequirements(CHECKOUT, { allowOpen: true }).problems).toEqual([]);
  });
});

describe('proofs', () => {
  const read = (source: string) => readProofs('c.test.ts', source);

  it.each([
    ['a test', "it('t', () => { verifies('X1', 'T1'); });"],
    ['a group', "test.describe('t', () => { verifies('X1', 'T1'); test('u', () => {}); });"],
    ['a test within a group', "describe('g', () => { it.each([1])('t', async () => { verifies('X1', 'T1'); }); });"],
    [
      'a group that names them, for its tests',
      "describe('t', () => { verifies('X1', 'T1'); it('u (X1)', () => {}); });",
    ],
    ['a requirement as data', "const all = [{ title: `t`, holds() { verifies('X1', 'T1'); } }];"],
  ])('are found in %s', (_, source) => {
    const proofs = [{ file: 'c.test.ts', title: 't', ids: ['X1', 'T1'] }];
    expect(read(source)).toEqual({ proofs, unproven: [], problems: [] });
  });

  it.each([
    ['stands in no test', "verifies('X1');"],
    ['stands in no test', "it(title, () => { verifies('X1'); });"],
    ['does not name its rows', "it('t', () => { verifies(); });"],
    ['does not name its rows', "it('t', () => { verifies('X1', id); });"],
    ['which is not run or may fail', "it.skip('t', () => { verifies('X1'); });"],
    ['which is not run or may fail', "describe.skip('g', () => { it('t', () => { verifies('X1'); }); });"],
    ['which is not run or may fail', "test.fixme('t', () => { verifies('X1'); });"],
    ['cannot be read', "it('t', () => { verifies('X1'"],
  ])('that cannot count are a problem: one %s', (problem, source) => {
    expect(read(source)).toMatchObject({ proofs: [], problems: [expect.stringContaining(problem)] });
  });
});
