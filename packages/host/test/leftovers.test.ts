import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { standInFolder } from '@twicewise/client/data-folder';
import { type HostProcess, runCommand, startHost, tempFolder } from '@twicewise/testkit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

// What a host puts into the folder for temporary files does not grow there: of a killed one, the next start clears it.

const isRoot = process.getuid?.() === 0 && process.platform === 'linux';
const hasSockets = process.platform !== 'win32';

const cleanups: (() => unknown)[] = [];
let own: string;
let temporary: string;
beforeEach(() => {
  const made = tempFolder('leftovers');
  cleanups.push(made.remove);
  own = made.path;
  temporary = folder('tmp');
  vi.stubEnv('TMPDIR', temporary);
});
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
  vi.unstubAllEnvs();
});

/** A new folder outside of that for temporary files. */
function folder(name: string): string {
  const path = join(own, name);
  mkdirSync(path);
  return path;
}

async function start(data: string): Promise<HostProcess> {
  const host = await startHost({ data });
  cleanups.push(host.kill);
  return host;
}

const LESSON = { taskDescription: 'kept', outcome: 'success' };

/** Copies of a memory anywhere in the folder for temporary files. */
const copies = () =>
  readdirSync(temporary, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('memory.db'));

describe.skipIf(!isRoot)('a memory on a read-only disk', () => {
  const remount = (data: string, how: 'ro' | 'rw') => execFileSync('mount', ['-o', `remount,${how}`, data]);

  async function readOnly(): Promise<string> {
    const data = folder('read-only');
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=20m', 'tmpfs', data]);
    cleanups.push(() => execFileSync('umount', ['-l', data]));
    const host = await start(data);
    await host.send('reflection.store', LESSON);
    await host.stop();
    remount(data, 'ro');
    return data;
  }

  it('is copied to one place, which the next host clears of what a killed one left', async () => {
    const data = await readOnly();
    await (await start(data)).kill();
    expect(copies()).toHaveLength(1);
    const partOfACopy = join(standInFolder(data), 'copy/memory.db-shm');
    writeFileSync(partOfACopy, 'left by a killed host');
    const next = await start(data);
    expect(copies()).toHaveLength(1);
    expect(statSync(join(standInFolder(data), 'copy')).mode & 0o077).toBe(0);
    expect(existsSync(partOfACopy) && statSync(partOfACopy).size === 21).toBe(false);
    await next.stop();
    expect(copies()).toEqual([]);
  });

  it('leaves no copy behind a command, nor what a link in the place of the copy leads to', async () => {
    const data = await readOnly();
    await (await start(data)).stop();
    const elsewhere = folder('elsewhere');
    writeFileSync(join(elsewhere, 'letter.txt'), 'mine');
    symlinkSync(elsewhere, join(standInFolder(data), 'copy'));
    expect((await runCommand(['doctor', '--data', data])).stdout).toContain('lessons 1');
    expect(copies()).toEqual([]);
    expect(readdirSync(elsewhere)).toEqual(['letter.txt']);
  });

  it('leaves no copy once it can be written again, unless a host still reads it', async () => {
    const data = await readOnly();
    const reading = await start(data);
    remount(data, 'rw');
    await (await start(data)).stop();
    expect(copies()).toHaveLength(1);
    await reading.kill();
    await (await start(data)).stop();
    expect(copies()).toEqual([]);
  });
});

it.skipIf(!hasSockets)('a data folder with a long path has one place for its sockets, gone with its host', async () => {
  const data = join(folder('long'), 'x'.repeat(120));
  await (await start(data)).kill();
  const host = await start(data);
  await host.send('reflection.store', LESSON);
  expect(readdirSync(temporary)).toHaveLength(1);
  expect(readdirSync(standInFolder(data)).toSorted()).toEqual(['control.sock', 'mcp.sock']);
  expect(statSync(standInFolder(data)).mode & 0o077).toBe(0);
  await host.stop();
  expect(readdirSync(temporary)).toEqual([]);
});

it.skipIf(!isRoot)('a folder that somebody else made in the place of that for the sockets is not used', async () => {
  const data = join(folder('long'), 'x'.repeat(120));
  mkdirSync(standInFolder(data), { mode: 0o777 });
  execFileSync('chown', ['nobody', standInFolder(data)]);
  const { code, stdout } = await runCommand(['serve', '--background', '--data', data]);
  expect([code, JSON.parse(stdout)]).toMatchObject([1, { error: { code: 'refused' } }]);
  expect(readdirSync(standInFolder(data))).toEqual([]);
  rmSync(standInFolder(data), { recursive: true });
});
