import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findHost, runPaths } from '@twicewise/client/data-folder';
import { runCommand, startAgent, startHost, tempFolder } from '@twicewise/testkit';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, describe, expect, it } from 'vitest';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

const LESSON = { taskDescription: 'kept', outcome: 'success', projectId: 'shop' };
/** A location in our code, as a stack trace names it. */
const TRACE = /\n\s+at |\.ts:\d+/;

/** A folder whose memory has an older version and cannot be migrated: what a migration creates exists already. */
async function unmigratable(): Promise<{ data: string; bytes: Buffer }> {
  const folder = tempFolder('migration');
  cleanups.push(() => folder.remove());
  const data = folder.path;
  for (const [name, input] of [
    ['reflection.store', LESSON],
    ['backup.create', {}],
    ['reflection.store', LESSON],
  ] as const) {
    expect((await runCommand(['call', name, JSON.stringify(input), '--data', data])).code).toBe(0);
  }
  const bytes = readFileSync(join(data, 'memory.db'));
  bytes.writeUInt32BE(40, 60);
  writeFileSync(join(data, 'memory.db'), bytes);
  return { data, bytes };
}

const backupsIn = async (data: string) => {
  const { stdout } = await runCommand(['call', 'backup.list', '--data', data]);
  return (JSON.parse(stdout) as { value: { items: { name: string; cause: string }[] } }).value.items;
};

describe('a migration that fails', () => {
  it('is said at every door without a trace, changes no byte, and leaves one backup', async () => {
    verifies('T12');
    const { data, bytes } = await unmigratable();
    const host = await startHost({ data });
    expect(await host.send('reflection.list', {})).toMatchObject({
      ok: false,
      error: { code: 'unavailable', reason: 'migration_failed' },
    });
    expect((await host.client.call('host.status', {})).store.state).toBe('migration_failed');
    await host.stop();
    const agent = await startAgent({ data, args: ['--idle-end', '1'] });
    const answer = await agent.tool('reflection_get', {});
    expect(answer).toMatchObject({ ok: false, error: { reason: 'migration_failed' } });
    expect(answer.text.split('\n').length).toBeLessThanOrEqual(2);
    expect(answer.text).not.toMatch(TRACE);
    await agent.close();
    // The agent's host ends after one idle second.
    for (let n = 0; n < 100 && findHost(data) !== null; n++) await wait(50);
    for (const words of [['doctor'], ['call', 'reflection.list'], ['search', 'kept']]) {
      const { code, stdout, stderr } = await runCommand([...words, '--data', data]);
      expect(code).toBe(1);
      expect(stdout).toContain('migration_failed');
      expect(stdout + stderr).not.toMatch(TRACE);
    }
    expect(readFileSync(join(data, 'memory.db')).equals(bytes)).toBe(true);
    expect((await backupsIn(data)).map(({ cause }) => cause).sort()).toEqual(['migration', 'request']);
  });

  it.each(['the command line', 'HTTP'])('is got over by a backup from before, through %s', async (door) => {
    const { data } = await unmigratable();
    const name = (await backupsIn(data)).find(({ cause }) => cause === 'request')?.name ?? '';
    if (door === 'HTTP') {
      const host = await startHost({ data });
      expect(await host.send('backup.restore', { name })).toMatchObject({ ok: true });
      expect((await host.client.call('host.status', {})).counts.reflections).toBe(1);
      await host.stop();
    } else {
      const restored = await runCommand(['call', 'backup.restore', JSON.stringify({ name }), '--data', data]);
      expect(restored.code).toBe(0);
    }
    expect((await runCommand(['doctor', '--data', data])).code).toBe(0);
  });

  it.skipIf(process.platform === 'win32')(
    'is no reason for a hook to ask again: the prompt is not held up',
    async () => {
      const folder = tempFolder('hook');
      cleanups.push(() => folder.remove());
      const { run, info, token, control } = runPaths(folder.path);
      mkdirSync(run);
      writeFileSync(token, 'token');
      writeFileSync(info, JSON.stringify({ pid: 1, startedAt: '2026', control }));
      for (const [error, isAskedAgain] of [
        [{ code: 'unavailable', reason: 'migration_failed' }, false],
        [{ code: 'unavailable', reason: 'damaged' }, false],
        [{ code: 'unavailable', reason: 'no_host' }, true],
      ] as const) {
        let asked = 0;
        const server = createServer((socket) => {
          socket.on('error', () => {});
          socket.on('data', () => {
            asked++;
            socket.end(`${JSON.stringify(asked < 3 ? { ok: false, error } : { ok: true, value: null })}\n`);
          });
        });
        await new Promise<void>((resolve) => server.listen(control, resolve));
        const input = JSON.stringify({ hook_event_name: 'SessionEnd', session_id: 's', cwd: '/' });
        await runCommand(['hook', 'SessionEnd', '--data', folder.path], { input });
        expect([error.reason, asked]).toEqual([error.reason, isAskedAgain ? 3 : 1]);
        await new Promise((resolve) => server.close(resolve));
      }
    },
  );
});
