import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, dump, person, TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const log = async () => (await test.call('operation.list', { limit: 500 })).items;
const newest = async () => {
  const [operation] = await log();
  if (!operation) throw new Error('the log is empty');
  return operation;
};

describe('the operations log', () => {
  it('names author, door, client and what was before and after', async () => {
    const lesson = await test.store({ nextStrategy: 'first' }, agentIn('/work/shop'));
    await test.call('reflection.update', { id: lesson.id, changes: { nextStrategy: 'second' } });
    const [edit, store] = await log();
    expect(store).toMatchObject({
      name: 'reflection.store',
      kind: 'do',
      author: { kind: 'agent', name: 'test agent' },
      door: 'mcp',
      client: 'test-client 1.0',
      projectId: lesson.projectId,
    });
    expect(store?.changes.at(-1)).toMatchObject({ entity: 'reflection', entityId: lesson.id, before: null });
    expect(edit).toMatchObject({ author: person.author, door: 'inproc', changeCount: 1 });
    expect(edit?.changes[0]?.before).toMatchObject({ nextStrategy: 'first' });
    expect(edit?.changes[0]?.after).toMatchObject({ nextStrategy: 'second' });
  });

  it('keeps every edit of a lesson (B0-33)', async () => {
    verifies('B0-33');
    const { id } = await test.store({ nextStrategy: '0' });
    for (let n = 1; n <= 5; n++) await test.call('reflection.update', { id, changes: { nextStrategy: String(n) } });
    const { items } = await test.call('operation.list', { entityId: id });
    expect(
      items.map((operation) => operation.changes.find((change) => change.entityId === id)?.after?.nextStrategy),
    ).toEqual(['5', '4', '3', '2', '1', '0']);
  });

  it('filters by record, author, project and time, all together', async () => {
    const mine = await test.store({ projectId: 'a' });
    test.now += 1000;
    const theirs = await test.store({ projectId: 'b' }, agentIn('/work/b'));
    const list = async (filter: object) => (await test.call('operation.list', filter)).items.map((one) => one.summary);
    expect(await list({})).toHaveLength(2);
    expect(await list({ entityId: mine.id })).toHaveLength(1);
    expect(await list({ projectId: 'b', authorKind: 'agent', authorName: 'test agent' })).toHaveLength(1);
    expect(await list({ projectId: 'a', authorKind: 'agent' })).toHaveLength(0);
    expect(await list({ since: theirs.createdAt })).toHaveLength(1);
    expect(await list({ until: theirs.createdAt, entityId: mine.id })).toHaveLength(1);
    expect(await test.fail('operation.list', { projectId: 'nowhere' })).toMatchObject({ code: 'not_found' });
  });

  it('has no trace of a write that changes nothing', async () => {
    const lesson = await test.store({ tags: ['a'] });
    const before = await log();
    const revision = (await test.call('host.status', {})).revision;
    const unchanged = [
      await test.call('reflection.update', { id: lesson.id, changes: { tags: ['a'], outcome: 'success' } }),
      await test.call('reflection.setState', { id: lesson.id, state: 'accepted' }),
      await test.call('reflection.pin', { id: lesson.id, pinned: false }),
      await test.call('reflection.restore', { id: lesson.id }),
      await test.call('project.rename', { id: 'demo', name: 'demo' }),
    ];
    expect(unchanged.map((answer) => answer.operationId)).toEqual(unchanged.map(() => null));
    expect(await log()).toEqual(before);
    expect((await test.call('host.status', {})).revision).toBe(revision);
    expect((await test.call('reflection.get', { id: lesson.id })).reflection).toEqual(lesson);
  });
});

describe('undo and redo', () => {
  it('take back the store with the project and session it made, and bring them back exactly', async () => {
    const empty = dump(test);
    await test.store({ sessionId: 's', tags: ['a'], whatWorked: ['x'] });
    const full = dump(test);
    const { id: operationId } = await newest();
    await test.call('operation.undo', { operationId });
    expect(dump(test)).toBe(empty);
    await test.call('operation.redo', { operationId });
    expect(dump(test)).toBe(full);
  });

  it('can be repeated on the same operation as often as one likes', async () => {
    const empty = dump(test);
    await test.store();
    const full = dump(test);
    const { id: operationId } = await newest();
    for (let round = 0; round < 4; round++) {
      const undone = await test.call('operation.undo', { operationId });
      expect(undone.operation).toMatchObject({ kind: 'undo', author: person.author });
      expect(dump(test)).toBe(empty);
      expect((await log()).at(-1)?.reversedById).toBe(undone.operation.id);
      expect(await test.fail('operation.undo', { operationId })).toMatchObject({ reason: 'already_undone' });
      const redone = await test.call('operation.redo', { operationId });
      expect(redone.operation.kind).toBe('redo');
      expect(dump(test)).toBe(full);
      expect((await log()).at(-1)?.reversedById).toBeNull();
      expect(await test.fail('operation.redo', { operationId })).toMatchObject({ reason: 'nothing_to_do' });
    }
  });

  it('undo an undo, which is a redo', async () => {
    await test.store();
    const full = dump(test);
    const { id: operationId } = await newest();
    const { operation } = await test.call('operation.undo', { operationId });
    const again = await test.call('operation.undo', { operationId: operation.id });
    expect(again.operation).toMatchObject({ kind: 'redo', name: 'operation.undo', reversesId: operation.id });
    expect(again.operation.summary).toBe('Redid: Stored: task');
    expect(dump(test)).toBe(full);
  });

  it('take back one field out of order and leave a later change of another field', async () => {
    const { id } = await test.store({ nextStrategy: 'a', text: 'a' });
    const first = await test.call('reflection.update', { id, changes: { nextStrategy: 'b' } });
    await test.call('reflection.update', { id, changes: { text: 'b' } });
    await test.call('operation.undo', { operationId: first.operationId ?? '' });
    const { reflection } = await test.call('reflection.get', { id });
    expect(reflection).toMatchObject({ nextStrategy: 'a', text: 'b' });
  });

  it('answer a conflict, and change nothing, when the same field was changed since', async () => {
    const { id } = await test.store({ nextStrategy: 'a' });
    const first = await test.call('reflection.update', { id, changes: { nextStrategy: 'b', text: 'x' } });
    await test.call('reflection.update', { id, changes: { nextStrategy: 'c' } });
    const before = dump(test);
    const operations = await log();
    const failure = await test.fail('operation.undo', { operationId: first.operationId });
    expect(failure).toMatchObject({ code: 'conflict', reason: 'changed_since' });
    expect(dump(test)).toBe(before);
    expect(await log()).toEqual(operations);
  });

  it('refuse to take back the making of a lesson that was edited since', async () => {
    const { id } = await test.store();
    const { id: operationId } = await newest();
    await test.call('reflection.pin', { id });
    expect(await test.fail('operation.undo', { operationId })).toMatchObject({ reason: 'changed_since' });
    expect((await test.call('reflection.get', { id })).reflection.pinned).toBe(true);
  });

  it('leave a project and session that others use now, and say so', async () => {
    const lesson = await test.store({ sessionId: 's' });
    const { id: operationId } = await newest();
    const other = await test.store({ sessionId: 's' });
    const { kept } = await test.call('operation.undo', { operationId });
    expect(kept.sort()).toEqual([lesson.projectId, lesson.sessionId].sort());
    expect((await test.call('reflection.list', {})).items.map((item) => item.id)).toEqual([other.id]);
  });

  it('say what is in the way when a record cannot come back', async () => {
    await test.call('session.start', { sessionId: 's', projectId: 'demo' });
    const started = await newest();
    await test.store({ sessionId: 's' });
    const stored = await newest();
    await test.call('operation.undo', { operationId: stored.id });
    await test.call('operation.undo', { operationId: started.id });
    const orphan = await test.fail('operation.redo', { operationId: stored.id });
    expect(orphan).toMatchObject({ code: 'conflict', reason: 'in_use' });
    expect(orphan.message).toContain('what it belongs to was removed');
    await test.store({ projectId: 'demo' });
    const taken = await test.fail('operation.redo', { operationId: started.id });
    expect(taken.message).toContain('another one has taken its place');
  });

  it('take back and bring back everything one job wrote', async () => {
    const path = join(test.folder, 'lessons.jsonl');
    writeFileSync(
      path,
      Array.from({ length: 700 }, (_, n) =>
        JSON.stringify({ id: n, title: `t${n}`, outcome: 'success', sessionId: `s${n % 7}` }),
      ).join('\n'),
    );
    const empty = dump(test);
    const { job } = await test.call('import.lessons', { path, projectId: 'p' });
    await test.ended(job.id);
    const full = dump(test);
    expect((await log()).filter((operation) => operation.jobId === job.id).length).toBeGreaterThan(1);
    for (let round = 0; round < 2; round++) {
      await test.call('operation.undo', { jobId: job.id });
      expect(dump(test)).toBe(empty);
      expect(await test.fail('operation.undo', { jobId: job.id })).toMatchObject({ reason: 'nothing_to_do' });
      await test.call('operation.redo', { jobId: job.id });
      expect(dump(test)).toBe(full);
    }
  });

  it('take back one part of an import although the rest still has its source', async () => {
    const path = join(test.folder, 'lessons.jsonl');
    const line = (n: number) => JSON.stringify({ id: n, title: `t${n}`, outcome: 'success' });
    writeFileSync(path, Array.from({ length: 700 }, (_, n) => line(n)).join('\n'));
    const { job } = await test.call('import.lessons', { path, projectId: 'p' });
    await test.ended(job.id);
    const parts = (await log()).filter((operation) => operation.jobId === job.id);
    const first = parts.at(-1);
    const { kept } = await test.call('operation.undo', { operationId: first?.id ?? '' });
    expect(kept).toHaveLength(2);
    await test.call('operation.undo', { jobId: job.id });
    expect(test.rows('SELECT id FROM reflection')).toEqual([]);
  });

  it('name an operation or job that does not exist as such', async () => {
    const operationId = 'op_01ARZ3NDEKTSV4RRFFQ69G5FAV';
    expect(await test.fail('operation.undo', { operationId })).toMatchObject({ code: 'not_found' });
    expect(await test.fail('operation.redo', { operationId })).toMatchObject({ code: 'not_found' });
    expect(await test.fail('operation.undo', { jobId: 'job_01ARZ3NDEKTSV4RRFFQ69G5FAV' })).toMatchObject({
      code: 'not_found',
    });
  });
});
