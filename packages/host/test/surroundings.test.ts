import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { findHost } from '@twicewise/client/data-folder';
import { ownSurroundings, runCommand, startAgent, startHost, tempFolder } from '@twicewise/testkit';
import { afterEach, describe, expect, it } from 'vitest';

// No test may depend on what the machine or its home folder holds. The machine of these tests holds all that could disturb one.

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

/** The environment of a machine with agents' programs, their settings, a memory, and a git that refuses to commit. */
function busyMachine(): NodeJS.ProcessEnv {
  const folder = tempFolder('machine');
  cleanups.push(folder.remove);
  const home = join(folder.path, 'home');
  for (const name of ['.claude', '.codex', '.cursor', '.gemini', '.config/zed', 'programs'])
    mkdirSync(join(home, name), { recursive: true });
  writeFileSync(join(home, '.claude.json'), '{"mcpServers":{}}');
  writeFileSync(join(home, '.gitconfig'), '[commit]\n\tgpgsign = true\n[core]\n\thooksPath = /nowhere\n');
  for (const name of ['claude', 'codex', 'node']) {
    writeFileSync(join(home, 'programs', name), '#!/bin/sh\nexit 1\n');
    chmodSync(join(home, 'programs', name), 0o755);
  }
  return {
    ...process.env,
    CI: 'true',
    HOME: home,
    USERPROFILE: home,
    PATH: [join(home, 'programs'), process.env.PATH].join(delimiter),
    XDG_CONFIG_HOME: join(home, '.config'),
    CLAUDE_CONFIG_DIR: join(home, '.claude'),
    CLAUDE_PROJECT_DIR: home,
    CODEX_HOME: join(home, '.codex'),
    GIT_DIR: join(home, 'elsewhere.git'),
    TWICEWISE_DATA: join(home, 'memory'),
    TWICEWISE_HOOKS: 'off',
    NODE_OPTIONS: '--no-such-option',
    PWD: home,
  };
}

/** The environment that a running process was started with; only Linux shows it. */
function environmentOf(pid: number): Record<string, string> {
  const pairs = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));
}

const statesOf = async (host: Awaited<ReturnType<typeof startHost>>) =>
  new Set((await host.client.call('client.list', {})).items.map(({ state }) => state));

describe('what a test finds around it', () => {
  it('is the same on a machine full of programs, settings and variables', () => {
    const machine = busyMachine();
    const own = ownSurroundings(machine);
    cleanups.push(own.remove);
    const { environment } = own;
    expect(JSON.stringify(environment)).not.toContain(dirname(machine.HOME ?? ''));
    expect(environment.CI).toBe('true');
    for (const name of ['CLAUDE_CONFIG_DIR', 'CODEX_HOME', 'GIT_DIR', 'TWICEWISE_DATA', 'NODE_OPTIONS', 'PWD'])
      expect(environment).not.toHaveProperty(name);
    const where = { env: environment, cwd: own.home, encoding: 'utf8' } as const;
    expect(execFileSync('node', ['-p', 'process.execPath'], where).trim()).toBe(process.execPath);
    expect(() => execFileSync('claude', [], where)).toThrow('ENOENT');
    execFileSync('git', ['init', '-q'], where);
    execFileSync('git', ['commit', '-q', '--allow-empty', '-m', 'one'], where);
    expect(execFileSync('git', ['log', '--format=%an'], where).trim()).toBe('Tester');
  });

  it('sees nothing of the machine from a host, a command or an agent (and would, were it given the machine)', async () => {
    const machine = busyMachine();
    const { NODE_OPTIONS: _, ...env } = machine;
    const disturbed = await startHost({ spawn: { env } });
    cleanups.push(disturbed.stop);
    expect(await statesOf(disturbed)).toContain('found');
    const own = ownSurroundings(machine);
    cleanups.push(own.remove);
    const host = await startHost({ spawn: { env: own.environment } });
    cleanups.push(host.stop);
    expect(await statesOf(host)).toEqual(new Set(['absent']));
  });

  it.skipIf(process.platform !== 'linux')('is what every process of a test was started with', async () => {
    const home = homedir();
    expect(home).not.toBe(userInfo().homedir);
    expect(home).toBe(process.env.HOME);
    const host = await startHost();
    cleanups.push(host.stop);
    expect(environmentOf(host.ready.pid)).toMatchObject({ HOME: home, PATH: process.env.PATH });
    expect(await statesOf(host)).toEqual(new Set(['absent']));
    // A bridge that finds no host starts one, which gets the same home folder.
    const folder = tempFolder('own');
    cleanups.push(folder.remove);
    const agent = await startAgent({ data: folder.path, args: ['--idle-end', '1'] });
    expect(environmentOf(findHost(folder.path)?.pid ?? 0).HOME).toBe(home);
    await agent.close();
    const { stdout } = await runCommand(['connect', '--data', folder.path]);
    expect(stdout.replaceAll('not found', '')).not.toMatch(/found|connected /);
  });
});
