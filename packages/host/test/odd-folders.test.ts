import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findHost, runPaths, standInFolder } from '@twicewise/client/data-folder';
import { takeLock } from '@twicewise/memory/host-side';
import { runCommand, startAgent, startHost, tempFolder } from '@twicewise/testkit';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, describe, expect, it } from 'vitest';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

const LESSON = { taskDescription: 'kept', outcome: 'success', projectId: 'shop' };
const isLinux = process.platform === 'linux';
const isRoot = process.getuid?.() === 0 && isLinux;

function folder(name: string): string {
  const made = tempFolder(name);
  cleanups.push(() => made.remove());
  return made.path;
}

const call = (data: string, name: string, input: object = {}) =>
  runCommand(['call', name, JSON.stringify(input), '--data', data]);

/** A folder with one lesson. */
async function filled(name: string): Promise<string> {
  const data = folder(name);
  expect((await call(data, 'reflection.store', LESSON)).code).toBe(0);
  return data;
}

describe('garbage in the lock file', () => {
  const SPOILT = {
    noise: Buffer.alloc(5000, 0x5a),
    words: Buffer.from('nothing of ours'),
    'a header that lies': Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(4080, 0xff)]),
    zeros: Buffer.alloc(4096),
  };

  it.each(Object.entries(SPOILT))(
    '(%s) is not taken for the memory: the folder is locked and used',
    async (_, bytes) => {
      const data = await filled('spoilt lock');
      const { lock } = runPaths(data);
      writeFileSync(lock, bytes);
      const inode = statSync(lock).ino;
      const first = await takeLock(data);
      expect(first).not.toBeNull();
      expect(statSync(lock).ino).toBe(inode);
      expect(await takeLock(data, 50)).toBeNull();
      first?.release();
      writeFileSync(lock, bytes);
      const { code, stdout } = await runCommand(['doctor', '--data', data]);
      expect(stdout).toContain('lessons 1');
      expect(code).toBe(0);
    },
    60_000,
  );

  it('that comes while a host holds it lets nobody else in', async () => {
    verifies('T21');
    const data = folder('spoilt under a host');
    const host = await startHost({ data });
    cleanups.push(host.stop);
    writeFileSync(runPaths(data).lock, SPOILT.noise);
    for (let n = 0; n < 3; n++) expect(await takeLock(data, 50)).toBeNull();
    expect((await host.send('reflection.store', LESSON)).ok).toBe(true);
  });

  it.skipIf(!isLinux)('is left alone where it is somebody else’s: a link, or a second name', async () => {
    const data = await filled('lock elsewhere');
    const { lock } = runPaths(data);
    const theirs = join(folder('theirs'), 'notes.txt');
    for (const point of [symlinkSync, linkSync]) {
      writeFileSync(theirs, SPOILT.noise);
      rmSync(lock);
      point(theirs, lock);
      const { code, stdout, stderr } = await call(data, 'reflection.list');
      expect([code, JSON.parse(stdout)]).toMatchObject([1, { error: { code: 'refused' } }]);
      expect(stderr).not.toMatch(/\n\s+at /);
      expect(readFileSync(theirs).equals(SPOILT.noise)).toBe(true);
    }
  });
});

describe('a folder or a pipe in the place of a file', () => {
  const places = (data: string) => {
    const { token, info, lock, log, entrance, socket } = runPaths(data);
    return [join(data, 'memory.db'), join(data, 'vectors.db'), token, info, lock, log, entrance, socket];
  };

  it('is named in one line, by every command, and nothing is changed', async () => {
    const data = await filled('misplaced');
    for (const path of places(data)) {
      rmSync(path, { force: true });
      mkdirSync(path);
      for (const words of [
        ['serve', '--port', '0'],
        ['call', 'reflection.list'],
      ]) {
        const { code, stdout, stderr } = await runCommand([...words, '--data', data]);
        expect([path, code, JSON.parse(stdout)]).toMatchObject([path, 1, { error: { code: 'refused' } }]);
        expect(stderr).toContain(`${path} is a folder`);
        expect(stderr).not.toMatch(/\n\s+at /);
      }
      rmSync(path, { recursive: true });
    }
  }, 120_000);

  it.skipIf(!isLinux)(
    'that is a pipe is not waited for',
    async () => {
      const data = await filled('pipes');
      for (const path of places(data)) {
        if (path.endsWith('.sock')) continue;
        rmSync(path, { force: true });
        execFileSync('mkfifo', [path]);
        const { code, stderr } = await call(data, 'reflection.list');
        expect([path, code]).toEqual([path, 1]);
        expect(stderr).toContain('neither a file nor a folder');
        rmSync(path);
      }
    },
    120_000,
  );

  it('also the other way round: a file where backups belong', async () => {
    const data = await filled('file for folder');
    writeFileSync(join(data, 'backups'), 'mine');
    const { stderr } = await call(data, 'reflection.list');
    expect(stderr).toContain('is a file, where a folder of Twicewise belongs');
    expect(readFileSync(join(data, 'backups'), 'utf8')).toBe('mine');
  });
});

describe('a host that is stopped', () => {
  it.skipIf(!isLinux)(
    'is not waited for: every command says who it is and what to do',
    async () => {
      const host = await startHost();
      cleanups.push(host.stop);
      await host.send('reflection.store', LESSON);
      const { data, pid } = host.ready;
      process.kill(pid, 'SIGSTOP');
      cleanups.push(() => process.kill(pid, 'SIGCONT'));
      for (const words of [['doctor'], ['search', 'kept']]) {
        const { code, stdout, stderr } = await runCommand([...words, '--data', data]);
        expect([code, JSON.parse(stdout)]).toMatchObject([1, { error: { code: 'unavailable', reason: 'locked' } }]);
        expect(stderr).toContain(`pid ${pid}`);
        expect(stderr).toContain(`kill -CONT ${pid}`);
      }
      process.kill(pid, 'SIGCONT');
      expect((await runCommand(['doctor', '--data', data])).code).toBe(0);
    },
    60_000,
  );
});

describe('a data folder that cannot be written', () => {
  /** A folder with one lesson on a disk that is read-only afterwards. */
  async function readOnly(): Promise<string> {
    const data = folder('read-only');
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=20m', 'tmpfs', data]);
    cleanups.push(() => execFileSync('umount', ['-l', data]));
    const first = await startHost({ data });
    const words = { whatDidNotWork: ['a fixed pause'], nextStrategy: 'Wait for the health endpoint of the stub' };
    await first.send('reflection.store', { ...LESSON, ...words, outcome: 'failure' });
    // A killed host leaves files behind, which nobody can remove once the disk is read-only.
    await first.kill();
    execFileSync('mount', ['-o', 'remount,ro', data]);
    cleanups.push(() => rmSync(standInFolder(data), { recursive: true, force: true }));
    return data;
  }

  it.skipIf(!isRoot)(
    'is read by agents, through one host that all of them find',
    async () => {
      verifies('T8');
      const data = await readOnly();
      const agents = await Promise.all(
        [1, 2, 3].map(() => startAgent({ data, project: 'shop', args: ['--idle-end', '1'] })),
      );
      for (const agent of agents) {
        expect((await agent.tool('reflection_get', { projectId: 'shop' })).text).toContain('kept');
        const stored = await agent.tool('reflection_store', { ...LESSON, nextStrategy: 'x' });
        expect(stored).toMatchObject({ ok: false, error: { reason: 'read_only' } });
      }
      expect(findHost(data)).toMatchObject({ kind: 'background' });
      const { stdout } = await call(data, 'host.status');
      expect(JSON.parse(stdout)).toMatchObject({ value: { store: { state: 'read_only' }, dataFolder: data } });
      expect((JSON.parse(stdout) as { value: { connections: unknown[] } }).value.connections).toHaveLength(3);
      expect(statSync(standInFolder(data)).mode & 0o077).toBe(0);
      for (const agent of agents) await agent.close();
    },
    60_000,
  );

  it.skipIf(!isRoot)(
    'tells hooks what it would tell them anywhere',
    async () => {
      const data = await readOnly();
      const event = { hook_event_name: 'SessionStart', session_id: 's', cwd: data, source: 'startup' };
      const input = JSON.stringify(event);
      const { code, stdout } = await runCommand(['hook', 'SessionStart', '--project', 'shop', '--data', data], {
        input,
      });
      expect(code).toBe(0);
      expect(stdout).toContain('kept');
      const pid = findHost(data)?.pid ?? 0;
      expect(pid).toBeGreaterThan(0);
      process.kill(pid);
    },
    60_000,
  );

  it.skipIf(!isRoot)('is not read through a folder that somebody else made in the place of ours', async () => {
    const data = await readOnly();
    mkdirSync(join(standInFolder(data), 'run'), { recursive: true, mode: 0o777 });
    execFileSync('chown', ['nobody', standInFolder(data)]);
    const info = { pid: 1, kind: 'serve', startedAt: '2999', socket: '/nowhere', control: '/nowhere', url: null };
    writeFileSync(runPaths(standInFolder(data)).info, JSON.stringify(info));
    writeFileSync(runPaths(standInFolder(data)).token, 'x');
    expect(findHost(data)?.startedAt).not.toBe('2999');
    const { code, stdout } = await runCommand(['serve', '--background', '--data', data]);
    expect([code, JSON.parse(stdout)]).toMatchObject([1, { error: { code: 'refused' } }]);
  });
});
