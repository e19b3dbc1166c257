import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { run } from '../processes.ts';

const root = join(import.meta.dirname, '../..');

/**
 * Vitest's report for test files that run one after another in one process, like those of the suite. Each checks first whether an
 * earlier file left something behind.
 */
async function runFiles(files: Record<string, string>): Promise<{ code: number; output: string }> {
  mkdirSync(join(root, '.artefacts'), { recursive: true });
  // In the checkout, where Vitest can be found.
  const folder = mkdtempSync(join(root, '.artefacts/files-'));
  const setup = JSON.stringify(join(root, 'packages/testkit/src/enter-file.ts'));
  const options = `{ include: ['*.test.mjs'], setupFiles: [${setup}], isolate: false, maxWorkers: 1, pool: 'forks' }`;
  writeFileSync(join(folder, 'vitest.config.mjs'), `export default { test: ${options} };`);
  for (const [name, body] of Object.entries(files)) {
    const look = "if (process.env.LEFT || vi.isFakeTimers() || process.cwd() === '/') throw new Error('touched');";
    writeFileSync(join(folder, name), `import { it, vi } from 'vitest';\nit('is', () => { ${look} ${body} });`);
  }
  const { NO_COLOR = '1', ...env } = process.env;
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const ended = await run(process.execPath, [vitest, 'run'], { cwd: folder, quiet: true, env: { ...env, NO_COLOR } });
  rmSync(folder, { recursive: true });
  return ended;
}

it('a file of tests that leaves something in the process of the suite fails, and the next one is not touched', async () => {
  const { code, output } = await runFiles({
    'a.test.mjs': "process.env.LEFT = 'x';",
    'b.test.mjs': 'vi.useFakeTimers();',
    'c.test.mjs': "process.chdir('/');",
    'd.test.mjs': '',
  });
  for (const name of ['a', 'b', 'c']) expect(output).toMatch(new RegExp(`FAIL +${name}\\.test`));
  expect(output).not.toContain('touched');
  expect(output).toContain('3 failed | 1 passed');
  expect(code).toBe(1);
});
