import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHECKOUT } from '../gate.ts';
import { verifyNames } from '../verify-names.ts';
import { checkoutWith } from './broken-checkout.ts';

const file = (name: string) => `packages/a/src/${name}.ts`;

describe('verify-names', () => {
  it('accepts a type beside its value, a name passed on, one that is not exported, and the same in two packages', () => {
    const root = checkoutWith({
      [file('one')]: 'export const size = 1;\nexport type Size = number;\nexport type size = 1;\nconst inner = 1;\n',
      [file('two')]: 'const inner = 2;\n// export const size\nexport { inner as outer };\n',
      [file('index')]:
        "export * from './one.ts';\nexport { size } from './one.ts';\nexport type { Size } from './one.ts';\n",
      'packages/b/src/one.ts': 'export const size = 1;\n',
      'packages/a/test/one.test.ts': 'export const size = 1;\n',
    });
    expect(verifyNames(root).problems).toEqual([]);
  });

  it.each([
    'export const size = 2;',
    'export function size() {}',
    'export async function size() {}',
    'export interface size {}',
    'export type size = 2;',
    'export abstract class size {}',
    'const inner = 2;\nexport { inner as size };',
    'export { other, type size };',
  ])('refuses a second export of a name: %s', (text) => {
    const root = checkoutWith({ [file('one')]: 'export const size = 1;\n', [file('two')]: `${text}\n` });
    expect(verifyNames(root).problems).toEqual([
      `packages/a exports size from ${file('one')} and ${file('two')}; give each its own name`,
    ]);
  });

  it('fails as a program', () => {
    const root = checkoutWith({ [file('one')]: 'export const a = 1;\n', [file('two')]: 'export const a = 1;\n' });
    const run = spawnSync(process.execPath, [join(CHECKOUT, 'scripts/verify-names.ts'), root], { encoding: 'utf8' });
    expect(run.status).toBe(1);
    expect(run.stderr).toContain('give each its own name');
  });
});
