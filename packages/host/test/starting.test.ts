import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findHost } from '@twicewise/client/data-folder';
import {
  COMMAND,
  firstLine,
  type Ready,
  runCommand,
  startAgent,
  startCommand,
  startHost,
  tempFolder,
} from '@twicewise/testkit';
import { afterEach, describe, expect, it } from 'vitest';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

const LESSON = { taskDescription: 'a task', outcome: 'success', nextStrategy: 'go on' };
const isLinux = process.platform === 'linux';
/** Only root may mount a small disk. */
const isRoot = process.getuid?.() === 0 && isLinux;

describe('a full disk', () => {
  it.skipIf(!isRoot)('at the start is said as such, harms nothing, and with space the memory opens', async () => {
    const folder = tempFolder('full');
    const data = folder.path;
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=20m', 'tmpfs', data]);
    cleanups.push(() => {
      execFileSync('umount', ['-l', data]);
      folder.remove();
    });
    const first = await startHost({ data });
    expect((await first.send('reflection.store', LESSON)).ok).toBe(true);
    await first.stop();
    const before = readFileSync(join(data, 'memory.db'));
    const ballast = join(data, 'run', 'ballast');
    expect(() => writeFileSync(ballast, Buffer.alloc(21_000_000))).toThrow('ENOSPC');
    for (const command of [
      ['serve', '--port', '0'],
      ['call', 'reflection.list', '{}'],
    ]) {
      const { code, stdout, stderr } = await runCommand([...command, '--data', data]);
      expect([code, JSON.parse(stdout)]).toMatchObject([
        1,
        { ok: false, error: { code: 'unavailable', reason: 'disk_full' } },
      ]);
      expect(stderr).not.toMatch(/\n\s+at /);
    }
    expect(readFileSync(join(data, 'memory.db')).equals(before)).toBe(true);
    rmSync(ballast);
    const second = await startHost({ data });
    cleanups.push(second.stop);
    expect((await second.client.call('host.status', {})).counts.reflections).toBe(1);
  });
});

describe('an agent whose host cannot start', () => {
  it('is told why, at once', async () => {
    const folder = tempFolder('not a memory');
    writeFileSync(join(folder.path, 'somebody.txt'), 'else');
    const input = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} })}\n`;
    const before = performance.now();
    const { stdout } = await runCommand(['mcp', '--data', folder.path], { input });
    const { error } = JSON.parse(stdout);
    expect(error.message).toContain(`${folder.path} `);
    expect(error.message).toMatch(/could not be started\. .*(Choose another|not a data folder|other files)/);
    expect(error.message).toMatch(/Next step: run this in a terminal: .*doctor --data/);
    expect(performance.now() - before).toBeLessThan(20_000);
    folder.remove();
  });
});

describe('the memory of the host process', () => {
  it.skipIf(!isLinux)('is bounded by flags however it is started', async () => {
    const flags = ['--min-semi-space-size=4', '--max-semi-space-size=8'];
    const commandLine = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    const folder = tempFolder('flags');
    const typed = startCommand(['serve', '--port', '0', '--data', join(folder.path, 'typed')]);
    const ready = JSON.parse(await firstLine(typed)) as Ready;
    expect(typed.pid, 'it replaces itself').toBe(ready.pid);
    expect(commandLine(ready.pid).filter((part) => part.includes('semi-space'))).toEqual(flags);
    typed.kill();
    await once(typed, 'exit');
    const data = join(folder.path, 'background');
    const agent = await startAgent({ data, args: ['--idle-end', '1'] });
    const background = findHost(data);
    expect(background?.kind).toBe('background');
    expect(commandLine(background?.pid ?? 0).filter((part) => part.includes('semi-space'))).toEqual(flags);
    await agent.close();
    for (let n = 0; n < 100 && findHost(data) !== null; n++) await wait(50);
    folder.remove();
  });
});

describe('compiled code', () => {
  it.skipIf(!isLinux)('is kept for the next start in a folder of this person alone', async () => {
    const cache = tempFolder('cache');
    cleanups.push(() => cache.remove());
    const { NODE_COMPILE_CACHE: _, ...env } = process.env;
    const host = await startHost({ spawn: { env: { ...env, XDG_CACHE_HOME: cache.path } } });
    await host.stop();
    const folder = join(cache.path, 'twicewise', 'compiled');
    expect(statSync(folder).mode & 0o077).toBe(0);
    const [version = ''] = readdirSync(folder);
    expect(readdirSync(join(folder, version)).length).toBeGreaterThan(30);
  });

  it.skipIf(!isLinux)('that cannot be kept anywhere keeps nobody from starting', async () => {
    const { NODE_COMPILE_CACHE: _, ...env } = process.env;
    const host = await startHost({ spawn: { env: { ...env, XDG_CACHE_HOME: '/dev/null' } } });
    cleanups.push(() => host.stop());
    expect((await host.send('reflection.store', LESSON)).ok).toBe(true);
  });
});

describe('a user with a number and no name, as in containers', () => {
  /** A user id without an account. */
  const uid = 54_321;

  /** False where other users may not enter the folder of the checkout. */
  const canRun = isRoot && spawnSync(process.execPath, [COMMAND, '--version'], { uid, gid: uid }).status === 0;

  it.skipIf(!canRun)('has a memory over every door', async () => {
    const folder = tempFolder('nameless');
    cleanups.push(folder.remove);
    chownSync(folder.path, uid, uid);
    // HOME is not set either: without it, a program looks for the home folder in the account, which is missing.
    const spawn = { uid, gid: uid, env: { PATH: process.env.PATH ?? '' } };
    const host = await startHost({ data: folder.path, spawn });
    cleanups.push(() => host.stop());
    expect(await host.send('reflection.store', LESSON)).toMatchObject({ ok: true });
    const { items } = await host.client.call('operation.list', { limit: 1 });
    expect(items[0]?.author).toMatchObject({ kind: 'person', name: `user ${uid}` });
    const ping = { jsonrpc: '2.0', id: 7, method: 'ping' };
    const bridge = await runCommand(['mcp', '--data', folder.path], { ...spawn, input: `${JSON.stringify(ping)}\n` });
    expect(JSON.parse(bridge.stdout)).toMatchObject({ id: 7, result: {} });
    const { code, stdout } = await runCommand(['call', 'reflection.list', '--data', folder.path], spawn);
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { ok: true }]);
  });
});
