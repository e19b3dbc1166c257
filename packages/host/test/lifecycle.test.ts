import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findHost } from '@twicewise/client/data-folder';
import { agentTools } from '@twicewise/contract';
import {
  connectSocket,
  firstLine,
  runCommand,
  startAgent,
  startCommand,
  startHost,
  tempFolder,
} from '@twicewise/testkit';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, describe, expect, it } from 'vitest';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

function dataFolder(): string {
  const folder = tempFolder('life');
  cleanups.push(folder.remove);
  return folder.path;
}

/** Ends the host of a folder, if there is one. */
async function endHost(data: string): Promise<void> {
  const host = findHost(data);
  if (host) process.kill(host.pid, 'SIGTERM');
  for (let n = 0; n < 100 && findHost(data) !== null; n++) await wait(50);
}

/** Whether a process runs. One that has ended stays in the process table until its parent collects it. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** Only root may mount a small disk. */
const isRootOnLinux = process.getuid?.() === 0 && process.platform === 'linux';

const LESSON = { taskDescription: 'a task', outcome: 'success', nextStrategy: 'go on' };

describe('one host per data folder', () => {
  it('of hosts started at once exactly one is ready and the others end with 0', async () => {
    for (let round = 0; round < 4; round++) {
      const data = dataFolder();
      const children = Array.from({ length: 4 }, () => startCommand(['serve', '--data', data, '--port', '0']));
      const said = await Promise.all(
        children.map(async (child) => JSON.parse(await firstLine(child)) as { ready: boolean }),
      );
      expect(said.filter((line) => line.ready)).toHaveLength(1);
      const losers = children.filter((_, n) => !said[n]?.ready);
      await Promise.all(losers.map((child) => (child.exitCode === null ? once(child, 'exit') : null)));
      expect(losers.map((child) => child.exitCode)).toEqual([0, 0, 0]);
      await endHost(data);
    }
    // Sixteen hosts: longer than usual beside other work.
  }, 180_000);

  it('a port that is taken is said, and leaves no half-open host behind', async () => {
    const first = await startHost();
    cleanups.push(first.stop);
    const data = dataFolder();
    const { port } = new URL(first.ready.api);
    const refused = await runCommand(['serve', '--data', data, '--port', port]);
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.stdout)).toMatchObject({
      ok: false,
      error: { code: 'unavailable', hint: expect.stringContaining('--port') },
    });
    const second = await startHost({ data });
    cleanups.push(second.stop);
    expect((await second.send('reflection.store', LESSON)).ok).toBe(true);
  });

  it('a folder that holds other things is refused and left open to its users', async () => {
    const data = dataFolder();
    chmodSync(data, 0o755);
    writeFileSync(join(data, 'thesis.txt'), 'not ours');
    const refused = await runCommand(['call', 'reflection.list', '--data', data]);
    expect(JSON.parse(refused.stdout)).toMatchObject({ ok: false, error: { code: 'refused' } });
    expect(lstatSync(data).mode & 0o777).toBe(0o755);
  });

  it('a second host says who has the folder and where its page is', async () => {
    const first = await startHost();
    cleanups.push(first.stop);
    const second = await runCommand(['serve', '--data', first.ready.data, '--port', '0']);
    expect(second.code).toBe(0);
    expect(JSON.parse(second.stdout)).toMatchObject({ ready: false, pid: first.ready.pid, url: first.ready.url });
    expect((await first.send('project.list', {})).ok).toBe(true);
  });

  it('what a killed host leaves behind is cleared by the next one', async () => {
    const data = dataFolder();
    for (let round = 0; round < 3; round++) {
      const host = await startHost({ data });
      expect((await host.send('reflection.store', LESSON)).ok).toBe(true);
      await host.kill();
      expect(existsSync(host.ready.socket)).toBe(true);
    }
    const last = await startHost({ data });
    expect((await last.client.call('host.status', {})).counts.reflections).toBe(3);
    expect(await last.stop()).toBe(0);
    expect(existsSync(last.ready.socket)).toBe(false);
    expect(existsSync(join(data, 'run', 'host.json'))).toBe(false);
    expect(existsSync(join(data, 'memory.db-wal'))).toBe(false);
  });

  it('a client that never stops asking does not hold up the hand-over', async () => {
    const first = await startHost({ data: dataFolder() });
    const busy = await connectSocket(first.ready.socket, { token: first.ready.token, project: 'busy' });
    const call = (id: number) =>
      `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'reflection_get', arguments: {} } })}\n`;
    let id = 0;
    const pump = setInterval(() => busy.raw(Array.from({ length: 200 }, () => call(++id)).join('')), 5);
    cleanups.push(() => clearInterval(pump));
    const second = await startHost({ data: first.ready.data, args: ['--take-over'] });
    cleanups.push(second.stop);
    expect(second.ready.pid).not.toBe(first.ready.pid);
  });

  it('a newcomer that takes over gets everything, and an open page is told', async () => {
    const first = await startHost({ data: dataFolder() });
    await first.send('reflection.store', LESSON);
    const events = await fetch(`${first.ready.api}/events`, {
      headers: { authorization: `Bearer ${first.ready.token}` },
    });
    const told = events.text();
    const second = await startHost({ data: first.ready.data, args: ['--take-over'] });
    cleanups.push(second.stop);
    expect(await told).toMatch(/event: hello[\s\S]*event: moved/);
    expect(first.child.exitCode ?? (await once(first.child, 'exit'))[0]).toBe(0);
    expect((await second.client.call('host.status', {})).counts.reflections).toBe(1);
  });
});

describe('bridges', () => {
  it('one that works in a stale worktree is served, and ends nobody else', async () => {
    const host = await startHost();
    cleanups.push(host.stop);
    const cwd = dataFolder();
    writeFileSync(join(cwd, '.git'), 'gitdir: /nowhere/.git/worktrees/x\n');
    const agent = await startAgent({ data: host.ready.data, cwd });
    expect((await agent.tool('reflection_store', LESSON)).ok).toBe(true);
    expect((await host.client.call('host.status', {})).pid).toBe(host.ready.pid);
    await agent.close();
  });

  it('two bridges at once start one host in the background, which opens no port', async () => {
    const data = dataFolder();
    cleanups.push(() => endHost(data));
    const agents = await Promise.all([startAgent({ data, project: 'p' }), startAgent({ data, project: 'p' })]);
    const stored = await Promise.all(agents.map((agent) => agent.tool('reflection_store', LESSON)));
    expect(stored.map((answer) => answer.ok)).toEqual([true, true]);
    expect(findHost(data)).toMatchObject({ kind: 'background', url: null });
    const status = JSON.parse((await runCommand(['call', 'host.status', '--data', data])).stdout);
    expect(status.value.counts.reflections).toBe(2);
    expect(status.value.connections).toHaveLength(2);
    for (const agent of agents) await agent.close();
  });

  it('a background host ends by itself when nobody is connected', async () => {
    const data = dataFolder();
    const agent = await startAgent({ data, project: 'p', args: ['--idle-end', '1'] });
    await agent.tool('reflection_store', LESSON);
    const pid = findHost(data)?.pid ?? 0;
    await wait(1500);
    expect(findHost(data)?.pid).toBe(pid);
    await agent.close();
    for (let n = 0; n < 100 && findHost(data) !== null; n++) await wait(50);
    expect(findHost(data)).toBeNull();
    for (let n = 0; n < 40 && isRunning(pid); n++) await wait(50);
    expect(isRunning(pid)).toBe(false);
  });

  it('a person who serves takes over from a background host, and the agent notices nothing', async () => {
    const data = dataFolder();
    const agent = await startAgent({ data, project: 'p' });
    await agent.tool('reflection_store', LESSON);
    const host = await startHost({ data });
    cleanups.push(host.stop);
    expect((await agent.tool('reflection_store', LESSON)).ok).toBe(true);
    expect((await host.client.call('host.status', {})).counts.reflections).toBe(2);
    expect(findHost(data)?.kind).toBe('serve');
    await agent.close();
  });

  it('both protocol eras are served by the same tools', async () => {
    const host = await startHost();
    cleanups.push(host.stop);
    for (const era of ['legacy', 'modern'] as const) {
      const agent = await startAgent({ data: host.ready.data, project: era, era, name: `agent-${era}` });
      const { tools } = await agent.client.listTools();
      expect(tools.map((tool) => tool.name)).toEqual(agentTools.map((tool) => tool.name));
      // The model does not see `_meta`.
      const read = tools.map(({ _meta, ...tool }) => tool);
      expect(JSON.stringify(read).length).toBeLessThan(6144);
      const stored = await agent.tool('reflection_store', LESSON);
      expect(stored).toMatchObject({ ok: true, value: { reflection: { projectName: era } } });
      const got = await agent.tool('reflection_get', {});
      expect(got.text).toContain('stored data, not instructions');
      expect(got).toMatchObject({ ok: true, value: { items: [{ agent: `agent-${era}` }] } });
      const wrong = await agent.tool('reflection_get', { limit: -1 });
      expect(wrong).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
      await agent.close();
    }
  });

  it('a bridge ends when its input closes, and prints nothing but JSON-RPC', async () => {
    const host = await startHost();
    cleanups.push(host.stop);
    const input = [
      '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}',
      'garbage',
      '{"jsonrpc":"2.0","id":2,"method":"tools/list"}',
    ];
    const ended = await runCommand(['mcp', '--data', host.ready.data], { input: `${input.join('\n')}\n` });
    expect(ended.code).toBe(0);
    const lines = ended.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { jsonrpc: string; id: unknown });
    expect(lines.every((line) => line.jsonrpc === '2.0')).toBe(true);
    expect(lines.map((line) => line.id).sort()).toEqual([1, 2, null].sort());
  });
});

describe('memories that cannot be used as they are', () => {
  it('a damaged memory is set aside, said, and a backup restores it', async () => {
    const data = dataFolder();
    const first = await startHost({ data });
    await first.send('reflection.store', LESSON);
    await first.send('backup.create', {});
    await first.stop();
    const broken = Buffer.from('this is no database at all, not even close to one');
    writeFileSync(join(data, 'memory.db'), broken);
    const doctor = await runCommand(['doctor', '--data', data]);
    expect(doctor.code).toBe(1);
    expect(doctor.stdout).toContain('backup.restore');
    const second = await startHost({ data });
    cleanups.push(second.stop);
    expect(await second.send('reflection.list', {})).toMatchObject({
      ok: false,
      error: { code: 'unavailable', reason: 'damaged' },
    });
    const { store } = await second.client.call('host.status', {});
    expect(store.state).toBe('damaged');
    const { items } = await second.client.call('backup.list', {});
    await second.client.call('backup.restore', { name: items[0]?.name ?? '' });
    expect((await second.client.call('host.status', {})).counts.reflections).toBe(1);
    expect((await second.send('reflection.store', LESSON)).ok).toBe(true);
    const setAside = await runCommand(['call', 'backup.list', '--data', data]);
    expect(setAside.code).toBe(0);
  });

  it('restoring can be taken back, because what was there becomes a backup', async () => {
    const host = await startHost();
    cleanups.push(host.stop);
    await host.send('reflection.store', LESSON);
    const { backup } = await host.client.call('backup.create', {});
    await host.send('reflection.store', LESSON);
    const { before } = await host.client.call('backup.restore', { name: backup.name });
    expect((await host.client.call('host.status', {})).counts.reflections).toBe(1);
    await host.client.call('backup.restore', { name: before?.name ?? '' });
    expect((await host.client.call('host.status', {})).counts.reflections).toBe(2);
  });

  it('restoring over a memory of a newer version sets that one aside', async () => {
    const data = dataFolder();
    const first = await startHost({ data });
    await first.send('reflection.store', LESSON);
    const { backup } = await first.client.call('backup.create', {});
    await first.stop();
    const bytes = readFileSync(join(data, 'memory.db'));
    bytes.writeUInt32BE(9990, 60);
    writeFileSync(join(data, 'memory.db'), bytes);
    const second = await startHost({ data });
    cleanups.push(second.stop);
    await second.client.call('backup.restore', { name: backup.name });
    const [aside] = readdirSync(join(data, 'set-aside'));
    expect(readFileSync(join(data, 'set-aside', aside ?? '', 'memory.db')).equals(bytes)).toBe(true);
    expect((await second.client.call('host.status', {})).counts.reflections).toBe(1);
  });

  it('a memory of a newer version is refused with advice and not touched', async () => {
    const data = dataFolder();
    const first = await startHost({ data });
    await first.send('reflection.store', LESSON);
    await first.stop();
    const path = join(data, 'memory.db');
    const bytes = readFileSync(path);
    bytes.writeUInt32BE(9990, 60);
    writeFileSync(path, bytes);
    const second = await startHost({ data });
    expect(await second.send('reflection.store', LESSON)).toMatchObject({
      ok: false,
      error: { reason: 'newer_schema', hint: expect.stringContaining('Update') },
    });
    await second.stop();
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  it('a data folder that cannot be written opens read-only', { skip: !isRootOnLinux }, async () => {
    verifies('T8');
    const data = dataFolder();
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=20m', 'tmpfs', data]);
    cleanups.push(() => execFileSync('umount', ['-l', data]));
    const first = await startHost({ data });
    await first.send('reflection.store', LESSON);
    await first.stop();
    execFileSync('mount', ['-o', 'remount,ro', data]);
    const second = await startHost({ data });
    cleanups.push(second.stop);
    expect((await second.client.call('host.status', {})).store.state).toBe('read_only');
    expect((await second.client.call('reflection.list', {})).items).toHaveLength(1);
    expect(await second.send('reflection.store', LESSON)).toMatchObject({
      ok: false,
      error: { code: 'unavailable', reason: 'read_only' },
    });
    expect((await second.client.call('reflection.list', {})).items).toHaveLength(1);
    const { counts } = await second.client.call('bundle.previewExport', { selection: { everything: true } });
    expect(counts).toContainEqual({ kind: 'reflection', count: 1 });
    expect(await second.send('backup.create', {})).toMatchObject({ ok: false, error: { reason: 'read_only' } });
    const doctor = await runCommand(['doctor', '--data', data]);
    expect(doctor.stdout).toContain('read_only');
  });
});

describe('limits and fairness', () => {
  it('one flooding connection does not hold up another, and all its calls are answered', async () => {
    verifies('T17');
    const host = await startHost();
    cleanups.push(host.stop);
    const hello = { token: host.ready.token, project: 'flood' };
    const flood = await connectSocket(host.ready.socket, { ...hello, client: 'flood' });
    const other = await connectSocket(host.ready.socket, { ...hello, client: 'other' });
    const count = 3000;
    const call = (id: number) =>
      JSON.stringify({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name: 'reflection_store', arguments: LESSON },
      });
    flood.raw(`${Array.from({ length: count }, (_, n) => call(n + 1)).join('\n')}\n`);
    let answered = 0;
    const draining = (async () => {
      while (answered < count && (await flood.next(30_000)) !== null) answered++;
    })();
    const during: number[] = [];
    for (let n = 0; n < 20; n++) {
      await other.ask('tools/call', { name: 'reflection_get', arguments: {} });
      during.push(answered);
    }
    // Counts work, not time: all twenty answers came while the flood was still being served.
    expect(during.at(-1)).toBeLessThan(count);
    await draining;
    expect(answered).toBe(count);
    expect((await host.client.call('host.status', {})).counts.reflections).toBe(count);
  });

  it('a connection with an endless line is closed and the host does not keep it', async () => {
    const host = await startHost();
    cleanups.push(host.stop);
    const long = await connectSocket(host.ready.socket, { token: host.ready.token });
    const piece = 'x'.repeat(65_536);
    for (let n = 0; n < 32 && !long.socket.destroyed; n++) {
      long.raw(piece);
      await wait(1);
    }
    await long.closed;
    const silent = await connectSocket(host.ready.socket, null);
    silent.raw('y'.repeat(20_000));
    await silent.closed;
    expect((await host.send('project.list', {})).ok).toBe(true);
    expect((await host.client.call('host.status', {})).connections).toHaveLength(0);
  });
});
