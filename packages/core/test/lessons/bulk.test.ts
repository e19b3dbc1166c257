import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InputOf } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, dump, TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

type Asked = Pick<InputOf<'reflection.changeMany'>, 'selection' | 'change'>;

const all = { filters: {} };
const preview = (asked: Asked) => test.call('reflection.previewMany', asked);

/** Changes many lessons as a person does: first a preview, then the change. */
async function change(asked: Asked) {
  const { digest } = await preview(asked);
  return test.call('reflection.changeMany', { ...asked, digest });
}

async function furnish(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push((await test.store({ taskDescription: `task ${n}`, tags: ['a'] })).id);
  return ids;
}

/** Imports more lessons than one write may change. */
async function importMany(count: number): Promise<void> {
  const path = join(test.folder, 'many.jsonl');
  const line = (n: number) =>
    JSON.stringify({ id: `n${n}`, title: `imported ${n}`, outcome: 'failure', projectId: 'demo' });
  writeFileSync(path, Array.from({ length: count }, (_, n) => line(n)).join('\n'));
  const { job } = await test.call('import.lessons', { path });
  expect((await test.ended(job.id)).state).toBe('done');
}

describe('a preview of a change of many lessons', () => {
  it('counts what matches, would change, is so already, and is refused with reasons', async () => {
    verifies('C-03');
    const [one = '', two = '', three = '', four = ''] = await furnish(5);
    await test.call('reflection.pin', { id: one });
    await test.call('reflection.delete', { id: two });
    const missing = 'refl_01ARZ3NDEKTSV4RRFFQ69G5FAV';
    const selection = { ids: [one, two, three, four, four, missing] };
    const before = dump(test);
    const found = await preview({ selection, change: { kind: 'pin', pinned: true } });
    expect(found).toMatchObject({ matches: 4, changes: 2, already: 1, asJob: false });
    expect(found.refused.map(({ reason, count }) => [reason, count])).toEqual([
      ['in_bin', 1],
      ['missing', 1],
    ]);
    expect(found.examples.map(({ id }) => id)).toEqual([four, three]);
    expect(dump(test)).toBe(before);
  });

  it('says what cannot be moved: ids of the other system that would be there twice', async () => {
    for (const projectId of ['p', 'q', 'r']) await test.store({ projectId, nativeId: 'same' });
    const selection = { filters: { projectId: ['p', 'q'] } };
    const asked: Asked = { selection, change: { kind: 'move', projectId: 'r' } };
    expect((await preview(asked)).refused).toMatchObject([{ reason: 'native_id_taken', count: 2 }]);
    await test.store({ projectId: 's' });
    const free: Asked = { selection, change: { kind: 'move', projectId: 's' } };
    expect(await preview(free)).toMatchObject({ changes: 1, refused: [{ reason: 'native_id_taken', count: 1 }] });
    expect((await change(free)).changed).toBe(1);
  });
});

describe('a change of many lessons', () => {
  const CHANGES: [what: string, change: Asked['change'], count: number][] = [
    ['tags', { kind: 'tags', add: ['b', 'c', 'b'], remove: ['a'] }, 4],
    ['state', { kind: 'state', state: 'archived' }, 4],
    ['pin', { kind: 'pin', pinned: true }, 4],
    ['move', { kind: 'move', projectId: 'elsewhere' }, 4],
    ['delete', { kind: 'delete' }, 4],
  ];
  for (const [what, one, count] of CHANGES) {
    it(`is one operation, undone and redone exactly: ${what}`, async () => {
      await test.store({ projectId: 'elsewhere' });
      await furnish(4);
      const asked = { selection: { filters: { projectId: 'demo' } }, change: one };
      const before = dump(test);
      const { changed, operationId, job } = await change(asked);
      expect([changed, job]).toEqual([count, null]);
      const after = dump(test);
      expect(after).not.toBe(before);
      await test.call('operation.undo', { operationId: operationId ?? '' });
      expect(dump(test)).toBe(before);
      await test.call('operation.redo', { operationId: operationId ?? '' });
      expect(dump(test)).toBe(after);
    });
  }

  it('tags each lesson once and keeps the order of its own', async () => {
    const { id } = await test.store({ tags: ['z', 'a', 'm'] });
    await change({ selection: { ids: [id] }, change: { kind: 'tags', add: ['m', 'n'], remove: ['a'] } });
    expect((await test.call('reflection.get', { id })).reflection.tags).toEqual(['z', 'm', 'n']);
  });

  it('takes secrets out of new tags', async () => {
    const { id } = await test.store();
    const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    await change({ selection: { ids: [id] }, change: { kind: 'tags', add: [secret], remove: [] } });
    expect(JSON.stringify(test.rows('SELECT * FROM operation_change'))).not.toContain(secret);
  });

  it('restores what is in the bin', async () => {
    const ids = await furnish(3);
    await change({ selection: { ids }, change: { kind: 'delete' } });
    const bin = { filters: { deleted: 'only' as const } };
    expect((await change({ selection: bin, change: { kind: 'restore' } })).changed).toBe(3);
  });

  it('leaves no trace when nothing has to change', async () => {
    await furnish(2);
    const before = dump(test);
    const answer = await change({ selection: all, change: { kind: 'tags', add: ['a'], remove: [] } });
    expect(answer).toEqual({ changed: 0, operationId: null, job: null });
    expect(dump(test)).toBe(before);
  });

  it('gives a repeated request its first answer', async () => {
    await furnish(2);
    const asked: Asked = { selection: all, change: { kind: 'delete' } };
    const { digest } = await preview(asked);
    const first = await test.call('reflection.changeMany', { ...asked, digest }, undefined, 'key');
    expect(await test.call('reflection.changeMany', { ...asked, digest }, undefined, 'key')).toEqual(first);
  });
});

describe('an undo of a move', () => {
  it('is refused in words when another lesson has the native id there by now', async () => {
    await test.store({ projectId: 'there' });
    const { id } = await test.store({ nativeId: 'same' });
    const { operationId } = await change({ selection: { ids: [id] }, change: { kind: 'move', projectId: 'there' } });
    await test.store({ nativeId: 'same' });
    const before = dump(test);
    const failure = await test.fail('operation.undo', { operationId });
    expect(failure).toMatchObject({ code: 'conflict', reason: 'in_use' });
    expect(dump(test)).toBe(before);
  });
});

it.each([
  ['archived', 'Archived 2 lessons'],
  ['draft', 'Set 2 lessons to draft'],
] as const)('a change of state is named by what was done: %s', async (state, summary) => {
  await furnish(2);
  const { operationId } = await change({ selection: all, change: { kind: 'state', state } });
  expect((await test.call('operation.list', { limit: 1 })).items).toMatchObject([{ id: operationId, summary }]);
});

describe('a selection that is not what the preview showed', () => {
  const asked: Asked = { selection: all, change: { kind: 'state', state: 'archived' } };
  const MEANWHILE: [what: string, happens: (ids: string[]) => Promise<unknown>][] = [
    ['grew', () => test.store({}, agentIn('/work/demo'))],
    ['was edited', ([id = '']) => test.call('reflection.update', { id, changes: { text: 'new' } })],
    ['shrank', ([id = '']) => test.call('reflection.delete', { id })],
  ];
  for (const [what, happens] of MEANWHILE) {
    it(`is refused as a conflict and changes nothing: it ${what}`, async () => {
      const ids = await furnish(3);
      const { digest } = await preview(asked);
      await happens(ids);
      const before = dump(test);
      const failure = await test.fail('reflection.changeMany', { ...asked, digest });
      expect(failure).toMatchObject({ code: 'conflict', reason: 'changed_since' });
      expect(dump(test)).toBe(before);
    });
  }

  it('is not one when something else was written', async () => {
    await furnish(3);
    const named: Asked = { ...asked, selection: { filters: { projectId: 'demo' } } };
    const { digest } = await preview(named);
    await test.store({ projectId: 'another' });
    expect((await test.call('reflection.changeMany', { ...named, digest })).changed).toBe(3);
  });

  it('is refused also when the digest was of another change', async () => {
    await furnish(1);
    const { digest } = await preview(asked);
    const other = { ...asked, change: { kind: 'delete' }, digest };
    expect(await test.fail('reflection.changeMany', other)).toMatchObject({ code: 'conflict' });
  });
});

describe('more than 500 lessons', () => {
  const asked: Asked = { selection: all, change: { kind: 'tags', add: ['x'], remove: [] } };

  it('are changed by a job in steps, undone and redone exactly as one', async () => {
    verifies('C-03');
    await importMany(620);
    const before = dump(test);
    expect((await preview(asked)).asJob).toBe(true);
    const { job } = await change(asked);
    const ended = await test.ended(job?.id ?? '');
    expect(ended).toMatchObject({
      state: 'done',
      done: 620,
      total: 620,
      result: { changed: 620, changedMeanwhile: 0 },
    });
    const steps = test.rows("SELECT 1 FROM operation WHERE name = 'reflection.changeMany'");
    expect(steps.length).toBeGreaterThan(2);
    const after = dump(test);
    await test.call('operation.undo', { jobId: ended.id });
    expect(dump(test)).toBe(before);
    await test.call('operation.redo', { jobId: ended.id });
    expect(dump(test)).toBe(after);
  });

  it('leave alone what was changed since the preview, and say how many', async () => {
    await importMany(620);
    const { items } = await test.call('reflection.list', { sort: 'oldest', limit: 500 });
    const last = items.at(-1)?.id ?? '';
    const { job } = await change(asked);
    // The edit is committed before the first step, because the job is only starting.
    await test.call('reflection.update', { id: last, changes: { text: 'edited meanwhile' } });
    expect((await test.ended(job?.id ?? '')).result).toEqual({ changed: 619, changedMeanwhile: 1 });
    const { reflection } = await test.call('reflection.get', { id: last });
    expect(reflection.tags).toEqual([]);
    expect(reflection.text).toBe('edited meanwhile');
  });

  it('leave alone what an undo brought into the selection since the preview', async () => {
    await importMany(620);
    const { items } = await test.call('reflection.list', { sort: 'oldest', limit: 500 });
    const id = items.at(-1)?.id ?? '';
    const { operationId } = await test.call('reflection.setState', { id, state: 'rejected' });
    const accepted = { filters: { state: 'accepted' as const } };
    const { job } = await change({ ...asked, selection: accepted });
    // The lesson has its old revision again.
    await test.call('operation.undo', { operationId: operationId ?? '' });
    expect((await test.ended(job?.id ?? '')).result).toEqual({ changed: 619, changedMeanwhile: 0 });
    expect((await test.call('reflection.get', { id })).reflection.tags).toEqual([]);
  });

  it('go on after a restart where they were, and stop when cancelled', async () => {
    await importMany(1200);
    const { job } = await change(asked);
    await test.restart();
    const ended = await test.ended(job?.id ?? '');
    expect(ended).toMatchObject({ state: 'done', result: { changed: 1200 } });
    const { job: second } = await change({ selection: all, change: { kind: 'delete' } });
    await test.call('job.cancel', { id: second?.id ?? '' });
    const cancelled = await test.ended(second?.id ?? '');
    expect(cancelled.state).toBe('cancelled');
    const left = (await test.call('reflection.list', { withTotal: true, limit: 0 })).total ?? 0;
    expect(left).toBe(1200 - cancelled.done);
  });
});

describe('bad selections and changes', () => {
  const ids = ['refl_01ARZ3NDEKTSV4RRFFQ69G5FAV'];
  const BAD: [what: string, input: unknown][] = [
    ['nothing selected', { selection: { ids: [] }, change: { kind: 'delete' } }],
    ['ids and filters', { selection: { ids, filters: {} }, change: { kind: 'delete' } }],
    ['an unknown filter', { selection: { filters: { colour: 'red' } }, change: { kind: 'delete' } }],
    ['too many ids', { selection: { ids: Array(1001).fill(ids[0]) }, change: { kind: 'delete' } }],
    ['an unknown change', { selection: { ids }, change: { kind: 'purge' } }],
    ['no tags', { selection: { ids }, change: { kind: 'tags' } }],
    ['a state that does not exist', { selection: { ids }, change: { kind: 'state', state: 'gone' } }],
    ['a field of another change', { selection: { ids }, change: { kind: 'delete', pinned: true } }],
  ];
  for (const [what, input] of BAD) {
    it(`are refused and change nothing: ${what}`, async () => {
      await furnish(1);
      const before = dump(test);
      expect(await test.fail('reflection.previewMany', input)).toMatchObject({ code: 'invalid_input' });
      const failure = await test.fail('reflection.changeMany', { ...(input as object), digest: 'x' });
      expect(failure).toMatchObject({ code: 'invalid_input' });
      expect(dump(test)).toBe(before);
    });
  }

  it('that move to a project that does not exist are not found', async () => {
    const input = { selection: all, change: { kind: 'move', projectId: 'nowhere' } };
    expect(await test.fail('reflection.previewMany', input)).toMatchObject({ code: 'not_found' });
  });
});
