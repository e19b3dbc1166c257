import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { connect } from '@twicewise/client';
import { findHost } from '@twicewise/client/data-folder';
import { COMMAND, tempFolder } from '@twicewise/testkit';
import { expect, it, onTestFinished } from 'vitest';

const TESTS = `const { test } = require('node:test');
const { equal } = require('node:assert');
test('add', () => equal(require('./add.js').add(2, 3), 5));
`;

it('the ten lines of the page run from an empty memory, and what they learn is in the memory of the machine', async () => {
  const folder = tempFolder('page');
  onTestFinished(folder.remove);
  const [bin, work, data] = ['bin', 'work', 'data'].map((name) => join(folder.path, name)) as [string, string, string];
  for (const made of [bin, work]) mkdirSync(made);
  const script = `#!/bin/sh\nexec '${process.execPath}' '${COMMAND}' "$@"\n`;
  writeFileSync(join(bin, 'twicewise'), script, { mode: 0o755 });
  writeFileSync(join(work, 'add.test.js'), TESTS);
  const env = { ...process.env, TWICEWISE_DATA: data, PATH: `${bin}${delimiter}${process.env.PATH}` };
  const program = join(import.meta.dirname, 'page/ten-lines.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [program], { cwd: work, env });
  expect(stdout).toBe('passed with attempt 2\n');

  const memory = await connect({ name: 'reader', data, start: false });
  const { items } = await memory.call('attempt.list', { order: 'oldest' });
  expect(items.map(({ task, outcome, ordinal }) => [task, outcome, ordinal])).toEqual([
    ['make the tests of add() pass', 'failure', 1],
    ['make the tests of add() pass', 'success', 2],
  ]);
  const { attempt } = await memory.call('attempt.get', { id: items[0]?.id ?? '' });
  expect(attempt.content.checks).toMatchObject([{ command: 'node --test', counts: { passed: 0, failed: 1 } }]);
  await memory.close();
  const host = findHost(data);
  if (host) process.kill(host.pid, 'SIGKILL');
});
