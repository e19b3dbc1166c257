import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, dump, TestCore } from '../harness.ts';

// What an undo or a redo answers: the words of each refusal, the counts, and what it is called in the list of operations.

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const log = async () => (await test.call('operation.list', { limit: 500 })).items;
const newest = async () => (await log())[0]?.id ?? '';
const undo = (operationId: string) => test.call('operation.undo', { operationId });
const redo = (operationId: string) => test.call('operation.redo', { operationId });
const edit = async (id: string, changes: object) =>
  (await test.call('reflection.update', { id, changes })).operationId ?? '';
const hashOf = (id: string) =>
  test.rows<{ content_hash: string }>(`SELECT content_hash FROM reflection WHERE id = '${id}'`)[0]?.content_hash;

async function importLessons(count: number): Promise<string> {
  const path = join(test.folder, 'lessons.jsonl');
  const line = (n: number) => JSON.stringify({ id: n, title: `t${n}`, outcome: 'success' });
  writeFileSync(path, Array.from({ length: count }, (_, n) => line(n)).join('\n'));
  const { job } = await test.call('import.lessons', { path, projectId: 'p' });
  await test.ended(job.id);
  return job.id;
}

describe('a refusal', () => {
  it('says that something is undone already, or stands, and changes nothing', async () => {
    await test.store();
    const stored = await newest();
    expect(await test.fail('operation.redo', { operationId: stored })).toMatchObject({
      code: 'conflict',
      reason: 'nothing_to_do',
      message: 'This operation stands, so there is nothing to redo.',
      hint: 'Look at what was undone (operation.list).',
    });
    const { operation } = await undo(stored);
    const before = dump(test);
    expect(await test.fail('operation.undo', { operationId: stored })).toMatchObject({
      code: 'conflict',
      reason: 'already_undone',
      message: 'This operation was undone already.',
      hint: 'To do it again, redo it (operation.redo).',
    });
    expect(dump(test)).toBe(before);
    // Of an undo that stands, redo does again what it took back; once more is too much.
    await redo(operation.id);
    expect(await test.fail('operation.redo', { operationId: operation.id })).toMatchObject({ reason: 'nothing_to_do' });
    expect(await test.fail('operation.undo', { operationId: operation.id })).toMatchObject({
      reason: 'already_undone',
    });
  });

  it('names the record that was changed since, also one that is gone', async () => {
    const { view } = await test.call('view.save', { screen: 'lessons', name: 'mine', query: 'q=1' });
    const kept = await test.call('view.save', { id: view.id, query: 'q=2' });
    await test.call('view.delete', { id: view.id });
    const failure = await test.fail('operation.undo', { operationId: kept.operationId });
    expect(failure).toMatchObject({
      code: 'conflict',
      reason: 'changed_since',
      hint: 'Undo the later changes first (operation.list with entityId shows them), or edit it by hand.',
    });
    expect(failure.message).toMatch(/^The setting \S+ was changed since by something else; nothing was changed\.$/);
  });

  it('says why a record cannot come back, and what to do first', async () => {
    await test.call('session.start', { sessionId: 's', projectId: 'demo' });
    const started = await newest();
    const lesson = await test.store({ sessionId: 's' });
    const stored = await newest();
    await undo(stored);
    await undo(started);
    expect(await test.fail('operation.redo', { operationId: stored })).toMatchObject({
      reason: 'in_use',
      message: `The reflection ${lesson.id} cannot come back: what it belongs to was removed; nothing was changed.`,
      hint: 'Redo the making of that one first.',
    });
    await test.store({ projectId: 'demo' });
    const taken = await test.fail('operation.redo', { operationId: started });
    expect(taken).toMatchObject({ reason: 'in_use', hint: 'Remove or rename the other one first.' });
    expect(taken.message).toMatch(
      /^The project \S+ cannot come back: another one has taken its place; nothing was changed\.$/,
    );
  });

  it('says that nothing is left when others use all that an operation made, or it is gone', async () => {
    await test.call('session.start', { sessionId: 's', projectId: 'demo' });
    const started = await newest();
    await test.store({ sessionId: 's' });
    expect(await test.fail('operation.undo', { operationId: started })).toMatchObject({
      code: 'conflict',
      reason: 'nothing_to_do',
      message: 'There is nothing left of this operation to undo: what it made is used by others.',
      hint: 'Undo the later operations first.',
    });
    const { view, operationId } = await test.call('view.save', { screen: 'lessons', name: 'mine', query: 'q=1' });
    await test.call('view.delete', { id: view.id });
    expect(await test.fail('operation.undo', { operationId })).toMatchObject({ reason: 'nothing_to_do' });
  });

  it('says that a purge is final', async () => {
    const lesson = await test.store();
    const stored = await newest();
    await test.call('reflection.delete', { id: lesson.id });
    const which = { ids: [lesson.id] };
    const { digest } = await test.call('reflection.previewPurge', { which });
    await test.call('reflection.purge', { which, digest });
    expect(await test.fail('operation.undo', { operationId: stored })).toMatchObject({
      code: 'conflict',
      reason: 'purged',
      message: `The reflection ${lesson.id} was purged: nothing is left to undo this with, and nothing was changed.`,
      hint: 'A purge is final. A backup from before it may hold the record (backup.list).',
    });
  });

  it('names an operation that does not exist, and a job that wrote nothing', async () => {
    const operationId = 'op_01ARZ3NDEKTSV4RRFFQ69G5FAV';
    expect(await test.fail('operation.undo', { operationId })).toMatchObject({
      code: 'not_found',
      message: `There is no operation with the id ${operationId}.`,
      hint: 'Name one of those there are (operation.list).',
    });
    for (const [verb, message] of [
      ['undo', 'This job has nothing to undo.'],
      ['redo', 'This job has nothing to redo.'],
    ] as const)
      expect(await test.fail(`operation.${verb}`, { jobId: 'job_01ARZ3NDEKTSV4RRFFQ69G5FAV' })).toMatchObject({
        code: 'not_found',
        reason: 'nothing_to_do',
        message,
        hint: 'Look at what stands and what was undone (operation.list).',
      });
  });

  it('of a whole job counts what became of its records, for an undo and for a redo', async () => {
    const jobId = await importLessons(2);
    for (const { id } of (await test.call('reflection.list', {})).items) await test.call('reflection.pin', { id });
    expect(await test.fail('operation.undo', { jobId })).toMatchObject({
      code: 'conflict',
      reason: 'changed_since',
      message:
        'Nothing of this job can be undone: of its records are 2 changed since by something else, 2 used by others now. Nothing was changed.',
      hint: 'Undo the later changes first (operation.list with entityId shows them).',
    });
  });
});

describe('an undo of a job', () => {
  it('says so when others use all that is left of it', async () => {
    const jobId = await importLessons(2);
    await test.store({ projectId: 'p' });
    expect(await test.call('operation.undo', { jobId })).toMatchObject({ keptFor: { in_use: 1 } });
    expect(await test.fail('operation.undo', { jobId })).toMatchObject({
      code: 'conflict',
      reason: 'nothing_to_do',
      message: 'Nothing of this job can be undone: of its records are 1 used by others now. Nothing was changed.',
    });
  });

  it('names at most 50 of the records that it left, and counts all', async () => {
    const jobId = await importLessons(60);
    const { items } = await test.call('reflection.list', { limit: 100 });
    for (const { id } of items.slice(0, 55)) await test.call('reflection.pin', { id });
    const { records, kept, keptFor } = await test.call('operation.undo', { jobId });
    expect([records, kept.length, keptFor]).toEqual([5, 50, { changed_since: 55, in_use: 2 }]);
    expect((await test.call('reflection.list', { withTotal: true })).total).toBe(55);
  });
});

describe('an undo of one write', () => {
  it('says why it leaves what others use', async () => {
    await test.store({ sessionId: 's' });
    const stored = await newest();
    await test.store({ sessionId: 's' });
    expect(await undo(stored)).toMatchObject({ records: 1, keptFor: { in_use: 2 } });
  });
});

describe('a redo of a job', () => {
  it('brings back what has its place still, and counts what another one has kept out', async () => {
    const jobId = await importLessons(2);
    await test.call('operation.undo', { jobId });
    await test.store({ projectId: 'p' });
    expect(await test.call('operation.redo', { jobId })).toMatchObject({ records: 1, keptFor: { place_taken: 3 } });
  });
});

describe('a reversal', () => {
  it('is called after what it reverses, however often, and is of its session and project', async () => {
    await test.store({ sessionId: 's' });
    const [stored] = await log();
    const undone = await undo(stored?.id ?? '');
    const redone = await redo(stored?.id ?? '');
    const again = await undo(redone.operation.id);
    const names = [undone, redone, again].map(({ operation: { name, kind, summary } }) => [name, kind, summary]);
    expect(names).toEqual([
      ['operation.undo', 'undo', 'Undid: Stored: task'],
      ['operation.redo', 'redo', 'Redid: Stored: task'],
      ['operation.undo', 'undo', 'Undid: Stored: task'],
    ]);
    for (const { operation, records } of [undone, redone, again]) {
      expect(operation).toMatchObject({ sessionId: stored?.sessionId, projectId: stored?.projectId, jobId: null });
      expect(records).toBe(3);
    }
    expect(stored?.sessionId).not.toBeNull();
  });

  it('of edits in any order leaves a lesson with the checksum of its content', async () => {
    const { id } = await test.store({ text: 'a', nextStrategy: 'x' });
    const [start, first] = [hashOf(id), await edit(id, { text: 'b' })];
    const second = await edit(id, { nextStrategy: 'y' });
    await undo(first);
    expect(hashOf(id)).not.toBe(start);
    const other = await test.store({ text: 'a', nextStrategy: 'y', projectId: 'other' });
    const { reflection } = await test.call('reflection.get', { id });
    expect(reflection).toMatchObject({ text: 'a', nextStrategy: 'y' });
    expect(hashOf(id)).toBe(hashOf(other.id));
    await undo(second);
    expect(hashOf(id)).toBe(start);
  });

  it('of an edit gives back when and how often a lesson was changed only if nobody changed it since', async () => {
    const lesson = await test.store({ text: 'a' });
    test.now += 1000;
    const first = await edit(lesson.id, { text: 'b' });
    await undo(first);
    expect((await test.call('reflection.get', { id: lesson.id })).reflection).toEqual(lesson);
    await redo(first);
    test.now += 1000;
    await edit(lesson.id, { tags: ['t'] });
    await undo(first);
    const { reflection } = await test.call('reflection.get', { id: lesson.id });
    expect(reflection).toMatchObject({ text: 'a', tags: ['t'] });
    expect(reflection.updatedAt > lesson.updatedAt).toBe(true);
  });
});

describe('an undo of what was undone and redone before', () => {
  it('gives back the very lesson, with its time and its revision, once the edits of others are taken back', async () => {
    const { id } = await test.store({ text: 'a', nextStrategy: 'x' });
    const before = dump(test);
    test.now += 1000;
    const first = await edit(id, { text: 'b' });
    test.now += 1000;
    const second = await edit(id, { nextStrategy: 'y' });
    test.now += 1000;
    await undo(first);
    await redo(first);
    await undo(second);
    await undo(first);
    expect(dump(test)).toBe(before);
  });

  it('brings back the very lesson as well: a redo gives what the first undo took', async () => {
    const { id } = await test.store({ text: 'a', nextStrategy: 'x' });
    test.now += 1000;
    const first = await edit(id, { text: 'b' });
    const before = dump(test);
    await undo(first);
    const second = await edit(id, { nextStrategy: 'y' });
    test.now += 1000;
    await redo(first);
    await undo(first);
    await undo(second);
    await redo(first);
    expect(dump(test)).toBe(before);
  });

  it('takes the project and the session away, too, that the first undo had to leave to others', async () => {
    const before = dump(test);
    await test.store({ sessionId: 's' });
    const stored = await newest();
    await test.store({ sessionId: 's' });
    const other = await newest();
    expect(await undo(stored)).toMatchObject({ records: 1, keptFor: { in_use: 2 } });
    expect(await redo(stored)).toMatchObject({ records: 1, kept: [] });
    await undo(other);
    expect(await undo(stored)).toMatchObject({ records: 3, kept: [] });
    expect(dump(test)).toBe(before);
    expect(await redo(stored)).toMatchObject({ records: 3, kept: [] });
  });

  it('does so with a lesson that was thrown away and taken out again meanwhile', async () => {
    const before = dump(test);
    const { id } = await test.store();
    const stored = await newest();
    for (const turn of [undo, redo, undo, redo]) await turn(stored);
    await test.call('reflection.delete', { id });
    const binned = await newest();
    expect(await test.fail('operation.undo', { operationId: stored })).toMatchObject({ reason: 'changed_since' });
    await undo(binned);
    await undo(stored);
    expect(dump(test)).toBe(before);
  });
});

describe('an undo of many writes', () => {
  const agent = agentIn('/work/shop', { author: { kind: 'agent', name: 'rogue' } });
  const filter = { authorName: 'rogue' };
  const byAgent = (n = 0) =>
    test.call('reflection.store', { taskDescription: `t${n}`, outcome: 'failure', sessionId: 's' }, agent);
  const preview = () => test.call('operation.previewUndoMany', { filter });

  it('is called by how many it takes back, and says how far it is', async () => {
    for (const [count, title] of [
      [1, 'Undo 1 write'],
      [2, 'Undo 2 writes'],
      [60, 'Undo 60 writes'],
    ] as const) {
      for (let n = 0; n < count; n++) await byAgent(n);
      const { digest } = await preview();
      const { job } = await test.call('operation.undoMany', { filter, digest });
      expect(job).toMatchObject({ title, kind: 'undo' });
      const ended = await test.ended(job.id);
      expect(ended).toMatchObject({ state: 'done', done: count, total: count });
      expect(ended.result).toEqual({ undone: count, conflicts: 0, examples: [] });
      expect((await log()).find(({ jobId }) => jobId === job.id)).toMatchObject({
        name: 'operation.undo',
        kind: 'undo',
      });
    }
  });

  it('is refused with what to do when its preview is of another moment', async () => {
    const { digest } = await preview();
    await byAgent();
    expect(await test.fail('operation.undoMany', { filter, digest })).toMatchObject({
      code: 'conflict',
      reason: 'changed_since',
      message: 'More was written or undone since the preview; nothing was changed.',
      hint: 'Look at the preview again (operation.previewUndoMany) and repeat with its digest.',
    });
    const second = await preview();
    expect(second.digest).not.toBe(digest);
    const stored = (await log()).find(({ author }) => author.name === 'rogue')?.id ?? '';
    await undo(stored);
    expect(await test.fail('operation.undoMany', { filter, digest: second.digest })).toMatchObject({
      code: 'conflict',
    });
  });

  it('names at most 50 conflicts, and counts all; of more than a hundred writes it misses none', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 120; n++) ids.push((await byAgent(n)).reflection.id);
    for (const id of ids.slice(0, 60)) await test.call('reflection.pin', { id });
    const before = await preview();
    expect(before).toMatchObject({ matches: 120, undoes: 60, already: 0, conflicts: 60 });
    expect(before.examples).toHaveLength(50);
    const { job } = await test.call('operation.undoMany', { filter, digest: before.digest });
    const ended = await test.ended(job.id);
    expect(ended).toMatchObject({ done: 120, total: 120, result: { undone: 60, conflicts: 60 } });
    expect(ended.result?.examples).toEqual(before.examples);
    expect((await test.call('reflection.list', { withTotal: true })).total).toBe(60);
  });

  it('foresees what its own steps make possible: edits of edits, and places that nobody needs any more', async () => {
    const { reflection } = await byAgent();
    for (const text of ['b', 'c'])
      await test.call('reflection.update', { id: reflection.id, changes: { text } }, agent);
    await test.call('session.start', { sessionId: 'child', parentId: 's' }, agent);
    await test.call('session.start', { sessionId: 'alone' }, agent);
    const before = await preview();
    expect(before).toMatchObject({ conflicts: 0, undoes: before.matches });
    const { job } = await test.call('operation.undoMany', { filter, digest: before.digest });
    expect((await test.ended(job.id)).result).toEqual({ undone: before.undoes, conflicts: 0, examples: [] });
    for (const table of ['reflection', 'session', 'project']) expect(test.rows(`SELECT id FROM ${table}`)).toEqual([]);
  });

  it('foresees that an agent takes nothing back that a person did', async () => {
    await test.store();
    const mine = { authorKind: 'person' as const };
    const foreseen = await test.call('operation.previewUndoMany', { filter: mine }, agent);
    expect(foreseen).toMatchObject({ matches: 1, undoes: 0, conflicts: 1 });
    expect(await test.call('operation.previewUndoMany', { filter: mine })).toMatchObject({ undoes: 1, conflicts: 0 });
  });

  it('foresees a place that somebody else uses as nothing left to take back', async () => {
    await test.call('session.start', { sessionId: 's' }, agent);
    await test.call(
      'reflection.store',
      { taskDescription: 't', outcome: 'success', sessionId: 's' },
      agentIn('/work/shop'),
    );
    const before = await preview();
    expect(before).toMatchObject({ matches: 1, undoes: 0, conflicts: 1 });
    expect(before.examples[0]?.message).toContain('There is nothing left of this operation');
    const { job } = await test.call('operation.undoMany', { filter, digest: before.digest });
    expect((await test.ended(job.id)).result).toEqual({ undone: 0, conflicts: 1, examples: before.examples });
  });
});
