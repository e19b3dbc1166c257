import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CHECKOUT } from '../gate.ts';
import { addFiles, checkoutWith } from './broken-checkout.ts';

/** Runs Biome on these files with the settings of this checkout. */
function check(files: Record<string, string>) {
  const root = checkoutWith({ 'biome.json': readFileSync(join(CHECKOUT, 'biome.json'), 'utf8') });
  addFiles(root, files);
  const run = spawnSync(join(CHECKOUT, 'node_modules/.bin/biome'), ['lint', '.'], { cwd: root, encoding: 'utf8' });
  return { status: run.status, output: run.stdout + run.stderr };
}

it('two files that import each other fail Biome, if only for a type', () => {
  const one = "import type { Other } from './other.ts';\nexport interface One {\n  other: Other;\n}\n";
  const other = 'export interface Other {\n  n: number;\n}\n';
  expect(check({ 'one.ts': one, 'other.ts': other })).toMatchObject({ status: 0 });
  const back = "import type { One } from './one.ts';\nexport interface Other {\n  one: One;\n}\n";
  const circle = check({ 'one.ts': one, 'other.ts': back });
  expect(circle.status).not.toBe(0);
  expect(circle.output).toContain('noImportCycles');
});
