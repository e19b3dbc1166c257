import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Job } from '@twicewise/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { seeded, TestCore } from '../harness.ts';
import { exportTo, exportWithLaterParent, importFrom } from './bundle-harness.ts';

// The job that imports a bundle: what is seen of it, the steps in which it writes, and what it leaves open.

let from: TestCore;
let to: TestCore;
beforeEach(() => {
  from = new TestCore();
  to = new TestCore({ random: seeded(9) });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await from.remove();
  await to.remove();
});

/** A bundle of a project, a number of sessions, and one lesson in each. */
async function bundleOf(sessions: number): Promise<string> {
  for (let n = 0; n < sessions; n++) await from.store({ sessionId: `s${n}`, taskDescription: `task ${n}` });
  return exportTo(from, 'gift.twicewise');
}
/** Lets a clock of milliseconds run on by this much whenever it is looked at. */
function clockOf(ms: number): void {
  let time = 1_000_000;
  vi.spyOn(performance, 'now').mockImplementation(() => (time += ms));
}
const writes = async () => (await to.call('operation.list', { name: 'bundle.import', limit: 200 })).items;

describe('the import of a bundle', () => {
  it('is named after its file, is the work of the importer, and counts all that it wrote', async () => {
    const path = await bundleOf(2);
    const { title, state, done, total, result } = await importFrom(to, path);
    expect([title, state, done, total]).toEqual(['Import gift.twicewise', 'done', 5, 5]);
    expect(result).toEqual({ written: 5, left: 0, undecided: 0, redacted: 0 });
    const [written] = await writes();
    expect(written).toMatchObject({ summary: 'Import gift.twicewise', author: { kind: 'importer', name: 'bundle' } });
  });

  it('leaves what is there already, and counts it', async () => {
    const path = await bundleOf(2);
    await importFrom(to, path);
    const { done, result } = await importFrom(to, path);
    expect([done, result]).toEqual([5, { written: 0, left: 5, undecided: 0, redacted: 0 }]);
    expect(await writes()).toHaveLength(1);
  });

  it('is refused by its job in words that lead on, where the preview was another one', async () => {
    const path = await bundleOf(1);
    const { job } = await to.call('bundle.import', { path, digest: 'of another preview' });
    expect((await to.ended(job.id)).error).toMatchObject({
      code: 'conflict',
      reason: 'changed_since',
      message: 'The bundle, or what it changes here, is not what the preview showed any more; nothing was changed.',
      hint: 'Look at the preview again (bundle.preview) and repeat with its digest.',
    });
    expect(await writes()).toEqual([]);
  });

  it('is refused at once where the file is no bundle, without a job', async () => {
    const path = join(to.folder, 'absent.twicewise');
    expect(await to.fail('bundle.import', { path, digest: 'x' })).toMatchObject({ reason: 'bad_file' });
    expect((await to.call('job.list', {})).items).toEqual([]);
  });

  it.skipIf(process.platform !== 'linux')('lets go of the file, also after it was refused (Linux)', async () => {
    const path = await bundleOf(1);
    const open = () =>
      readdirSync('/proc/self/fd').filter((number) => {
        try {
          return readlinkSync(join('/proc/self/fd', number)) === path;
        } catch {
          return false;
        }
      });
    expect(open()).toEqual([]);
    // A file is closed beside everything else, so that a busy machine may do it later.
    await to.call('bundle.preview', { path });
    await expect.poll(open).toEqual([]);
    const refused = await to.call('bundle.import', { path, digest: 'of another preview' });
    await to.ended(refused.job.id);
    await expect.poll(open).toEqual([]);
    expect((await importFrom(to, path)).state).toBe('done');
    await expect.poll(open).toEqual([]);
  });
});

describe('the steps of an import', () => {
  const whole: Partial<Job> = { state: 'done', done: 9, total: 9 };

  it('are few where the machine is quick', async () => {
    const path = await bundleOf(4);
    clockOf(0);
    expect(await importFrom(to, path)).toMatchObject(whole);
    expect(await writes()).toHaveLength(1);
  });

  it('end when they have lasted for more than 8 milliseconds', async () => {
    const path = await bundleOf(4);
    clockOf(8);
    expect(await importFrom(to, path)).toMatchObject(whole);
    expect((await writes()).map(({ changes }) => changes.length)).toEqual([1, 2, 2, 2, 2]);
  });

  it('have one record each where a single one lasts that long', async () => {
    const path = await bundleOf(4);
    clockOf(100);
    expect(await importFrom(to, path)).toMatchObject(whole);
    expect(await writes()).toHaveLength(9);
  });

  /** A bundle of five sessions; four of them are of the last one. */
  async function withLaterParent(): Promise<{ path: string; parent: string }> {
    for (let n = 0; n < 5; n++) await from.store({ sessionId: `s${n}` });
    const path = join(to.folder, 'b.twicewise');
    const parent = await exportWithLaterParent(from, path);
    return { path, parent };
  }
  const parents = async () => (await to.call('session.list', {})).items.map(({ parentId }) => parentId).sort();
  const updates = () =>
    to.rows<{ n: number }>(
      `SELECT COUNT(DISTINCT operation_seq) AS n FROM operation_change WHERE entity = 'session' AND before IS NOT NULL`,
    )[0]?.n ?? 0;

  it.each([
    ['one for all', 0, 1],
    ['two in each', 8, 2],
    ['one in each', 100, 4],
  ])('that give sessions the parents that come after them are as short: %s', async (_what, ms, steps) => {
    const { path, parent } = await withLaterParent();
    clockOf(ms);
    expect((await importFrom(to, path)).state).toBe('done');
    expect(await parents()).toEqual([...Array(4).fill(parent), null].sort());
    expect(updates()).toBe(steps);
  });

  it('that give sessions their parents go on where the program ended', async () => {
    const { path, parent } = await withLaterParent();
    clockOf(100);
    const { digest } = await to.call('bundle.preview', { path });
    const { job } = await to.call('bundle.import', { path, digest });
    while (updates() === 0) await new Promise((resolve) => setImmediate(resolve));
    expect((await to.call('job.get', { id: job.id })).job.state).toBe('running');
    await to.restart();
    expect(await to.ended(job.id)).toMatchObject({ state: 'done', result: { written: 11, left: 0 } });
    expect(await parents()).toEqual([...Array(4).fill(parent), null].sort());
    expect(updates()).toBe(4);
  });
});
