import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand, startAgent, tempFolder } from '@twicewise/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let home: string;
let data: string;
let remove: () => void;
beforeEach(() => {
  const folder = tempFolder('connect-check');
  [home, data, remove] = [join(folder.path, 'home'), join(folder.path, 'memory'), folder.remove];
  for (const program of ['.cursor', '.gemini']) mkdirSync(join(home, program), { recursive: true });
});
afterEach(() => remove());

const run = (...args: string[]) =>
  runCommand(['connect', ...args, '--data', data], { cwd: home, env: { ...process.env, HOME: home } });
const lineOf = (stdout: string, id: string) => stdout.split('\n').find((line) => line.startsWith(id)) ?? '';

describe('twicewise connect --check', () => {
  it('says of each program that is here whether it is entered and works, and changes nothing', async () => {
    const before = await run('--check');
    expect([before.code, lineOf(before.stdout, 'cursor')]).toEqual([0, expect.stringContaining('not entered')]);
    expect(before.stdout).toContain('connect cursor');
    expect(before.stdout).not.toContain('claude-code');
    await run('cursor', '--yes');
    await run('gemini', '--yes');
    const connected = await run('--check');
    expect([connected.code, connected.stdout]).toEqual([0, expect.not.stringContaining('not entered')]);
    const settings = join(home, '.gemini/settings.json');
    const entered = readFileSync(settings, 'utf8');
    writeFileSync(settings, entered.replaceAll(data, join(home, 'another memory')));
    const moved = await run('--check');
    expect([moved.code, lineOf(moved.stdout, 'gemini')]).toEqual([1, expect.stringContaining('other')]);
    writeFileSync(settings, '{ torn');
    const torn = await run('--check');
    expect([torn.code, lineOf(torn.stdout, 'gemini')]).toEqual([1, expect.stringContaining('unreadable')]);
    expect(readFileSync(settings, 'utf8')).toBe('{ torn');
  });

  it('says when the agents of a program were heard last, and what keeps its hooks from running', async () => {
    await run('cursor', '--yes');
    await run('gemini', '--yes');
    const settings = join(home, '.gemini/settings.json');
    const { hooksConfig: _none, ...entered } = JSON.parse(readFileSync(settings, 'utf8'));
    writeFileSync(settings, JSON.stringify({ ...entered, hooksConfig: { enabled: false } }));
    const agent = await startAgent({ data, project: 'shop', name: 'cursor-vscode' });
    await agent.tool('memory_brief', { task: 'fix the cache' });
    await agent.close();
    const { stdout } = await run('--check');
    expect(lineOf(stdout, 'cursor')).toMatch(/last question \d{4}-\d\d-\d\d \d\d:\d\d UTC, last hook not yet/);
    expect(lineOf(stdout, 'gemini')).toContain('last question not yet');
    expect(stdout).toContain('hooksConfig.enabled is false');
  });
});
