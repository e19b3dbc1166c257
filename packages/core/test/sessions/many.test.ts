import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InputOf } from '@twicewise/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, dump, TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

type Asked = Pick<InputOf<'episode.changeMany'>, 'selection' | 'change'>;

const REMOVE: Asked = { selection: { filters: {} }, change: { kind: 'delete' } };
const preview = (asked: Asked) => test.call('episode.previewMany', asked);

/** Changes many sessions as a person does: first a preview, then the change. */
async function change(asked: Asked, key?: string) {
  const { digest } = await preview(asked);
  return test.call('episode.changeMany', { ...asked, digest }, undefined, key);
}

async function furnish(count: number, projectId = 'demo'): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const told = { projectId, sessionId: `${projectId} ${n}`, task: `task ${n}` };
    ids.push((await test.call('episode.store', told)).episode.id);
  }
  return ids;
}

const inBin = async () => (await test.call('episode.list', { deleted: 'only', limit: 0 })).total;

/** Imports more sessions than one write may change. */
async function importMany(count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const id = `episode-2026-01-02-session-${n}`;
    const episode = {
      id,
      session: `2026-01-02-session-${n}`,
      timestamp: '2026-01-02T00:00:00+00:00',
      outcome: 'success',
      task: `imported ${n}`,
      decisions: [],
      events: [],
      metrics: {},
      lessons: [],
    };
    writeFileSync(join(test.folder, `${id}.json`), JSON.stringify(episode));
  }
  const { job } = await test.call('import.episodes', { path: test.folder, projectId: 'demo' });
  expect((await test.ended(job.id)).state).toBe('done');
  expect((await test.call('episode.list', { limit: 0 })).total).toBe(count);
}

describe('a preview of a change of many sessions', () => {
  it('counts what matches, would change, is so already, and is not there', async () => {
    const [one = '', two = '', three = ''] = await furnish(4);
    await test.call('episode.delete', { id: one });
    const missing = 'epis_01ARZ3NDEKTSV4RRFFQ69G5FAV';
    const before = dump(test);
    const found = await preview({ ...REMOVE, selection: { ids: [one, two, three, three, missing] } });
    expect(found).toMatchObject({ matches: 3, changes: 2, already: 1, missing: 1, asJob: false });
    expect(found.examples).toEqual([
      { id: three, task: 'task 2' },
      { id: two, task: 'task 1' },
    ]);
    expect(dump(test)).toBe(before);
  });

  it('finds what a list of the same filters finds', async () => {
    await furnish(2);
    await furnish(3, 'other');
    expect(await preview({ ...REMOVE, selection: { filters: { projectId: 'other' } } })).toMatchObject({ matches: 3 });
    expect(await preview({ ...REMOVE, selection: { filters: { text: 'task 1' } } })).toMatchObject({ matches: 2 });
    expect(await preview({ ...REMOVE, selection: { filters: { has: ['decisions'] } } })).toMatchObject({ matches: 0 });
  });
});

describe('a change of many sessions', () => {
  it('is one operation, undone and redone exactly, and leaves the rest', async () => {
    const ids = await furnish(3);
    await furnish(1, 'other');
    const before = dump(test);
    const { changed, operationId, job } = await change({ ...REMOVE, selection: { ids } });
    expect([changed, job, await inBin()]).toEqual([3, null, 3]);
    const { items } = await test.call('operation.list', {});
    expect(items[0]).toMatchObject({ name: 'episode.changeMany', summary: 'Deleted 3 sessions', changeCount: 3 });
    const after = dump(test);
    await test.call('operation.undo', { operationId: operationId ?? '' });
    expect(dump(test)).toBe(before);
    await test.call('operation.redo', { operationId: operationId ?? '' });
    expect(dump(test)).toBe(after);
  });

  it('restores what is in the bin, and leaves no trace when nothing has to change', async () => {
    const ids = await furnish(2);
    const restore: Asked = { selection: { filters: { deleted: 'only' } }, change: { kind: 'restore' } };
    const before = dump(test);
    expect(await change({ ...restore, selection: { ids } })).toEqual({ changed: 0, operationId: null, job: null });
    expect(dump(test)).toBe(before);
    await change(REMOVE);
    expect((await change(restore)).changed).toBe(2);
    expect(await inBin()).toBe(0);
  });

  it('gives a repeated request its first answer', async () => {
    await furnish(2);
    const { digest } = await preview(REMOVE);
    const first = await test.call('episode.changeMany', { ...REMOVE, digest }, undefined, 'key');
    expect(await test.call('episode.changeMany', { ...REMOVE, digest }, undefined, 'key')).toEqual(first);
  });

  it.each([
    ['grew', () => furnish(1, 'other')],
    ['was edited', ([id = '']: string[]) => test.call('episode.update', { id, changes: { task: 'new' } })],
    ['shrank', ([id = '']: string[]) => test.call('episode.delete', { id })],
  ])('is refused when the selection is not what the preview showed: it %s', async (_what, happens) => {
    const ids = await furnish(3);
    const { digest } = await preview(REMOVE);
    await happens(ids);
    const before = dump(test);
    const failure = await test.fail('episode.changeMany', { ...REMOVE, digest });
    expect(failure).toMatchObject({ code: 'conflict', reason: 'changed_since' });
    expect(dump(test)).toBe(before);
  });

  it('is refused to an agent', async () => {
    await furnish(1);
    const { digest } = await preview(REMOVE);
    const asked = { ...REMOVE, digest };
    expect(await test.fail('episode.changeMany', asked, agentIn('/work/demo'))).toMatchObject({ code: 'refused' });
  });

  it('keeps its summary when one of them is purged: it quotes none', async () => {
    const ids = await furnish(2);
    await change({ ...REMOVE, selection: { ids } });
    const which = { ids: ids.slice(0, 1) };
    const { digest } = await test.call('episode.previewPurge', { which });
    await test.call('episode.purge', { which, digest });
    const { items } = await test.call('operation.list', {});
    expect(items.map(({ summary }) => summary)).toContain('Deleted 2 sessions');
  });
});

describe('more than 500 sessions', () => {
  it('are changed by a job in steps, without what changed since, undone and redone exactly as one', async () => {
    await importMany(520);
    const { items } = await test.call('episode.list', { limit: 1 });
    const id = items[0]?.id ?? '';
    expect((await preview(REMOVE)).asJob).toBe(true);
    const { job } = await change(REMOVE);
    // The edit is committed before the first step, because the job is only starting.
    await test.call('episode.update', { id, changes: { task: 'edited meanwhile' } });
    const before = dump(test);
    const ended = await test.ended(job?.id ?? '');
    expect(ended).toMatchObject({ state: 'done', result: { changed: 519, changedMeanwhile: 1 } });
    expect([await inBin(), (await test.call('episode.get', { id })).episode.deletedAt]).toEqual([519, null]);
    expect(test.rows("SELECT 1 FROM operation WHERE name = 'episode.changeMany'").length).toBeGreaterThan(2);
    const after = dump(test);
    await test.call('operation.undo', { jobId: ended.id });
    expect(dump(test)).toBe(before);
    await test.call('operation.redo', { jobId: ended.id });
    expect(dump(test)).toBe(after);
  });

  it('go on after a restart where they were', async () => {
    await importMany(520);
    const { job } = await change(REMOVE);
    await test.restart();
    expect(await test.ended(job?.id ?? '')).toMatchObject({ state: 'done', result: { changed: 520 } });
    expect(await inBin()).toBe(520);
  });
});
