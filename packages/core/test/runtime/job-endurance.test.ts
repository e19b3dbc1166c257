import { execFileSync } from 'node:child_process';
import { rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ProjectFolder } from '@twicewise/contract';
import { mended } from '@twicewise/ingest/transcript-samples';
import { listBackups } from '@twicewise/store';
import { afterEach, describe, expect, it } from 'vitest';
import { TestCore, tempFolder } from '../harness.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

/** Mounting a small disk needs root. */
const isRoot = process.getuid?.() === 0 && process.platform === 'linux';
const LESSONS = 3000;

function importFile(folder: string, text = ''): string {
  const path = join(folder, 'lessons.jsonl');
  const line = (n: number) => JSON.stringify({ id: `n${n}`, title: `lesson ${n}`, outcome: 'failure', text });
  writeFileSync(path, Array.from({ length: LESSONS }, (_, n) => line(n)).join('\n'));
  return path;
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
const count = (test: TestCore) => test.rows<{ n: number }>('SELECT COUNT(*) AS n FROM reflection')[0]?.n ?? 0;

describe('an import', () => {
  it.skipIf(!isRoot)('that fills the disk waits for space, and then goes on where it was', async () => {
    const folder = tempFolder();
    const source = tempFolder();
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=120m', 'tmpfs', folder]);
    cleanups.push(
      () => execFileSync('umount', ['-l', folder]),
      () => rmSync(source, { recursive: true }),
    );
    const ballast = join(folder, 'ballast');
    writeFileSync(ballast, Buffer.alloc(115_000_000));
    const test = new TestCore({ folder });
    cleanups.push(() => test.core.close());
    const { job } = await test.call('import.lessons', { path: importFile(source, 'x'.repeat(2000)), projectId: 'p' });
    while (test.core.busy()) await nextTurn();
    const waiting = (await test.call('job.get', { id: job.id })).job;
    expect(waiting).toMatchObject({ state: 'running', error: null });
    expect(test.logged.join()).toContain('the disk that holds the memory is full');
    await test.core.maintain();
    while (test.core.busy()) await nextTurn();
    expect((await test.call('job.get', { id: job.id })).job.state).toBe('running');
    const before = count(test);
    expect(before).toBeLessThan(LESSONS);
    unlinkSync(ballast);
    await test.core.maintain();
    expect(await test.ended(job.id)).toMatchObject({ state: 'done', result: { imported: LESSONS, alreadyThere: 0 } });
    expect(count(test)).toBe(LESSONS);
  });

  it('that fails for a reason of its own still says so (control)', async () => {
    const test = new TestCore();
    cleanups.push(() => test.remove());
    const path = importFile(test.folder);
    writeFileSync(path, 'not JSON');
    const { job } = await test.call('import.lessons', { path });
    expect(await test.ended(job.id)).toMatchObject({ state: 'failed', error: { code: 'invalid_input' } });
  });
});

/** A core whose clock throws when `fails` returns true, and with it whatever reads the clock. */
function withFailingClock(fails: (test: TestCore) => boolean): TestCore {
  let made: TestCore | null = null;
  const test = new TestCore({
    now: () => {
      if (made !== null && fails(made)) throw new Error('the clock failed');
      return Date.parse('2026-03-01T12:00:00.000Z');
    },
  });
  made = test;
  cleanups.push(() => test.remove());
  return test;
}

/** Makes a backup while an import is running. */
async function backupOfRunningImport(test: TestCore): Promise<{ name: string; job: string }> {
  const { job } = await test.call('import.lessons', { path: importFile(test.folder), projectId: 'p' });
  while (!test.events.some((event) => event.changed.reflection)) await nextTurn();
  const { backup } = await test.call('backup.create', {});
  return { name: backup.name, job: job.id };
}

describe('a restore that breaks off', () => {
  it('before anything was swapped lets the jobs go on', async () => {
    let armed = false;
    const test = withFailingClock(() => armed);
    const { name, job } = await backupOfRunningImport(test);
    armed = true;
    const failed = test.envelope('backup.restore', { name });
    await failed.finally(() => (armed = false));
    expect(await failed).toMatchObject({ ok: false, error: { code: 'internal' } });
    expect(await test.ended(job)).toMatchObject({ state: 'done' });
    expect(count(test)).toBe(LESSONS);
  });

  it('when the memory cannot be opened again is mended by the next upkeep, and the jobs go on', async () => {
    let armed = false;
    const test = withFailingClock(({ paths }) => armed && listBackups(paths).length === 2);
    const { name, job } = await backupOfRunningImport(test);
    armed = true;
    expect(await test.envelope('backup.restore', { name })).toMatchObject({ ok: false });
    expect(await test.envelope('reflection.list', {})).toMatchObject({ ok: false, error: { code: 'unavailable' } });
    await test.core.maintain();
    expect(await test.envelope('reflection.list', {})).toMatchObject({ ok: false, error: { code: 'unavailable' } });
    armed = false;
    await test.core.maintain();
    expect((await test.envelope('reflection.list', {})).ok).toBe(true);
    expect(await test.ended(job)).toMatchObject({ state: 'done' });
    expect((await test.call('host.check', {})).ok).toBe(true);
  });
});

describe('closing', () => {
  it('does not wait for a job whose disk does not answer; the job goes on at the next start', async () => {
    // The folder of a session is on a network share that does not answer until the next start.
    let answer: (folder: ProjectFolder) => void = () => {};
    let isGone = true;
    const folder = { key: '/work/shop', root: '/work/shop', name: 'shop' };
    const late = new Promise<ProjectFolder>((resolve) => (answer = resolve));
    const surroundings = {
      resolveFolder: () => (isGone ? late : Promise.resolve(folder)),
      worktreeNames: async () => [],
      transcriptFolder: () => null,
      clients: null,
    };
    const test = new TestCore({ surroundings });
    cleanups.push(() => test.remove());
    mended().write(test.folder, 'session-1.jsonl');
    const { job } = await test.call('import.history', { path: join(test.folder, 'session-1.jsonl') });
    await wait(100);
    expect((await test.call('job.get', { id: job.id })).job).toMatchObject({ state: 'running', done: 0 });
    const tooLong = wait(15_000, 'too long', { ref: false });
    expect(await Promise.race([test.core.close(), tooLong])).not.toBe('too long');
    isGone = false;
    answer(folder);
    await test.restart();
    expect(await test.ended(job.id)).toMatchObject({ state: 'done', result: { drafts: 1 } });
    expect(test.logged).toEqual([]);
  });
});
