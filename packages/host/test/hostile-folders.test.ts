import { execFileSync } from 'node:child_process';
import { ftruncateSync, mkdirSync, openSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectSocket, type HostProcess, initialize, runCommand, startHost, tempFolder } from '@twicewise/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// An agent may be started in any folder, and anybody may have put anything there.

const folder = tempFolder('hostile');
let host: HostProcess;
beforeAll(async () => {
  host = await startHost();
});
afterAll(async () => {
  await host.stop();
  folder.remove();
});

function made(name: string, make: (path: string) => void): string {
  const path = join(folder.path, name);
  mkdirSync(path);
  make(path);
  return path;
}

/** A git directory whose `commondir` is made by the caller, and a `.git` file that leads to it. */
function worktree(path: string, makeCommon: (common: string) => void): void {
  mkdirSync(join(path, 'there'));
  writeFileSync(join(path, '.git'), 'gitdir: there\n');
  makeCommon(join(path, 'there', 'commondir'));
}

function sparse(path: string, bytes: number): void {
  ftruncateSync(openSync(path, 'w'), bytes);
}

const HOSTILE: Record<string, (path: string) => void> = {
  '.git is a pipe that nobody writes to': (path) => execFileSync('mkfifo', [join(path, '.git')]),
  '.git is a link to a device without an end': (path) => symlinkSync('/dev/zero', join(path, '.git')),
  '.git is a link to itself': (path) => symlinkSync('.git', join(path, '.git')),
  '.git is a file of a gigabyte': (path) => sparse(join(path, '.git'), 2 ** 30),
  'commondir is a pipe': (path) => worktree(path, (common) => execFileSync('mkfifo', [common])),
  'commondir is a link to a device': (path) => worktree(path, (common) => symlinkSync('/dev/zero', common)),
  'commondir is a file of a gigabyte': (path) => worktree(path, (common) => sparse(common, 2 ** 30)),
};

/** Peak memory of the host so far, in MB. */
function peakOf(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

describe.skipIf(process.platform !== 'linux')('an agent in a folder that is made to harm', () => {
  for (const [name, make] of Object.entries(HOSTILE)) {
    it(`is served, and so is everybody else: ${name}`, async () => {
      const cwd = made(name.replaceAll(/\W/g, '-'), make);
      const before = peakOf(host.ready.pid);
      const { token } = host.ready;
      const there = await connectSocket(host.ready.socket, { token, cwd });
      await initialize(there);
      const told = await there.ask('tools/call', { name: 'reflection_get', arguments: {} });
      expect(told.error).toBeUndefined();
      there.end();
      const elsewhere = await connectSocket(host.ready.socket, { token, cwd: folder.path });
      await initialize(elsewhere);
      elsewhere.end();
      const said = await runCommand(['call', 'host.status', '--data', host.ready.data], { cwd });
      expect(JSON.parse(said.stdout)).toMatchObject({ ok: true });
      // Neither the gigabyte nor the device was read.
      expect(peakOf(host.ready.pid) - before).toBeLessThan(200);
    });
  }

  it('that is its own project when it is no repository', async () => {
    const cwd = made('plain', HOSTILE['.git is a pipe that nobody writes to'] as (path: string) => void);
    const stored = {
      taskDescription: 'start in a strange folder',
      outcome: 'success',
      whatWorked: ['nothing was read'],
      nextStrategy: 'go on',
    };
    const there = await connectSocket(host.ready.socket, { token: host.ready.token, cwd });
    await initialize(there);
    const answer = await there.ask('tools/call', {
      name: 'reflection_store',
      arguments: { sessionId: 's', ...stored },
    });
    expect(answer.error).toBeUndefined();
    there.end();
    const { items } = await host.client.call('project.list', {});
    expect(items.map(({ name }) => name)).toContain('plain');
  });
});

describe.skipIf(process.platform !== 'linux')('a file to be read that is none', () => {
  it.each(['import.episodes', 'episode.extract', 'import.history', 'import.lessons'])(
    '%s does not wait for a pipe',
    async (name) => {
      const path = join(folder.path, `${name}.jsonl`);
      execFileSync('mkfifo', [path]);
      const input = name === 'import.history' ? { agent: 'codex', path } : { path };
      const started = await host.send(name, input);
      // The file is refused at once, or the job ends.
      if (!started.ok) return expect(started.error).toMatchObject({ code: 'invalid_input', reason: 'bad_file' });
      const { id } = (started.value as { job: { id: string } }).job;
      await expect
        .poll(async () => (await host.client.call('job.get', { id })).job.state, { timeout: 20_000 })
        .toMatch(/done|failed/);
    },
  );
});
