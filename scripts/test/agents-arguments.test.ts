import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const CHECK = join(import.meta.dirname, '../check/agents.ts');

it.each([
  [['--client', 'nobody'], 'There is no "nobody". Name one of these: claude-code, codex,'],
  [['--scenario', 'nothing'], 'There is no "nothing". Name one of these: tool-call, start,'],
  [['--version', '1.2.3'], 'Name the one program whose version it is: --client NAME.'],
])('check:agents refuses %j before it installs anything', (args, message) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CHECK, ...args], { encoding: 'utf8' });
  expect(stderr).toContain(message);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
});
