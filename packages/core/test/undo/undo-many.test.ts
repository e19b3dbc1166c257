import type { InputOf } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, damage, dump, person, TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

type Filter = InputOf<'operation.undoMany'>['filter'];

const agent = agentIn('/work/shop', { author: { kind: 'agent', name: 'rogue' }, client: 'rogue-cli 2.1' });
const lesson = { taskDescription: 'by the agent', outcome: 'failure' as const };
const byAgent = (fields: object = {}) => test.call('reflection.store', { ...lesson, ...fields }, agent);

async function undoMany(filter: Filter) {
  const { digest } = await test.call('operation.previewUndoMany', { filter });
  const { job } = await test.call('operation.undoMany', { filter, digest });
  return test.ended(job.id);
}

describe('an undo of many writes', () => {
  it('takes back everything an agent wrote since a time, exactly, and is redone as one group', async () => {
    verifies('C-05');
    await test.store({ projectId: 'mine' });
    await byAgent({ taskDescription: 'before' });
    const before = dump(test);
    test.now += 60_000;
    const since = new Date(test.now).toISOString();
    for (let n = 0; n < 30; n++) await byAgent({ sessionId: `s${n % 3}` });
    const { reflection } = await byAgent();
    await test.call('reflection.update', { id: reflection.id, changes: { text: 'more' } }, agent);
    const after = dump(test);
    const filter = { authorName: 'rogue', since };
    const preview = await test.call('operation.previewUndoMany', { filter });
    expect(preview).toMatchObject({ matches: 32, undoes: 32, already: 0, conflicts: 0 });
    expect(dump(test)).toBe(after);
    const ended = await undoMany(filter);
    expect(ended).toMatchObject({ state: 'done', done: 32, total: 32, result: { undone: 32, conflicts: 0 } });
    expect(dump(test)).toBe(before);
    await test.call('operation.redo', { jobId: ended.id });
    expect(dump(test)).toBe(after);
    await test.call('operation.undo', { jobId: ended.id });
    expect(dump(test)).toBe(before);
  });

  it('leaves what others changed since, and names it', async () => {
    verifies('C-05');
    const touched = (await byAgent({ taskDescription: 'touched' })).reflection;
    const edited = (await byAgent({ taskDescription: 'edited' })).reflection;
    await byAgent();
    await test.call('reflection.update', { id: edited.id, changes: { text: 'by the agent' } }, agent);
    await test.call('reflection.update', { id: edited.id, changes: { nextStrategy: 'by me' } }, person);
    await test.call('reflection.pin', { id: touched.id }, person);
    const filter = { client: 'rogue-cli' };
    const preview = await test.call('operation.previewUndoMany', { filter });
    expect(preview).toMatchObject({ matches: 4, undoes: 2, already: 0, conflicts: 2 });
    expect(preview.examples.map(({ summary }) => summary)).toEqual(['Stored: edited', 'Stored: touched']);
    const { result } = await undoMany(filter);
    expect(result).toMatchObject({ undone: 2, conflicts: 2, examples: preview.examples });
    const left = (await test.call('reflection.list', { sort: 'oldest' })).items;
    expect(
      left.map(({ taskDescription, text, nextStrategy, pinned }) => [taskDescription, text, nextStrategy, pinned]),
    ).toEqual([
      ['touched', '', '', true],
      ['edited', '', 'by me', false],
    ]);
  });

  it('counts what is undone already, and does it no second time', async () => {
    const { operationId } = await byAgent();
    await byAgent();
    await test.call('operation.undo', { operationId });
    const filter = { authorKind: 'agent' as const };
    expect(await test.call('operation.previewUndoMany', { filter })).toMatchObject({
      matches: 2,
      undoes: 1,
      already: 1,
    });
    await undoMany(filter);
    expect(await test.call('operation.previewUndoMany', { filter })).toMatchObject({ undoes: 0, already: 2 });
  });

  it('finds a session and a project that were made by name, and clears them away when nobody uses them', async () => {
    await test.call('session.start', { sessionId: 'work', goal: 'g' }, agent);
    await byAgent({ sessionId: 'work' });
    const preview = await test.call('operation.previewUndoMany', { filter: { sessionId: 'work' } });
    expect(preview).toMatchObject({ matches: 2, undoes: 2, conflicts: 0 });
    expect((await undoMany({ sessionId: 'work' })).result).toMatchObject({ undone: 2, conflicts: 0 });
    expect(test.rows('SELECT id FROM session')).toEqual([]);
  });

  it('is refused when more was written since the preview', async () => {
    await byAgent();
    const filter = { authorName: 'rogue' };
    const { digest } = await test.call('operation.previewUndoMany', { filter });
    await byAgent();
    const before = dump(test);
    const failure = await test.fail('operation.undoMany', { filter, digest });
    expect(failure).toMatchObject({ code: 'conflict', reason: 'changed_since' });
    expect(dump(test)).toBe(before);
  });

  it('leaves it to the job of an import to be redone when its writes were taken back by a group', async () => {
    const { job } = await test.call('import.sample', {});
    await test.ended(job.id);
    const before = dump(test);
    await undoMany({ authorKind: 'importer' });
    expect((await test.call('reflection.list', { withTotal: true })).total).toBe(0);
    await test.call('operation.redo', { jobId: job.id });
    expect(dump(test)).toBe(before);
  });

  it('foresees that a session stays whose attempt is of somebody else', async () => {
    await test.call('session.start', { sessionId: 's' }, agent);
    await test.call('attempt.record', { task: 't', outcome: 'failure', sessionId: 's' }, agentIn('/work/shop'));
    const filter = { authorName: 'rogue' };
    const foreseen = await test.call('operation.previewUndoMany', { filter });
    expect(foreseen).toMatchObject({ matches: 1, undoes: 0, conflicts: 1 });
    expect((await undoMany(filter)).result).toMatchObject({ undone: 0, conflicts: 1 });
  });

  it('foresees that fields go back one by one where somebody changed another field since', async () => {
    const { id } = (await byAgent({ nextStrategy: 'x', text: 'a' })).reflection;
    for (const changes of [{ nextStrategy: 'y' }, { text: 'b' }, { text: 'c' }])
      await test.call('reflection.update', { id, changes }, agent);
    await test.call('reflection.update', { id, changes: { tags: ['mine'] } }, person);
    const filter = { authorName: 'rogue' };
    const foreseen = await test.call('operation.previewUndoMany', { filter });
    expect(foreseen).toMatchObject({ matches: 4, undoes: 3, conflicts: 1 });
    expect((await undoMany(filter)).result).toMatchObject({ undone: 3, conflicts: 1 });
    expect((await test.call('reflection.get', { id })).reflection).toMatchObject({
      nextStrategy: 'x',
      text: 'a',
      tags: ['mine'],
    });
  });

  it('foresees that what was removed comes back before the making of it is undone', async () => {
    const { view } = await test.call('view.save', { screen: 'lessons', name: 'n', query: 'q=1' }, agent);
    await test.call('view.delete', { id: view.id }, agent);
    const filter = { authorName: 'rogue' };
    const foreseen = await test.call('operation.previewUndoMany', { filter });
    expect(foreseen).toMatchObject({ matches: 2, undoes: 2, conflicts: 0 });
    expect((await undoMany(filter)).result).toMatchObject({ undone: 2, conflicts: 0 });
  });

  it('foresees that a session stays while one lesson of it does, however many others go', async () => {
    await test.call('session.start', { sessionId: 's' }, agent);
    const { id } = (await byAgent({ sessionId: 's' })).reflection;
    await test.call('reflection.update', { id, changes: { text: 'edited' } }, agent);
    await byAgent({ sessionId: 's' });
    await test.call('reflection.store', { ...lesson, sessionId: 's' }, agentIn('/work/shop'));
    const filter = { authorName: 'rogue' };
    const foreseen = await test.call('operation.previewUndoMany', { filter });
    expect(foreseen).toMatchObject({ matches: 4, undoes: 3, conflicts: 1 });
    expect((await undoMany(filter)).result).toMatchObject({ undone: 3, conflicts: 1, examples: foreseen.examples });
  });

  it('is listed once with what the whole group changed, and what was done again apart from that', async () => {
    for (const sessionId of ['s', 's']) await byAgent({ sessionId });
    const { id: jobId } = await undoMany({ authorName: 'rogue' });
    const redone = await test.call('operation.redo', { jobId });
    await test.call('operation.undo', { operationId: redone.operation.id });
    const { items } = await test.call('operation.list', { limit: 500, wholeJobs: true });
    const told = (kind: string) =>
      items.filter((one) => one.jobId === jobId && one.kind === kind).map((one) => one.jobChangeCount);
    // Two lessons, their session and their project, and the lesson that was taken back once more.
    expect([told('undo'), told('redo')]).toEqual([[5], [4]]);
    const others = items.filter((one) => one.jobId === null);
    expect(others.map((one) => one.jobChangeCount)).toEqual([undefined, undefined]);
  });

  it('goes on after a restart, and counts each write once', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 60; n++) ids.push((await byAgent({ sessionId: 's' })).reflection.id);
    for (const id of ids.filter((_, n) => n % 2 === 0)) await test.call('reflection.pin', { id });
    const filter = { authorName: 'rogue' };
    const { digest, examples } = await test.call('operation.previewUndoMany', { filter });
    const { job } = await test.call('operation.undoMany', { filter, digest });
    const undone = () => test.rows('SELECT seq FROM operation WHERE job_id = ?', [job.id]).length;
    while (undone() < 20) await new Promise((resolve) => setImmediate(resolve));
    // How far it is shows every 25 writes.
    expect([25, 50]).toContain((await test.call('job.get', { id: job.id })).job.done);
    await test.restart();
    const ended = await test.ended(job.id);
    expect(ended).toMatchObject({ state: 'done', done: 60, total: 60 });
    expect(ended.result).toEqual({ undone: 30, conflicts: 30, examples });
    expect((await test.call('reflection.list', { withTotal: true })).total).toBe(30);
  });

  it('leaves a record alone of which one step cannot be done again, so that it is not half done', async () => {
    const { id } = (await byAgent({ nextStrategy: 'x', text: 'a' })).reflection;
    test.now += 1000;
    const since = new Date(test.now).toISOString();
    for (const changes of [{ nextStrategy: 'y' }, { text: 'b' }])
      await test.call('reflection.update', { id, changes }, agent);
    const { id: jobId } = await undoMany({ authorName: 'rogue', since });
    await test.call('reflection.update', { id, changes: { nextStrategy: 'mine' } }, person);
    const failure = await test.fail('operation.redo', { jobId });
    expect(failure).toMatchObject({ code: 'conflict', reason: 'changed_since' });
    expect((await test.call('reflection.get', { id })).reflection).toMatchObject({ nextStrategy: 'mine', text: 'a' });
  });

  it('says so when another project has taken the place of all that it could bring back', async () => {
    await byAgent();
    const { id: jobId } = await undoMany({ authorName: 'rogue' });
    await test.call('reflection.store', lesson, agentIn('/work/shop'));
    expect(await test.fail('operation.redo', { jobId })).toMatchObject({
      code: 'conflict',
      reason: 'in_use',
      message:
        'Nothing of this job can be redone: of its records are 2 kept out by another one that has their place. Nothing was changed.',
      hint: 'Remove or rename the other ones first.',
    });
  });

  it('wants to know whose writes', async () => {
    for (const filter of [{}, { since: 'yesterday' }, { authorKind: 'robot' }, { author: 'x' }]) {
      expect(await test.fail('operation.previewUndoMany', { filter })).toMatchObject({ code: 'invalid_input' });
      expect(await test.fail('operation.undoMany', { filter, digest: 'x' })).toMatchObject({ code: 'invalid_input' });
    }
    const nowhere = { filter: { projectId: 'nowhere' } };
    expect(await test.fail('operation.previewUndoMany', nowhere)).toMatchObject({ code: 'not_found' });
  });
});

describe('the list of operations', () => {
  it('filters by author, program, session, project, time, kind of record and operation', async () => {
    verifies('C-05');
    await test.store({ projectId: 'shop', sessionId: 'p1' });
    test.now += 1000;
    const since = new Date(test.now).toISOString();
    const { operationId } = await byAgent({ sessionId: 'a1' });
    await test.call('settings.set', { changes: { 'ui.theme': 'dark' } });
    test.now += 1000;
    const until = new Date(test.now).toISOString();
    await test.call('operation.undo', { operationId });
    const found = async (filter: InputOf<'operation.list'>) =>
      (await test.call('operation.list', filter)).items.map(({ name }) => name);
    expect(await found({ client: 'rogue-cli' })).toEqual(['reflection.store']);
    expect(await found({ client: 'rogue-cli 2.1' })).toEqual(['reflection.store']);
    expect(await found({ client: 'rogue' })).toEqual([]);
    expect(await found({ topic: 'setting' })).toEqual(['settings.set']);
    expect(await found({ kind: 'undo' })).toEqual(['operation.undo']);
    expect(await found({ name: 'reflection.store' })).toEqual(['reflection.store', 'reflection.store']);
    expect(await found({ since, until })).toEqual(['settings.set', 'reflection.store']);
    expect(await found({ until: since })).toEqual(['reflection.store']);
    expect(await found({ since: until })).toEqual(['operation.undo']);
    expect(await found({ sessionId: 'p1' })).toEqual(['reflection.store']);
    expect(await found({ sessionId: 'nobody' })).toEqual([]);
  });

  it('is walked through exactly once under a filter by time', async () => {
    for (let n = 0; n < 20; n++) {
      test.now += 1000;
      await test.store();
    }
    const since = new Date(test.now - 9000).toISOString();
    const seen = new Set<string>();
    let cursor: string | undefined;
    do {
      const page = await test.call('operation.list', { since, limit: 3, cursor });
      for (const { id } of page.items) seen.add(id);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen.size).toBe(10);
  });
});

describe('an undo of many writes with a damaged record among them', () => {
  it('takes back the rest, and names the one that stays', async () => {
    const stored = [];
    for (let n = 0; n < 3; n++) stored.push((await byAgent()).reflection.id);
    await damage(test, `UPDATE reflection SET next_strategy = 'rotten' WHERE id = '${stored[1]}'`);
    const ended = await undoMany({ client: 'rogue-cli' });
    expect(ended).toMatchObject({ state: 'done', result: { undone: 2, conflicts: 1 } });
    expect(ended.result?.examples).toMatchObject([{ message: expect.stringContaining(stored[1] ?? 'none') }]);
    expect(test.rows('SELECT id FROM reflection')).toEqual([{ id: stored[1] }]);
  });
});
