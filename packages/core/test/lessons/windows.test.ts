import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dump, TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

describe('windows', () => {
  it('show at most 20 of 25 lessons of a session and change no row (S0-33, S0-39, S0-41, S0-62, X3)', async () => {
    verifies('S0-33', 'S0-39', 'S0-41', 'X3', 'S0-62');
    const ids: string[] = [];
    for (let n = 0; n < 25; n++) ids.push((await test.store({ sessionId: 's', taskDescription: `t${n}` })).id);
    const before = dump(test);
    const recent = await test.call('reflection.recent', { sessionId: 's', limit: 100 });
    expect(recent.window).toBe(20);
    expect(recent.items.map((item) => item.id)).toEqual(ids.slice(5).reverse());
    expect((await test.call('reflection.list', { sessionId: 's' })).items).toHaveLength(25);
    expect(dump(test)).toBe(before);
    expect(test.rows("SELECT id FROM reflection WHERE state = 'archived' OR deleted_at IS NOT NULL")).toEqual([]);
  });

  it('say how many of them were not asked for', async () => {
    for (let n = 0; n < 25; n++) await test.store({ sessionId: 's', taskDescription: `t${n}` });
    const of = (limit: number) => test.call('reflection.recent', { sessionId: 's', limit });
    expect(await of(5)).toMatchObject({ beyondLimit: 15 });
    expect(await of(0)).toMatchObject({ items: [], beyondLimit: 20, beyondSession: false });
    expect(await of(20)).toMatchObject({ beyondLimit: 0 });
  });

  it('hold per project as well (S0-42, B0-06)', async () => {
    verifies('S0-42', 'B0-06');
    for (let n = 0; n < 105; n++) await test.store({ taskDescription: `t${n}` });
    await test.store({ projectId: 'other' });
    const recent = await test.call('reflection.recent', { projectId: 'demo', limit: 100 });
    expect(recent).toMatchObject({ window: 100 });
    expect(recent.items).toHaveLength(100);
    await test.call('settings.set', { changes: { 'window.project': 3 } });
    expect((await test.call('reflection.recent', { projectId: 'demo', limit: 100 })).items).toHaveLength(3);
  });

  it('keep a pinned lesson however old it is (B0-05)', async () => {
    verifies('X3', 'B0-05');
    const old = await test.store({ sessionId: 's' });
    await test.call('reflection.pin', { id: old.id });
    for (let n = 0; n < 30; n++) await test.store({ sessionId: 's', taskDescription: `t${n}` });
    const { items } = await test.call('reflection.recent', { sessionId: 's', limit: 100 });
    expect(items).toHaveLength(20);
    expect(items.at(-1)?.id).toBe(old.id);
  });

  it('never show more than they hold when everything is pinned', async () => {
    for (let n = 0; n < 25; n++) {
      const { id } = await test.store({ sessionId: 's', taskDescription: `t${n}` });
      await test.call('reflection.pin', { id });
    }
    const { items } = await test.call('reflection.recent', { sessionId: 's', limit: 100 });
    expect(items.map((item) => item.taskDescription)).toEqual(Array.from({ length: 20 }, (_, n) => `t${24 - n}`));
  });

  it('show drafts and accepted lessons, never rejected, superseded, archived, quarantined or deleted ones', async () => {
    for (const state of ['draft', 'rejected', 'superseded', 'archived', 'quarantined'] as const) {
      const { id } = await test.store({ taskDescription: state });
      await test.call('reflection.setState', { id, state });
    }
    const deleted = await test.store({ taskDescription: 'deleted' });
    await test.call('reflection.delete', { id: deleted.id });
    const { items } = await test.call('reflection.recent', { projectId: 'demo' });
    expect(items.map((item) => item.taskDescription)).toEqual(['draft']);
    const listed = await test.call('reflection.list', {});
    expect(listed.items.map((item) => item.taskDescription)).toEqual([
      'quarantined',
      'archived',
      'superseded',
      'draft',
    ]);
  });

  it('return the newest five unless asked otherwise, and none when asked for 0 (S0-25, S0-28, B0-19)', async () => {
    verifies('S0-25', 'S0-28', 'B0-19');
    for (let n = 0; n < 8; n++) await test.store({ taskDescription: `t${n}` });
    const recent = async (limit?: number) =>
      (await test.call('reflection.recent', { projectId: 'demo', ...(limit === undefined ? {} : { limit }) })).items;
    expect((await recent()).map((item) => item.taskDescription)).toEqual(['t7', 't6', 't5', 't4', 't3']);
    expect(await recent(0)).toEqual([]);
    expect((await test.call('reflection.list', { limit: 0 })).items).toEqual([]);
    for (const limit of [-1, 101, 1.5, '5']) {
      expect(await test.fail('reflection.recent', { limit })).toMatchObject({ code: 'invalid_input' });
    }
    expect(await test.fail('reflection.list', { limit: 501 })).toMatchObject({ code: 'invalid_input' });
  });

  it('hold the whole lesson', async () => {
    const lesson = await test.store({ text: 'long', whatWorked: ['a'] });
    const { items } = await test.call('reflection.recent', { projectId: 'demo' });
    expect(items).toEqual([lesson]);
  });

  it('find lessons across sessions of a project, and of all projects for a person (S0-01, S0-04)', async () => {
    verifies('S0-01', 'S0-04');
    const a = await test.store({ sessionId: 's1' });
    const b = await test.store({ sessionId: 's2' });
    const c = await test.store({ projectId: 'other' });
    const ids = async (input: object) => (await test.call('reflection.recent', input)).items.map((item) => item.id);
    expect(await ids({ projectId: 'demo' })).toEqual([b.id, a.id]);
    expect(await ids({})).toEqual([c.id, b.id, a.id]);
    expect(await ids({ sessionId: 's1' })).toEqual([a.id]);
  });
});
