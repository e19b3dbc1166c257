import { existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { findHost, runPaths } from '@twicewise/client/data-folder';
import { isListening } from '@twicewise/client/host-side';
import { createClient } from '@twicewise/contract';
import { connectSocket, initialize, tempFolder } from '@twicewise/testkit';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { person } from '../src/callers.ts';
import { createHost, type Host, type HostOptions } from '../src/create-host.ts';
import { logTo } from '../src/log-file.ts';

// Files that are deleted or replaced while a host has them open: by a cleaner of temporary files, by mistake, by a backup that
// is copied over a memory in use. The host notices each, and nothing that was acknowledged is lost.

const TICK_MS = 50;

let folder: ReturnType<typeof tempFolder>;
let data: string;
let logged: string[];
const hosts: Host[] = [];
beforeEach(() => {
  folder = tempFolder('lost');
  data = join(folder.path, 'data');
  logged = [];
});
afterEach(async () => {
  await Promise.all(hosts.splice(0).map((host) => host.close()));
  folder.remove();
});

async function start(options: Partial<HostOptions> = {}): Promise<Host> {
  const host = await createHost({
    data,
    kind: 'serve',
    port: null,
    uiFolder: null,
    workerUrl: new URL('../src/worker.ts', import.meta.url),
    tickMs: TICK_MS,
    log: (message) => logged.push(message),
    ...options,
  });
  if ('taken' in host) throw new Error('another host has the folder');
  hosts.push(host);
  return host;
}

const clientOf = (host: Host) =>
  createClient((name, input) => host.dispatch({ name, input, caller: person('inproc') }));

async function store(host: Host, count: number): Promise<void> {
  const client = clientOf(host);
  for (let index = 0; index < count; index++) {
    await client.call('reflection.store', { taskDescription: `task ${index}`, outcome: 'success', projectId: 'p' });
  }
}

const lessonsOf = async (host: Host) => (await clientOf(host).call('host.status', {})).counts.reflections;
const saidThat = (words: string) => expect.poll(() => logged.join('\n'), { timeout: 10_000 }).toContain(words);

describe('a host whose folder of sockets is deleted', () => {
  it('ends, so that there are never two for long, and leaves those of the next alone', async () => {
    const first = await start();
    await store(first, 3);
    rmSync(runPaths(data).run, { recursive: true });
    // The second host checks its files rarely, so both run when the first one notices.
    const second = await start({ tickMs: 60_000 });
    expect(await first.ended).toBe('failed');
    expect(logged.join('\n')).toContain('was deleted or replaced; this host ends');
    expect(findHost(data)).toMatchObject({ startedAt: second.info.startedAt });
    expect(await lessonsOf(second)).toBe(3);
  });

  it('ends when only its lock is gone, and when its token is, which then opens nothing', async () => {
    for (const name of ['lock', 'token'] as const) {
      const host = await start();
      const path = runPaths(data)[name];
      const before = host.token;
      rmSync(path);
      expect(await host.ended).toBe('failed');
      const next = await start();
      if (name === 'token') expect(next.token).not.toBe(before);
      await next.close();
    }
  });
});

describe('a host whose sockets are deleted', () => {
  it('listens there again, and goes on with those that were connected', async () => {
    const host = await start();
    const before = await connectSocket(host.info.socket, { token: host.token });
    await initialize(before);
    for (const path of [host.info.socket, host.info.control, runPaths(data).info]) rmSync(path);
    await saidThat('it is put back');
    await expect.poll(() => isListening(host.info.control)).toBe(true);
    const after = await connectSocket(host.info.socket, { token: host.token });
    await initialize(after);
    for (const client of [before, after]) {
      expect((await client.ask('tools/call', { name: 'reflection_get', arguments: {} })).error).toBeUndefined();
      client.end();
    }
    expect(findHost(data)).toMatchObject({ pid: process.pid });
  });

  it('writes that to its log, which never has its token', async () => {
    verifies('T29');
    const host = await start({ log: logTo(data, false) });
    const intruder = await connectSocket(host.info.socket, { token: host.token.slice(0, 63) });
    intruder.say({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect(await intruder.next()).toHaveProperty('error');
    const { info, log } = runPaths(data);
    rmSync(info);
    const said = () => (existsSync(log) ? readFileSync(log, 'utf8') : '');
    await expect.poll(said, { timeout: 10_000 }).toContain('it is put back');
    await host.close();
    expect(said()).not.toContain(host.token.slice(0, 16));
  });
});

describe('a memory whose files are deleted', () => {
  const database = () => join(data, 'memory.db');

  it('loses nothing when its write-ahead log goes', async () => {
    const host = await start();
    await store(host, 10);
    rmSync(`${database()}-wal`);
    await store(host, 10);
    await saidThat('all there was is saved as the backup');
    await expect.poll(() => lessonsOf(host).catch(() => 0), { timeout: 10_000 }).toBe(20);
    await store(host, 5);
    await host.close();
    expect(await lessonsOf(await start())).toBe(25);
  });

  it('says so when it is gone itself, and comes back whole from the backup that was made of it', async () => {
    const host = await start();
    await store(host, 10);
    rmSync(database());
    let acknowledged = 10;
    // What is stored before the host notices is kept, too.
    for (let more = true; more && acknowledged < 1000; ) {
      more = await store(host, 1).then(
        () => true,
        () => false,
      );
      if (more) acknowledged++;
    }
    await expect.poll(async () => (await clientOf(host).call('host.status', {})).store.state).toBe('damaged');
    const { items } = await clientOf(host).call('backup.list', {});
    expect(items[0]).toMatchObject({ cause: 'rescue' });
    await clientOf(host).call('backup.restore', { name: items[0]?.name ?? '' });
    expect(await lessonsOf(host)).toBe(acknowledged);
  });

  it.each([
    ['closes', (host: Host) => host.close()],
    ['hands over', async () => void (await start({ takeOver: 'any', tickMs: 60_000 }))],
  ])('loses nothing when its host %s before it has looked', async (_what, end) => {
    const host = await start({ tickMs: 60_000 });
    await store(host, 5);
    for (const suffix of ['', '-wal', '-shm']) rmSync(database() + suffix, { force: true });
    await end(host);
    const next = hosts.at(-1) === host ? await start() : (hosts.at(-1) as Host);
    expect((await clientOf(next).call('host.status', {})).store.state).toBe('damaged');
    const { items } = await clientOf(next).call('backup.list', {});
    await clientOf(next).call('backup.restore', { name: items[0]?.name ?? '' });
    expect(await lessonsOf(next)).toBe(5);
  });

  it('writes nothing while it cannot be saved, and goes on once it can', async () => {
    const host = await start();
    await store(host, 3);
    // The folder of backups cannot be created, as on a full disk.
    symlinkSync('/proc/nowhere', join(data, 'backups'));
    rmSync(`${database()}-wal`);
    await expect.poll(async () => (await clientOf(host).call('host.status', {})).store.state).toBe('damaged');
    await expect(store(host, 1)).rejects.toThrow('could not be saved as a backup yet');
    expect(logged.join('\n')).not.toContain('all there was is saved');
    rmSync(join(data, 'backups'));
    await expect.poll(() => lessonsOf(host).catch(() => 0), { timeout: 10_000 }).toBe(3);
    await store(host, 1);
    await host.close();
    expect(await lessonsOf(await start())).toBe(4);
  });

  it('does not come back where somebody removed its whole folder', async () => {
    const host = await start();
    await store(host, 3);
    rmSync(data, { recursive: true });
    expect(await host.ended).toBe('failed');
    expect(existsSync(data)).toBe(false);
  });

  it('keeps both when another takes its name', async () => {
    const other = join(folder.path, 'other');
    const elsewhere = await start({ data: other });
    await store(elsewhere, 4);
    await elsewhere.close();
    const host = await start();
    await store(host, 7);
    renameSync(join(other, 'memory.db'), database());
    await saidThat('all there was is saved as the backup');
    await expect.poll(() => lessonsOf(host).catch(() => 0), { timeout: 10_000 }).toBe(4);
    const { items } = await clientOf(host).call('backup.list', {});
    const saved = items.find(({ cause }) => cause === 'rescue');
    const { holds } = await clientOf(host).call('backup.preview', { name: saved?.name ?? '' });
    expect(holds.reflections).toBe(7);
    expect(existsSync(`${database()}-wal.kept`)).toBe(false);
  });
});
