import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runCommand, startHost, tempFolder } from '@twicewise/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { invocation } from '../src/cli/invocation.ts';
import { installationOf } from '../src/installation.ts';

/** A folder name that the desktop app gives to its copies. */
const COPY = '0.1.0-0123456789ab';

let home: string;
let data: string;
let remove: () => void;
beforeEach(() => {
  const folder = tempFolder('uninstall');
  [home, data, remove] = [join(folder.path, 'home'), join(folder.path, 'memory'), folder.remove];
  mkdirSync(home);
});
afterEach(() => remove());

const run = (...args: string[]) =>
  runCommand([...args, '--data', data], { cwd: home, env: { ...process.env, HOME: home, XDG_CONFIG_HOME: '' } });

describe('twicewise uninstall', () => {
  it('takes us out of every program, ends the background host, and leaves the memory and what else is there', async () => {
    const settings = join(home, '.cursor/mcp.json');
    mkdirSync(join(home, '.cursor'));
    writeFileSync(settings, '{ "mcpServers": { "other": { "command": "x" } } }\n');
    expect((await run('connect', 'cursor', '--yes')).code).toBe(0);
    expect((await run('connect', 'claude-code', '--yes')).code).toBe(0);
    const { pid } = JSON.parse(readFileSync(join(data, 'run/host.json'), 'utf8')) as { pid: number };
    const { code, stdout } = await run('uninstall', '--yes');
    expect([code, stdout]).toEqual([0, expect.stringContaining('Taken out of Claude Code.')]);
    expect(stdout).toContain('What is left is this checkout');
    expect(readFileSync(settings, 'utf8')).toBe('{ "mcpServers": { "other": { "command": "x" } } }\n');
    expect(existsSync(join(home, '.claude.json'))).toBe(false);
    expect(existsSync(join(data, 'memory.db'))).toBe(true);
    await expect.poll(() => existsSync(`/proc/${pid}`), { timeout: 10_000 }).toBe(false);
    // A second uninstall has nothing to do, which is no error.
    expect((await run('uninstall', '--yes')).code).toBe(0);
  });

  it('says in one line what it changes of each program, and all of it where that is asked for', async () => {
    expect((await run('connect', 'cursor', '--yes')).code).toBe(0);
    const lineOf = (text: string) => text.split('\n').find((line) => line.startsWith('Cursor: '));
    // Without `--yes` and a person to ask, nothing is changed.
    const short = await run('uninstall');
    expect([short.code, lineOf(short.stdout)]).toEqual([2, expect.stringContaining('.cursor/mcp.json')]);
    expect(short.stdout).not.toContain('"mcpServers"');
    const long = await run('uninstall', '--verbose');
    expect([long.code, long.stdout]).toEqual([2, expect.stringContaining('-  "mcpServers"')]);
  });

  it('takes compiled code and copies of the app away, says how much it was, and leaves what else is there', async () => {
    const cache = join(home, '.cache');
    const env = { ...process.env, HOME: home, XDG_CACHE_HOME: cache, NODE_COMPILE_CACHE: '' };
    const cached = (...args: string[]) => runCommand([...args, '--data', data], { cwd: home, env });
    expect((await cached('connect', 'cursor', '--yes')).code).toBe(0);
    const compiled = join(cache, 'twicewise/compiled');
    expect(existsSync(compiled)).toBe(true);
    writeFileSync(join(cache, 'twicewise/theirs'), '');
    for (const name of [COPY, `${COPY}.partial`]) {
      mkdirSync(join(data, 'app', name, 'app.asar.unpacked/host'), { recursive: true });
    }
    symlinkSync(COPY, join(data, 'app/current'));
    const { code, stdout } = await cached('uninstall', '--yes');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/cache in .*compiled goes: \d+\.\d MB/)]);
    expect([existsSync(compiled), existsSync(join(data, 'app'))]).toEqual([false, false]);
    expect([existsSync(join(cache, 'twicewise/theirs')), existsSync(join(data, 'memory.db'))]).toEqual([true, true]);
  });

  it('leaves what somebody else has in a folder of that name, also beside and in a copy of the app', async () => {
    const theirs = ['src/main.ts', 'resources/app.asar.unpacked/x', 'empty/.keep', `${COPY}/notes`, 'current-plan'];
    for (const path of theirs) {
      mkdirSync(dirname(join(data, 'app', path)), { recursive: true });
      writeFileSync(join(data, 'app', path), 'theirs');
    }
    symlinkSync('src', join(data, 'app/current'));
    const there = () => theirs.map((path) => readFileSync(join(data, 'app', path), 'utf8'));
    mkdirSync(join(data, 'app', COPY, 'app.asar.unpacked/host'), { recursive: true });
    expect((await run('uninstall', '--yes')).code).toBe(0);
    expect(there()).toEqual(theirs.map(() => 'theirs'));
    expect(existsSync(join(data, 'app/current/main.ts'))).toBe(true);
    expect(existsSync(join(data, 'app', COPY, 'app.asar.unpacked'))).toBe(false);
  });

  it('goes on when the cache is not what it should be, and leaves it', async () => {
    const cache = join(home, '.cache');
    mkdirSync(cache);
    writeFileSync(join(cache, 'twicewise'), 'theirs');
    const env = { ...process.env, HOME: home, XDG_CACHE_HOME: cache, NODE_COMPILE_CACHE: '' };
    const { code, stdout } = await runCommand(['uninstall', '--yes', '--data', data], { cwd: home, env });
    expect([code, stdout]).toEqual([0, expect.stringContaining('What is left is this checkout')]);
    expect(readFileSync(join(cache, 'twicewise'), 'utf8')).toBe('theirs');
  });

  it('deletes no memory unless a person agrees at a terminal, and then has changed nothing', async () => {
    expect((await run('connect', 'cursor', '--yes')).code).toBe(0);
    const asProgram = await run('uninstall', '--yes', '--delete-data');
    expect([asProgram.code, asProgram.stdout]).toEqual([
      1,
      expect.stringContaining('Only a person deletes the memory'),
    ]);
    const unasked = await run('uninstall', '--yes', '--delete-data', '--as-person');
    expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining('Nobody can be asked here')]);
    expect(existsSync(join(data, 'memory.db'))).toBe(true);
    expect(readFileSync(join(home, '.cursor/mcp.json'), 'utf8')).toContain('twicewise');
  });

  it('leaves a host alone that a person has open, and everything else with it', async () => {
    const host = await startHost({ data });
    const { code, stdout } = await run('uninstall', '--yes');
    expect([code, stdout]).toEqual([1, expect.stringContaining('A host runs at a terminal')]);
    expect((await host.client.call('host.status', {})).store.state).toBe('ready');
    await host.stop();
  });

  it('looks at a file that it cannot read as what it should be, and says so', async () => {
    expect((await run('connect', 'cursor', '--yes')).code).toBe(0);
    writeFileSync(join(home, '.cursor/mcp.json'), '{ torn');
    const { stdout } = await run('uninstall', '--yes');
    expect(stdout).toContain('Look yourself: Cursor:');
    expect(readFileSync(join(home, '.cursor/mcp.json'), 'utf8')).toBe('{ torn');
  });
});

describe('twicewise update', () => {
  it('says what to do in a checkout, and does nothing', async () => {
    const { code, stdout } = await run('update', '--yes');
    expect([code, stdout]).toEqual([1, expect.stringContaining('git pull')]);
    expect((await run('update', 'one', 'two')).code).toBe(2);
  });
});

describe('where an installation is', () => {
  const inModules = (top: string) => join(top, 'node_modules/twicewise/host/bin/twicewise.mjs');

  it('is told by where its entry lies', () => {
    expect(installationOf()).toEqual({ kind: 'checkout' });
    expect(installationOf(inModules('/opt/tools/lib'))).toEqual({ kind: 'global', prefix: '/opt/tools' });
    expect(installationOf('C:\\npm\\node_modules\\twicewise\\host\\bin\\twicewise.mjs')).toEqual({
      kind: 'global',
      prefix: 'C:\\npm',
    });
    expect(installationOf(inModules('/home/x/.npm/_npx/0a1b'))).toEqual({ kind: 'npx' });
    writeFileSync(join(home, 'package.json'), '{}');
    expect(installationOf(inModules(home))).toEqual({ kind: 'project' });
    expect(installationOf('/opt/app/resources/app.asar.unpacked/host/bin/twicewise.mjs')).toEqual({ kind: 'app' });
  });

  it('decides how its commands are called', () => {
    expect(invocation('/anywhere', inModules('/opt/tools/lib'))).toBe('twicewise');
    expect(invocation('/anywhere', inModules('/home/x/.npm/_npx/0a1b'))).toBe('npx twicewise');
    writeFileSync(join(home, 'package.json'), '{}');
    expect(invocation('/anywhere', inModules(home))).toContain('node ');
  });
});
