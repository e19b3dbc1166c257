import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHECKOUT } from '../gate.ts';
import { MAX_LINES, verifySize } from '../verify-size.ts';
import { addFiles, checkoutWith } from './broken-checkout.ts';

const lines = (count: number) => 'x;\n'.repeat(count);

describe('verify-size', () => {
  it('accepts files up to the limit, and data of tests, and ignored files', () => {
    const root = checkoutWith({
      'a.ts': lines(MAX_LINES),
      'packages/a/test/fixtures/long.ts': lines(5000),
      'package-lock.json': lines(5000),
      'dist/long.js': lines(5000),
      '.gitignore': 'dist/\n',
    });
    expect(verifySize(root)).toEqual({ problems: [], summary: `1 source files, the longest has ${MAX_LINES} lines` });
  });

  it.each(['ts', 'tsx', 'js', 'mjs', 'css'])('refuses a .%s file of one line more, tests included', (extension) => {
    const root = checkoutWith({ [`packages/a/test/b.${extension}`]: lines(MAX_LINES + 1) });
    expect(verifySize(root).problems).toEqual([
      expect.stringContaining(`packages/a/test/b.${extension} has 401 lines`),
    ]);
  });

  it('fails as a program', () => {
    const root = checkoutWith({ 'a.ts': lines(MAX_LINES + 1) });
    const run = spawnSync(process.execPath, [join(CHECKOUT, 'scripts/verify-size.ts'), root], { encoding: 'utf8' });
    expect(run.status).toBe(1);
    expect(run.stderr).toContain('split it by concept');
  });
});

describe('functions', () => {
  const biome = join(CHECKOUT, 'node_modules/.bin/biome');
  // A function's lines include its signature and closing brace.
  const functionOf = (count: number) =>
    `export function long(): number {\n  let n = 0;\n${'  n += 1;\n'.repeat(count - 4)}  return n;\n}\n`;

  function check(count: number) {
    const root = checkoutWith({ 'biome.json': readFileSync(join(CHECKOUT, 'biome.json'), 'utf8') });
    addFiles(root, { 'a.ts': functionOf(count) });
    const run = spawnSync(biome, ['check', 'a.ts'], { cwd: root, encoding: 'utf8' });
    return { status: run.status, output: run.stdout + run.stderr };
  }

  it('of more than 60 lines fail Biome with the settings of this checkout', () => {
    expect(check(60)).toMatchObject({ status: 0 });
    const long = check(63);
    expect(long.status).not.toBe(0);
    expect(long.output).toContain('noExcessiveLinesPerFunction');
  });
});
