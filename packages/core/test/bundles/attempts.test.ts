import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dump, seeded, TestCore } from '../harness.ts';
import { exportTo, importFrom, standings } from './bundle-harness.ts';

let from: TestCore;
let to: TestCore;
beforeEach(() => {
  from = new TestCore();
  to = new TestCore({ random: seeded(2) });
});
afterEach(async () => {
  await from.remove();
  await to.remove();
});

const tried = { task: 'Mend the upload', outcome: 'failure' as const };

describe('the attempts of a bundle', () => {
  it('are counted on where the same task was tried, in their order, and a second import changes nothing', async () => {
    const place = { projectId: 'shop', sessionId: 's1' };
    const one = (await from.call('attempt.record', { ...tried, ...place })).attempt;
    const two = (await from.call('attempt.record', { ...tried, ...place, outcome: 'success' })).attempt;
    const other = (await from.call('attempt.record', { ...tried, ...place, task: 'Another' })).attempt;
    await to.call('attempt.record', { ...tried, ...place });
    const before = dump(to);
    const path = await exportTo(from, 'a.twicewise');
    const job = await importFrom(to, path);
    expect(job.state).toBe('done');
    const { items } = await to.call('attempt.list', { projectId: 'shop', order: 'oldest' });
    const numbers = Object.fromEntries(items.map(({ id, ordinal }) => [id, ordinal]));
    expect(numbers).toMatchObject({ [one.id]: 2, [two.id]: 3, [other.id]: 1 });
    // The session of that name is one session from then on.
    expect(new Set(items.map(({ sessionId }) => sessionId)).size).toBe(1);
    expect(await standings(to, path)).toMatchObject({ new: 0, changedHere: 0, changedThere: 0, conflicting: 0 });
    const once = dump(to);
    expect((await importFrom(to, path)).result).toMatchObject({ written: 0 });
    expect(dump(to)).toBe(once);
    await to.call('operation.undo', { jobId: job.id });
    expect(dump(to)).toBe(before);
  });

  it('go with their lessons, which another memory may have under other ids', async () => {
    const lesson = { projectId: 'shop', nativeId: 'L1' };
    const theirs = await from.store(lesson);
    const mine = await to.store(lesson);
    const { attempt } = await from.call('attempt.record', { ...tried, projectId: 'shop', lessonIds: [theirs.id] });
    const path = await exportTo(from, 'a.twicewise', { projects: ['shop'] });
    const preview = await to.call('bundle.preview', { path });
    const job = await importFrom(to, path);
    expect([job.state, preview.kinds.find(({ kind }) => kind === 'attempt')?.new]).toEqual(['done', 1]);
    expect((await to.call('attempt.get', { id: attempt.id })).attempt.lessonIds).toEqual([mine.id]);
    expect((await to.call('attempt.list', { lessonId: mine.id })).items).toHaveLength(1);
  });

  it('leave behind what their session was told, which is a matter of this memory', async () => {
    const agent = {
      author: { kind: 'agent', name: 'a' },
      client: 'c',
      session: 's1',
      project: { reference: 'shop' },
    } as const;
    const caller = { door: 'mcp', ...agent } as const;
    await from.store({ taskDescription: tried.task, projectId: 'shop', sessionId: 's0' });
    await from.call('memory.brief', { task: tried.task }, caller);
    await from.accounted();
    const { attempt } = await from.call('attempt.record', tried, caller);
    expect(attempt.exposureIds).toHaveLength(1);
    await importFrom(to, await exportTo(from, 'a.twicewise'));
    const arrived = await to.call('attempt.get', { id: attempt.id });
    expect(arrived).toMatchObject({ told: [], attempt: { exposureIds: [], task: tried.task, ordinal: 1 } });
  });
});
