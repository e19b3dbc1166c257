import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runCommand, startHost, tempFolder } from '@twicewise/testkit';
import { verifies } from '@twicewise/testkit/verifies';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';

const data = tempFolder('doctor');
const at = ['--data', data.path];
afterAll(() => data.remove());

const call = (name: string, input: object) => runCommand(['call', name, JSON.stringify(input), ...at]);

describe('twicewise doctor', () => {
  it('finds a sound memory fine, whatever a person saved, kept or dismissed in it', async () => {
    const folder = tempFolder('doctor');
    const host = await startHost({ data: folder.path });
    const lesson = { taskDescription: 'Rotate the keys', outcome: 'success', projectId: 'shop' } as const;
    const ids: string[] = [];
    for (let n = 0; n < 8; n++) ids.push((await host.client.call('reflection.store', lesson)).reflection.id);
    for (let n = 0; n < 10; n++)
      await host.client.call('view.save', { name: `view ${n}`, screen: 'lessons', query: 'outcome=failure' });
    for (const id of ids) await host.client.call('reflection.keep', { id });
    for (const other of ids.slice(1)) {
      const pair = { ids: [ids[0] ?? '', other] as [string, string] };
      await host.client.call('reflection.dismissSuspect', pair);
      await host.client.call('reflection.dismissContradiction', pair);
    }
    await host.client.call('settings.set', { changes: { 'ui.theme': 'dark' } });
    expect(await host.client.call('host.check', {})).toMatchObject({ ok: true, total: 0, problems: [] });
    await host.stop();
    const { code, stdout } = await runCommand(['doctor', '--data', folder.path]);
    expect(stdout).toContain('fine');
    expect(code).toBe(0);
    folder.remove();
  });

  it('names the command that repairs a damaged memory, and that command does (R14)', async () => {
    verifies('R14');
    await call('reflection.store', { taskDescription: 'kept', outcome: 'success', projectId: 'shop' });
    await call('backup.create', {});
    const file = join(data.path, 'memory.db');
    const bytes = readFileSync(file).fill(0x55, 4096);
    writeFileSync(file, bytes);
    const refused = await call('episode.list', {});
    expect(refused.code).not.toBe(0);
    expect(refused.stdout + refused.stderr).toContain('twicewise doctor');
    const { code, stdout } = await runCommand(['doctor', ...at]);
    expect(code).toBe(1);
    const [, name = '', input = ''] = /To restore .* call (\S+) '([^']+)' --data/.exec(stdout) ?? [];
    expect(name).toBe('backup.restore');
    expect((await runCommand(['call', name, input, ...at])).code).toBe(0);
    expect((await runCommand(['doctor', ...at])).code).toBe(0);
    expect((await call('reflection.list', {})).stdout).toContain('kept');
    // The damaged file is still there, byte for byte.
    const [aside = ''] = readdirSync(join(data.path, 'set-aside'));
    expect(readFileSync(join(data.path, 'set-aside', aside, 'memory.db')).equals(bytes)).toBe(true);
  });

  it('names the command that begins anew where there is no backup, and each command says once what is wrong', async () => {
    verifies('R14');
    const folder = tempFolder('doctor');
    const here = ['--data', folder.path];
    const lesson = JSON.stringify({ taskDescription: 'lost', outcome: 'success', projectId: 'shop' });
    await runCommand(['call', 'reflection.store', lesson, ...here]);
    const file = join(folder.path, 'memory.db');
    const bytes = readFileSync(file).fill(0x55, 4096);
    writeFileSync(file, bytes);
    const refused = await runCommand(['search', 'lost', ...here]);
    expect(refused.stderr).toContain('There is no backup.');
    expect(refused.stderr).not.toContain('restore');
    expect(refused.stderr).not.toMatch(/AppError|index/);
    const { code, stdout } = await runCommand(['doctor', ...here]);
    expect(code).toBe(1);
    const [, name = '', input = ''] = /To begin .*\n .* call (\S+) '([^']+)' --data/.exec(stdout) ?? [];
    expect(name).toBe('store.startEmpty');
    expect((await runCommand(['call', name, input, ...here])).code).toBe(0);
    expect((await runCommand(['doctor', ...here])).code).toBe(0);
    const [aside = ''] = readdirSync(join(folder.path, 'set-aside'));
    expect(readFileSync(join(folder.path, 'set-aside', aside, 'memory.db')).equals(bytes)).toBe(true);
    folder.remove();
  });

  it('recommends the newest backup that passes the full check, and counts all problems', async () => {
    verifies('R14');
    const folder = tempFolder('doctor');
    const host = await startHost({ data: folder.path });
    const made: string[] = [];
    for (let n = 0; n < 3; n++) {
      for (let m = 0; m < 15; m++)
        await host.send('reflection.store', { taskDescription: 'as it was', outcome: 'success', projectId: 'shop' });
      made.push((await host.client.call('backup.create', {})).backup.path);
    }
    await host.stop();
    for (const path of [made[2] ?? '', join(folder.path, 'memory.db')]) {
      const db = new Database(path);
      db.exec("UPDATE reflection SET task = 'as it WAS'");
      db.close();
    }
    const { code, stdout } = await runCommand(['doctor', '--data', folder.path]);
    expect(code).toBe(1);
    expect(stdout).toContain('45 PROBLEMS');
    expect(stdout).toContain('and 25 more');
    const name = basename(made[1] ?? '');
    expect(stdout).toContain(`backup.restore '{"name":"${name}"}'`);
    expect(stdout).toContain('1 newer do not');
    const restore = [
      'call',
      'backup.restore',
      JSON.stringify({ name: basename(made[2] ?? '') }),
      '--data',
      folder.path,
    ];
    expect((await runCommand(restore)).stdout).toContain('"damaged"');
    expect((await runCommand(['call', 'backup.restore', JSON.stringify({ name }), '--data', folder.path])).code).toBe(
      0,
    );
    expect((await runCommand(['doctor', '--data', folder.path])).code).toBe(0);
    folder.remove();
  });
});
