import { describe, expect, it } from 'vitest';
import { CHECKOUT } from '../gate.ts';
import { verifyLock, WITHOUT_HASH } from '../verify-lock.ts';
import { checkoutWith } from './broken-checkout.ts';

const HASH = 'sha512-x';
const FOR_ELSEWHERE = { version: '1.0.0', optional: true, os: ['darwin'] };

function problemsOf(entries: Record<string, object>, listed: string[]): string[] {
  const packages = { '': {}, 'packages/a': {}, 'node_modules/@x/a': { link: true }, ...entries };
  return verifyLock(checkoutWith({ 'package-lock.json': JSON.stringify({ packages }) }), listed).problems;
}

describe('verify-lock', () => {
  it('passes this checkout, with so many left to complete', () => {
    expect(verifyLock(CHECKOUT).problems).toEqual([]);
    expect(WITHOUT_HASH).toHaveLength(14);
  });

  it('passes hashes, links of the workspace, and what is listed for elsewhere', () => {
    const entries = { 'node_modules/b': { integrity: HASH }, 'node_modules/c/node_modules/@d/e': FOR_ELSEWHERE };
    expect(problemsOf(entries, ['@d/e'])).toEqual([]);
  });

  it.each([
    ['an entry without one', { 'node_modules/b': { version: '1.0.0' } }, [], 'b has no integrity'],
    ['one nested in another', { 'node_modules/b/node_modules/c': {} }, [], 'c has no integrity'],
    ['one for elsewhere that is not listed', { 'node_modules/b': FOR_ELSEWHERE }, [], 'b has no integrity'],
    ['a listed one that is installed here', { 'node_modules/b': { optional: true } }, ['b'], 'b may not go without'],
    [
      'a list that was not shortened',
      { 'node_modules/b': { ...FOR_ELSEWHERE, integrity: HASH } },
      ['b'],
      'take it off',
    ],
    ['a list of what is gone', {}, ['b'], 'b is on the list and not'],
  ])('refuses %s', (_what, entries, listed, message) => {
    expect(problemsOf(entries, listed)).toEqual([expect.stringContaining(message)]);
  });
});
