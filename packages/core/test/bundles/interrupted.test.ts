import { copyFileSync, existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { OperationRecorder } from '../../src/runtime/operation-recorder.ts';
import { dump, seeded, TestCore } from '../harness.ts';
import { exportTo, exportWithLaterParent, filled, hashOf } from './bundle-harness.ts';

/** Enough lessons to stop an import among them: a clock that runs fast leaves time for three or four in a step. */
const MANY = 60;
beforeEach(() => {
  let time = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (time += 3));
});

const open: TestCore[] = [];
/** A memory with many lessons, its bundle, and a bundle with one lesson more. Made once; tests copy it. */
let source: { from: TestCore; bundle: string; other: string };

beforeAll(async () => {
  const from = new TestCore();
  await storeLessons(from, MANY);
  const bundle = await exportTo(from, 'a.twicewise');
  const more = await from.store({ taskDescription: 'one more', projectId: 'p' });
  source = { from, bundle, other: await exportTo(from, 'other.twicewise') };
  const [stored] = (await from.call('operation.list', { limit: 1, entityId: more.id })).items;
  await from.call('operation.undo', { operationId: stored?.id ?? '' });
});
afterAll(() => source.from.remove());
afterEach(async () => {
  for (const test of open.splice(0)) await test.remove();
  vi.restoreAllMocks();
});

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

async function storeLessons(test: TestCore, count: number): Promise<void> {
  const file = join(test.folder, 'lessons.jsonl');
  const line = (n: number) =>
    JSON.stringify({ id: `n${n}`, title: `lesson ${n}`, sessionId: `s${n % 20}`, projectId: 'p' });
  writeFileSync(file, Array.from({ length: count }, (_, n) => line(n)).join('\n'));
  const { job } = await test.call('import.lessons', { path: file });
  await test.ended(job.id);
}

function newMemory(): TestCore {
  const test = new TestCore({ random: seeded(3) });
  open.push(test);
  return test;
}

/** An empty memory, with the two bundles of {@link source} next to it. */
function emptyMemory(): { to: TestCore; path: string; other: string } {
  const to = newMemory();
  const [path, other] = [join(to.folder, 'a.twicewise'), join(to.folder, 'other.twicewise')];
  copyFileSync(source.bundle, path);
  copyFileSync(source.other, other);
  return { to, path, other };
}

/** Waits for a commit instead of a time, so that the import is stopped in the middle on every machine. */
async function lessonsWritten(to: TestCore, steps = 1): Promise<void> {
  to.events.length = 0;
  await lessonsWrittenSince(to, steps);
}

/** The same, but counts earlier commits too: after a restart the job continues before a test can wait for it. */
async function lessonsWrittenSince(to: TestCore, steps = 1): Promise<void> {
  while (to.events.filter((event) => event.changed.reflection).length < steps) await nextTurn();
}

async function begun(to: TestCore, path: string, steps = 1, mapping: Record<string, null> = {}): Promise<string> {
  const { digest } = await to.call('bundle.preview', { path, mapping });
  const { job } = await to.call('bundle.import', { path, digest, mapping });
  await lessonsWritten(to, steps);
  return job.id;
}

/** Lets the making of records fail from the call after this one on. */
function failAfter(calls: number, error: Error): void {
  const create = OperationRecorder.prototype.create;
  let made = 0;
  vi.spyOn(OperationRecorder.prototype, 'create').mockImplementation(function (this: OperationRecorder, ...all) {
    if (++made > calls) throw error;
    return create.apply(this, all);
  });
}

describe('an import that is', () => {
  it('cancelled takes back all that it wrote', async () => {
    const { to, path } = emptyMemory();
    const before = dump(to);
    const id = await begun(to, path);
    expect(dump(to)).not.toBe(before);
    await to.call('job.cancel', { id });
    expect(await to.ended(id)).toMatchObject({
      state: 'cancelled',
      error: {
        code: 'refused',
        reason: 'cancelled',
        message: 'The import was cancelled, and what it had written was undone.',
        hint: 'Import the bundle again; there is nothing to clean up.',
      },
    });
    expect(dump(to)).toBe(before);
  });

  it.each([
    ['takes back its settings as well, which are for a person to change', false],
    ['leaves the one setting that somebody changed meanwhile, and says so', true],
  ])('cancelled after its last record %s', async (_what, isChanged) => {
    const from = await filled();
    open.push(from);
    for (let n = 0; n < 30; n++) await from.store({ sessionId: `child ${n}` });
    const to = newMemory();
    const path = join(to.folder, 'a.twicewise');
    // Parents that come after their sessions are entered in steps of their own, when everything else is there.
    await exportWithLaterParent(from, path);
    const before = dump(to);
    const { digest } = await to.call('bundle.preview', { path });
    const { job } = await to.call('bundle.import', { path, digest });
    while (!to.events.some((event) => event.changed.setting)) {
      expect((await to.call('job.get', { id: job.id })).job.state).not.toBe('failed');
      await nextTurn();
    }
    if (isChanged) await to.call('settings.set', { changes: { 'review.draftProjects': [] } });
    await to.call('job.cancel', { id: job.id });
    const ended = await to.ended(job.id);
    expect(ended.state).toBe(isChanged ? 'failed' : 'cancelled');
    if (isChanged) expect(ended.error?.message).toContain('The import was cancelled. 1 record stays, changed');
    else expect(dump(to)).toBe(before);
  });

  it('cancelled after somebody purged a lesson of it takes back all the rest: nothing stays of what is gone', async () => {
    const { to, path } = emptyMemory();
    const id = await begun(to, path);
    const lesson = (await to.call('reflection.list', { limit: 1 })).items[0]?.id ?? '';
    await to.call('reflection.delete', { id: lesson });
    const which = { ids: [lesson] };
    const { digest } = await to.call('reflection.previewPurge', { which });
    await to.call('reflection.purge', { which, digest });
    await to.call('job.cancel', { id });
    expect(await to.ended(id)).toMatchObject({ state: 'cancelled' });
    for (const table of ['reflection', 'session', 'project', 'source'])
      expect(to.rows(`SELECT id FROM ${table}`), table).toEqual([]);
  });

  it('stopped by a fault of the program takes back all that it wrote, and the fault is logged', async () => {
    const { to, path } = emptyMemory();
    const before = dump(to);
    failAfter(MANY, new Error('broken'));
    const id = await begun(to, path);
    expect(await to.ended(id)).toMatchObject({ state: 'failed', error: { code: 'internal' } });
    expect(to.logged.join('\n')).toContain('broken');
    expect(dump(to)).toBe(before);
  });

  it('that finds no space on the disk waits for some, and takes nothing back', async () => {
    const { to, path } = emptyMemory();
    failAfter(MANY, Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' }));
    const id = await begun(to, path);
    while (!to.logged.some((line) => line.includes('waits: the disk that holds the memory is full'))) await nextTurn();
    expect((await to.call('job.get', { id })).job.state).toBe('running');
    expect((await to.call('reflection.list', { withTotal: true })).total).toBeGreaterThan(0);
    vi.restoreAllMocks();
    await to.restart();
    expect(await to.ended(id)).toMatchObject({ state: 'done', result: { written: MANY + 22 } });
  });

  it('broken off by the end of the program goes on, and loses and doubles nothing', async () => {
    const { to, path } = emptyMemory();
    const id = await begun(to, path);
    await to.restart();
    const { state, done, total, result } = await to.ended(id);
    const written = MANY + 22;
    expect([state, done, total]).toEqual(['done', written, written]);
    expect(result).toEqual({ written, left: 0, undecided: 0, redacted: 0 });
    expect(hashOf(await exportTo(to, 'b.twicewise'))).toBe(hashOf(path));
    await to.call('operation.undo', { jobId: id });
    expect((await to.call('project.list', {})).items).toEqual([]);
  });

  it('broken off goes on in the new project that it was told to make', async () => {
    const { to, path } = emptyMemory();
    const [project] = (await to.call('bundle.preview', { path })).projects;
    const id = await begun(to, path, 1, { [project?.id ?? '']: null });
    await to.restart();
    expect(await to.ended(id)).toMatchObject({ state: 'done', result: { written: MANY + 22, undecided: 0 } });
    expect(hashOf(await exportTo(to, 'b.twicewise'))).toBe(hashOf(path));
  });

  it('of a file that is another one by now takes back all that it wrote', async () => {
    const { to, path, other } = emptyMemory();
    const before = dump(to);
    const id = await begun(to, path);
    const restarted = to.restart();
    // The first run still has the file open; the run that continues finds another file.
    renameSync(other, path);
    await restarted;
    expect(await to.ended(id)).toMatchObject({ state: 'failed', error: { code: 'conflict', reason: 'changed_since' } });
    expect(dump(to)).toBe(before);
  });

  it('ended while it takes back what it wrote goes on with that, whatever the file is by then', async () => {
    const { to, path, other } = emptyMemory();
    const before = dump(to);
    const id = await begun(to, path, 4);
    const restarted = to.restart();
    renameSync(path, `${path}.away`);
    renameSync(other, path);
    await restarted;
    // The first lessons, changed in the meantime, are undone.
    await lessonsWrittenSince(to);
    const again = to.restart();
    renameSync(`${path}.away`, path);
    await again;
    expect((await to.call('job.get', { id })).job.state).toBe('running');
    expect(await to.ended(id)).toMatchObject({ state: 'failed', error: { reason: 'changed_since' } });
    expect(dump(to)).toBe(before);
  });

  it('cancelled after somebody edited a lesson of it takes back the rest, and says how many records stay', async () => {
    const { to, path } = emptyMemory();
    const before = dump(to);
    const id = await begun(to, path);
    const { items } = await to.call('reflection.list', { limit: 1 });
    const lesson = items[0]?.id ?? '';
    const edit = await to.call('reflection.update', { id: lesson, changes: { text: 'mine' } });
    await to.call('job.cancel', { id });
    const ended = await to.ended(id);
    // The changed lesson stays, with its project, session and source; everything else is gone.
    expect(ended).toMatchObject({
      state: 'failed',
      error: {
        code: 'refused',
        reason: 'partly_undone',
        message:
          'The import was cancelled. 4 records stay, changed or used by something else meanwhile; the rest was undone.',
        hint: 'To be rid of them too, undo those changes, then this again (operation.undo with the jobId; operation.list shows them).',
      },
    });
    expect((await to.call('reflection.get', { id: lesson })).reflection.text).toBe('mine');
    expect((await to.call('reflection.list', { withTotal: true })).total).toBe(1);
    await to.call('operation.undo', { operationId: edit.operationId ?? '' });
    await to.call('operation.undo', { jobId: id });
    expect(dump(to)).toBe(before);
  });
});

describe('an import that fails while its lesson is edited', () => {
  it('says how many records stay, also when the program ended while it took the others back', async () => {
    const { to, path, other } = emptyMemory();
    const id = await begun(to, path, 4);
    const lesson = (await to.call('reflection.list', { limit: 1 })).items[0]?.id ?? '';
    await to.call('reflection.update', { id: lesson, changes: { text: 'mine' } });
    const restarted = to.restart();
    renameSync(other, path);
    await restarted;
    await lessonsWrittenSince(to);
    await to.restart();
    const { error } = await to.ended(id);
    expect(error).toMatchObject({
      reason: 'partly_undone',
      message:
        'The bundle, or what it changes here, is not what the preview showed any more. 4 records stay, changed or used by something else meanwhile; the rest was undone.',
    });
    expect((await to.call('reflection.list', { withTotal: true })).total).toBe(1);
  });
});

describe('a lesson that somebody edits during an import', () => {
  it('after it was written stays edited, and the import goes on', async () => {
    const { to, path } = emptyMemory();
    const id = await begun(to, path);
    const lesson = (await to.call('reflection.list', { limit: 1 })).items[0]?.id ?? '';
    await to.call('reflection.update', { id: lesson, changes: { text: 'mine' } });
    expect(await to.ended(id)).toMatchObject({ state: 'done', result: { written: MANY + 22, undecided: 0 } });
    expect((await to.call('reflection.get', { id: lesson })).reflection.text).toBe('mine');
  });

  it('before its turn comes is left to a person, though the preview showed it as changed only there', async () => {
    const { from } = source;
    const { to, path } = emptyMemory();
    const { job } = await to.call('bundle.import', {
      path,
      digest: (await to.call('bundle.preview', { path })).digest,
    });
    await to.ended(job.id);
    const lesson = (await from.call('reflection.list', { limit: 1 })).items[0]?.id ?? '';
    await from.call('reflection.update', { id: lesson, changes: { text: 'theirs' } });
    const changed = await exportTo(from, 'changed.twicewise');
    const { digest, items } = await to.call('bundle.preview', { path: changed });
    expect(items).toMatchObject([
      { title: (await to.call('reflection.get', { id: lesson })).reflection.taskDescription },
    ]);
    const again = (await to.call('bundle.import', { path: changed, digest })).job.id;
    while ((await to.call('job.get', { id: again })).job.done === 0) await nextTurn();
    await to.call('reflection.update', { id: lesson, changes: { text: 'mine' } });
    expect(await to.ended(again)).toMatchObject({ state: 'done', result: { written: 0, undecided: 1 } });
    expect((await to.call('reflection.get', { id: lesson })).reflection.text).toBe('mine');
  });
});

describe('an export', () => {
  it('that is cancelled leaves no file, and one that is there stays', async () => {
    const { from } = source;
    const path = join(from.folder, 'b.twicewise');
    writeFileSync(path, 'mine');
    const selection = { everything: true } as const;
    const { digest } = await from.call('bundle.previewExport', { selection });
    const { job } = await from.call('bundle.export', { selection, path, digest, overwrite: true });
    await from.call('job.cancel', { id: job.id });
    expect((await from.ended(job.id)).state).toBe('cancelled');
    expect(readdirSync(from.folder).filter((name) => name.endsWith('.part'))).toEqual([]);
    expect(hashOf(path)).not.toBe(hashOf(join(from.folder, 'a.twicewise')));
  });

  it('is refused when the scan finds what the preview did not show; other writes are no obstacle', async () => {
    const from = newMemory();
    await storeLessons(from, 10);
    const path = join(from.folder, 'c.twicewise');
    const selection = { projects: ['p'] };
    const { digest, findings } = await from.call('bundle.previewExport', { selection });
    expect(findings).toEqual([]);
    await from.store({ taskDescription: 'harmless', projectId: 'p' });
    const first = await from.call('bundle.export', { selection, path, digest });
    expect((await from.ended(first.job.id)).state).toBe('done');
    await from.store({ taskDescription: 'ask ann@example.org', projectId: 'p' });
    const second = await from.call('bundle.export', { selection, path: `${path.slice(0, -10)}2.twicewise`, digest });
    expect(await from.ended(second.job.id)).toMatchObject({ state: 'failed', error: { code: 'conflict' } });
    expect(existsSync(`${path.slice(0, -10)}2.twicewise`)).toBe(false);
    const redacted = await exportTo(from, 'd.twicewise', selection, true);
    expect(existsSync(redacted)).toBe(true);
  });
});
