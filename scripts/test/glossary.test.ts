import { expect, it } from 'vitest';
import { CHECKOUT } from '../gate.ts';
import { GLOSSARY, verifyGlossary } from '../glossary.ts';
import { checkoutWith } from './broken-checkout.ts';

const SOURCES = { 'packages/a/src/thing.ts': "export interface Thing {}\nexport const name = 'thing.make';\n" };
const page = (...rows: string[]) => ({
  [GLOSSARY]: ['| word | name |', '| --- | --- |', ...rows, ''].join('\n'),
});

it('finds each word of this checkout once, and its names in the sources', () => {
  const { problems, summary } = verifyGlossary(CHECKOUT);
  expect(problems).toEqual([]);
  expect(Number.parseInt(summary, 10)).toBeGreaterThan(50);
});

it('accepts a whole name, an operation, a file and a folder', () => {
  const rows = [
    '| thing | `Thing`, `thing.make` |',
    '| file | `packages/a/src/thing.ts` |',
    '| folder | `packages/a` |',
  ];
  expect(verifyGlossary(checkoutWith({ ...SOURCES, ...page(...rows) })).problems).toEqual([]);
});

it.each(['Thin', 'Things', 'make', 'thing.mak', 'packages/a/src/other.ts'])('refuses %s', (name) => {
  const root = checkoutWith({ ...SOURCES, ...page(`| thing | \`${name}\` |`) });
  expect(verifyGlossary(root).problems).toEqual([`${GLOSSARY}:3 names \`${name}\`, which the sources do not have`]);
});

it('refuses a word that is explained twice, and a checkout without the page', () => {
  const root = checkoutWith({ ...SOURCES, ...page('| thing | `Thing` |', '| thing | `thing.make` |') });
  expect(verifyGlossary(root).problems).toEqual([`${GLOSSARY} explains thing twice`]);
  expect(verifyGlossary(checkoutWith(SOURCES)).problems).toEqual([`${GLOSSARY} is missing`]);
});
