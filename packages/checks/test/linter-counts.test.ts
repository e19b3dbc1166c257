import { expect, test } from 'vitest';
import { findingsIn } from '../src/index.ts';

const none = { typeErrors: null, lintErrors: null, lintWarnings: null };

test.each([
  [
    'tsc',
    "a.ts(1,7): error TS2322: Type 'string' is not assignable to type 'number'.\na.ts(3,9): error TS2367: This comparison …",
    { ...none, typeErrors: 2 },
  ],
  [
    'tsc --pretty, which prints the place of each error and one total',
    "src/cart.ts:1:7 - error TS2322: Type 'string' is not assignable.\n\n1 const a: number = 'x';\n\nFound 14 errors in 2 files.\n",
    { ...none, typeErrors: 14 },
  ],
  [
    'tsc --pretty in one file',
    "a.ts:1:7 - error TS2322: Type 'string' is not assignable.\n\nFound 3 errors in the same file, starting at: a.ts:1\n",
    { ...none, typeErrors: 3 },
  ],
  ['tsc about its configuration', "error TS5023: Unknown compiler option 'stict'.\n", { ...none, typeErrors: 1 }],
  ['ESLint', '\n✖ 5 problems (3 errors, 2 warnings)\n', { ...none, lintErrors: 3, lintWarnings: 2 }],
  ['ESLint with one', '✖ 1 problem (0 errors, 1 warning)', { ...none, lintErrors: 0, lintWarnings: 1 }],
  [
    'Biome',
    'Checked 1 file in 6ms. No fixes applied.\nFound 1 error.\nFound 2 warnings.\n',
    { ...none, lintErrors: 1, lintWarnings: 2 },
  ],
  [
    'Biome that found nothing',
    'Checked 224 files in 12s. Fixed 11 files.\n',
    { ...none, lintErrors: 0, lintWarnings: 0 },
  ],
  [
    'a compiler and a linter one after the other',
    'a.ts(1,7): error TS2322: Type.\nChecked 1 file in 6ms.\nFound 4 errors.\n',
    { typeErrors: 1, lintErrors: 4, lintWarnings: 0 },
  ],
])('counts what %s found', (_, output, findings) => {
  expect(findingsIn(output)).toEqual(findings);
});

test.each([
  ['nothing', ''],
  [
    'prose about errors',
    'We found 3 errors in the login; error TS2322 was one of them.\n5 problems (3 errors, 2 warnings)',
  ],
  ['the total of another program', 'Found 3 errors.'],
  ['counts of tests', 'Tests  1 failed | 12 passed (13)'],
])('counts nothing in %s', (_, output) => {
  expect(findingsIn(output)).toBeNull();
});
