import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, damage, dump, TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

/** Makes a large project, and one that has a session with the same id as one in the first. */
async function bigAndNew(): Promise<void> {
  const path = join(test.folder, 'many.jsonl');
  const line = (n: number) =>
    JSON.stringify({ id: `n${n}`, title: 't', outcome: 'failure', projectId: 'big', sessionId: `s${n % 40}` });
  writeFileSync(path, Array.from({ length: 600 }, (_, n) => line(n)).join('\n'));
  await test.ended((await test.call('import.lessons', { path })).job.id);
  await test.store({ projectId: 'new', sessionId: 's3' });
}

const names = async () => (await test.call('project.list', {})).items.map(({ name }) => name);

describe('a merge of projects', () => {
  it('brings sessions, lessons, pins and the bin along, and is undone and redone exactly', async () => {
    verifies('C-04');
    const kept = await test.store({ projectId: 'new', sessionId: 'own' });
    const pinned = await test.store({ projectId: 'old', sessionId: 'mine' });
    await test.call('reflection.pin', { id: pinned.id });
    const binned = await test.store({ projectId: 'old' });
    await test.call('reflection.delete', { id: binned.id });
    const before = dump(test);
    const asked = { from: 'old', into: 'new' };
    expect(await test.call('project.previewMerge', asked)).toMatchObject({
      sessions: 1,
      reflections: 2,
      renamed: 0,
      asJob: false,
      from: { name: 'old' },
      into: { name: 'new' },
    });
    expect(dump(test)).toBe(before);
    const { project, operationId } = await test.call('project.merge', asked);
    expect(project).toMatchObject({ id: kept.projectId, sessions: 2, reflections: 2 });
    const { items } = await test.call('reflection.list', { projectId: 'new', pinned: true });
    expect(items.map(({ id, projectName }) => [id, projectName])).toEqual([[pinned.id, 'new']]);
    expect(await names()).toEqual(['new']);
    const after = dump(test);
    await test.call('operation.undo', { operationId: operationId ?? '' });
    expect(dump(test)).toBe(before);
    await test.call('operation.redo', { operationId: operationId ?? '' });
    expect(dump(test)).toBe(after);
  });

  it('lets the folder and the names of the old one mean the new one from then on', async () => {
    verifies('C-04');
    const agent = agentIn('/work/copy');
    const first = (await test.call('reflection.store', { taskDescription: 't', outcome: 'success' }, agent)).reflection;
    const { projectId } = await test.store({ projectId: 'main' });
    const { operationId } = await test.call('project.merge', { from: first.projectId, into: 'main' });
    const next = await test.call('reflection.store', { taskDescription: 't', outcome: 'success' }, agent);
    expect(next.reflection.projectId).toBe(projectId);
    expect(next.created.project).toBe(false);
    for (const reference of ['copy', first.projectId]) {
      expect((await test.call('project.get', { id: reference })).project.id).toBe(projectId);
      expect((await test.call('reflection.list', { projectId: reference, withTotal: true })).total).toBe(3);
    }
    await test.call('operation.undo', { operationId: operationId ?? '' });
    const later = await test.call('reflection.store', { taskDescription: 't', outcome: 'success' }, agent);
    expect(later.reflection.projectId).toBe(first.projectId);
  });

  it('follows a chain of merges', async () => {
    for (const projectId of ['a', 'b', 'c']) await test.store({ projectId });
    await test.call('project.merge', { from: 'a', into: 'b' });
    await test.call('project.merge', { from: 'b', into: 'c' });
    expect((await test.store({ projectId: 'a' })).projectName).toBe('c');
    expect((await test.call('project.list', {})).items).toMatchObject([{ name: 'c', reflections: 4 }]);
  });

  it('gives what both projects know by one id the name of its project, and says so before', async () => {
    for (const projectId of ['old', 'new']) await test.store({ projectId, nativeId: 'n', sessionId: 's' });
    expect((await test.call('project.previewMerge', { from: 'old', into: 'new' })).renamed).toBe(2);
    await test.call('project.merge', { from: 'old', into: 'new' });
    const lessons = (await test.call('reflection.list', { projectId: 'new' })).items;
    expect(lessons.map(({ nativeId, sessionNativeId }) => [nativeId, sessionNativeId])).toEqual([
      ['n', 's'],
      ['n (old)', 's (old)'],
    ]);
  });

  it('leaves it to the project that stays whether hooks keep silent and sessions are written down', async () => {
    const { projectId: from } = await test.store({ projectId: 'old' });
    await test.store({ projectId: 'new' });
    await test.call('settings.set', { changes: { 'remind.offProjects': [from], 'capture.offProjects': [from] } });
    await test.call('project.merge', { from, into: 'new' });
    const { settings } = await test.call('settings.get', {});
    expect([settings['remind.offProjects'], settings['capture.offProjects']]).toEqual([[], []]);
  });

  /** Starts a merge that is a job, and waits until it has moved its first records. */
  async function beginMerge() {
    test.events.length = 0;
    const begun = await test.call('project.merge', { from: 'big', into: 'new' });
    while (!test.events.some((event) => event.changed.reflection))
      await new Promise((resolve) => setImmediate(resolve));
    return begun;
  }

  it('of more than 500 records is a job, undone and redone exactly', async () => {
    await bigAndNew();
    const before = dump(test);
    const { job, operationId } = await test.call('project.merge', { from: 'big', into: 'new' });
    expect(operationId).toBeNull();
    const ended = await test.ended(job?.id ?? '');
    expect(ended).toMatchObject({ state: 'done', done: 640, total: 640, result: { moved: 640 } });
    expect(await names()).toEqual(['new']);
    const after = dump(test);
    await test.call('operation.undo', { jobId: ended.id });
    expect(dump(test)).toBe(before);
    await test.call('operation.redo', { jobId: ended.id });
    expect(dump(test)).toBe(after);
  });

  it('that is cancelled half-way is taken back: both projects are as they were', async () => {
    await bigAndNew();
    const before = dump(test);
    const { job } = await beginMerge();
    await test.call('job.cancel', { id: job?.id ?? '' });
    const ended = await test.ended(job?.id ?? '');
    expect(ended).toMatchObject({ state: 'cancelled', error: { reason: 'cancelled' } });
    expect(ended.done).toBeGreaterThan(0);
    expect(dump(test)).toBe(before);
    expect((await test.call('reflection.list', { projectId: 'big', withTotal: true })).total).toBe(600);
    expect(await names()).toEqual(expect.arrayContaining(['big', 'new']));
  });

  it('that meets a damaged record says what stays of it, and not that nothing was changed', async () => {
    await bigAndNew();
    await test.call('project.setChecks', { id: 'big', checks: ['make big'] });
    await damage(
      test,
      "UPDATE reflection SET task = 'rotten' WHERE seq = (SELECT MAX(seq) FROM reflection WHERE native_id = 'n599')",
    );
    const { job } = await beginMerge();
    await test.call('project.setChecks', { id: 'new', checks: ['make new'] });
    const { error } = await test.ended(job?.id ?? '');
    expect(error?.reason).toBe('partly_undone');
    expect(error?.message).toMatch(
      /^The reflection \S+ is not as it was written: the memory file is damaged\. 1 record stays, changed or used by something else meanwhile; the rest was undone\.$/,
    );
  });

  it('that another version began and this one cannot read is taken back too', async () => {
    await bigAndNew();
    const before = dump(test);
    const { job } = await beginMerge();
    await damage(test, "UPDATE job SET input = json_remove(input, '$.into') WHERE kind = 'merge'");
    const ended = await test.ended(job?.id ?? '');
    expect(ended).toMatchObject({ state: 'failed', error: { code: 'invalid_input' } });
    expect(ended.done).toBeGreaterThan(0);
    expect(dump(test)).toBe(before);
  });

  it('is refused with itself, with what is a part of it, and with what is not there', async () => {
    for (const projectId of ['a', 'b']) await test.store({ projectId });
    await test.call('project.merge', { from: 'a', into: 'b' });
    const before = dump(test);
    for (const pair of [
      { from: 'b', into: 'b' },
      { from: 'a', into: 'b' },
      { from: 'b', into: 'a' },
      { from: 'b' },
      { from: '', into: 'b' },
    ]) {
      expect(await test.fail('project.merge', pair)).toMatchObject({ code: 'invalid_input' });
      expect(await test.fail('project.previewMerge', pair)).toMatchObject({ code: 'invalid_input' });
    }
    expect(await test.fail('project.merge', { from: 'nowhere', into: 'b' })).toMatchObject({ code: 'not_found' });
    expect(dump(test)).toBe(before);
  });
});

describe('renaming a project', () => {
  it('to the name of another is refused, and nothing is changed; to its own, and to a free one, it is not', async () => {
    const one = await test.store({ projectId: 'one' });
    await test.store({ projectId: 'two' });
    const before = dump(test);
    const taken = await test.fail('project.rename', { id: one.projectId, name: 'two' });
    expect(taken).toMatchObject({ code: 'conflict', reason: 'in_use' });
    expect(taken.hint).toContain('project.merge');
    expect(dump(test)).toBe(before);
    expect((await test.call('project.rename', { id: one.projectId, name: 'one' })).operationId).toBeNull();
    expect((await test.call('project.rename', { id: one.projectId, name: 'three' })).project.name).toBe('three');
  });
});
