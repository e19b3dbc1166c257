import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@twicewise/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { FAILURES_FILE } from '../failure-reporter.ts';
import { type Failure, failureSummary, playwrightFailures } from '../failures.ts';
import { CHECKOUT } from '../gate.ts';
import { run } from '../processes.ts';
import { addFiles } from './broken-checkout.ts';

const VITEST_FILES = {
  'tests.test.ts': `import { describe, it } from 'vitest';
    it('holds', () => {});
    describe('a group', () => {
      it('breaks', () => { throw new Error('it is broken'); });
    });`,
  'hook.test.ts': `import { beforeAll, it } from 'vitest';
    beforeAll(() => { throw new Error('no ground'); });
    it('is not reached', () => {});`,
  'unloaded.test.ts': `throw new Error('does not load');`,
  'rejected.test.ts': `import { it } from 'vitest';
    it('leaves a promise alone', () => { void Promise.reject(new Error('nobody waits')); });`,
};

const PLAYWRIGHT_FILES = {
  'tests.spec.ts': `import { test } from '@playwright/test';
    test('holds', () => {});
    test.describe('a group', () => {
      test('breaks', () => { throw new Error('it is broken'); });
      test('needs two tries', ({}, { retry }) => { if (retry === 0) throw new Error('too early'); });
    });`,
};

function folderWith(files: Record<string, string>): string {
  const folder = tempFolder('failures');
  onTestFinished(() => folder.remove());
  addFiles(folder.path, files);
  symlinkSync(join(CHECKOUT, 'node_modules'), join(folder.path, 'node_modules'));
  return folder.path;
}

/** Path of a program that the checkout has installed. */
const installed = (name: string) => join(CHECKOUT, 'node_modules/.bin', name);

const short = ({ name, message, passedLater }: Failure) => [name, message.split('\n')[0], passedLater];

it('every failure of Vitest is reported, also of a hook, of a file that does not load and of a promise left alone', async () => {
  const cwd = folderWith(VITEST_FILES);
  const written = join(cwd, 'failures.json');
  const reporter = join(CHECKOUT, 'scripts/failure-reporter.ts');
  const env = { ...process.env, [FAILURES_FILE]: written };
  await run(installed('vitest'), ['run', `--reporter=${reporter}`, `--root=${cwd}`], {
    cwd,
    quiet: true,
    env,
  });
  const failures = JSON.parse(readFileSync(written, 'utf8')) as Failure[];
  expect(failures.map(short).toSorted()).toEqual([
    ['hook.test.ts', 'Error: no ground', false],
    ['outside the tests', 'Error: nobody waits', false],
    ['tests.test.ts › a group > breaks', 'Error: it is broken', false],
    ['unloaded.test.ts', 'Error: does not load', false],
  ]);
});

it('what was expected and what came is part of what a failure of Vitest says', async () => {
  const cwd = folderWith({
    'tests.test.ts': `import { expect, it } from 'vitest';
      it('compares', () => { expect({ colour: 'red' }).toEqual({ colour: 'green' }); });`,
  });
  const written = join(cwd, 'failures.json');
  const reporter = join(CHECKOUT, 'scripts/failure-reporter.ts');
  const env = { ...process.env, [FAILURES_FILE]: written };
  await run(installed('vitest'), ['run', `--reporter=${reporter}`, `--root=${cwd}`], { cwd, quiet: true, env });
  const [failure] = JSON.parse(readFileSync(written, 'utf8')) as Failure[];
  expect(failureSummary(failure ? [failure] : [])).toMatch(/"colour": "green"[\s\S]*"colour": "red"/);
});

it('every failure of Playwright is reported, with those that passed when repeated', async () => {
  const cwd = folderWith(PLAYWRIGHT_FILES);
  const written = join(cwd, 'report.json');
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: written };
  await run(installed('playwright'), ['test', '--retries=1', '--reporter=json'], { cwd, quiet: true, env });
  expect(playwrightFailures(JSON.parse(readFileSync(written, 'utf8'))).map(short)).toEqual([
    ['tests.spec.ts › a group › breaks ()', 'Error: it is broken', false],
    ['tests.spec.ts › a group › needs two tries ()', 'Error: too early', true],
  ]);
});

it('the end of a log names what failed, with the first lines of why, and nothing where nothing failed', () => {
  const broken = {
    name: 'a.test.ts › breaks',
    message: `\u001b[31mit is broken\u001b[39m\n${'at\n'.repeat(40)}`,
    passedLater: false,
  };
  const later = { name: 'b.test.ts › needs two tries', message: 'too early', passedLater: true };
  expect(failureSummary([])).toBe('');
  const summary = failureSummary([broken, later]);
  expect(summary).toMatch(
    /^\nPassed only when repeated:\n {2}b\.test\.ts › needs two tries\n {6}too early\n\nFailed:\n/,
  );
  expect(summary).toContain('  a.test.ts › breaks\n      it is broken\n      at\n');
  expect(summary.split('\n').length).toBeLessThan(25);
});
