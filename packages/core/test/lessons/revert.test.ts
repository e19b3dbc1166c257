import { type Reflection, VERSIONED_FIELDS } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contentHash } from '../../src/runtime/content-hash.ts';
import { agentIn, dump, TestCore } from '../harness.ts';
import { furnish, history, Player, type Step } from '../histories.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const lessonOf = async (id: string) => (await test.call('reflection.get', { id })).reflection;
const writesOf = async (entityId: string) => (await test.call('operation.list', { entityId, limit: 500 })).items;
const versionOf = (lesson: Reflection) => Object.fromEntries(VERSIONED_FIELDS.map((field) => [field, lesson[field]]));

/** The first write with this name on a lesson. */
async function write(id: string, name: string): Promise<string> {
  const found = (await writesOf(id)).toReversed().find((operation) => operation.name === name);
  if (!found) throw new Error(`no ${name}`);
  return found.id;
}

describe('going back to a version', () => {
  it('is one write that puts text, outcome, state and pin back, keeps the rest, and is undone exactly', async () => {
    const stored = await test.store({ nextStrategy: 'first', tags: ['a'] }, agentIn('/work/shop'));
    const { id } = stored;
    await test.call('reflection.update', { id, changes: { nextStrategy: 'second', outcome: 'failure', tags: [] } });
    await test.call('reflection.pin', { id });
    await test.call('reflection.setState', { id, state: 'archived' });
    const before = dump(test);
    const { revision } = await lessonOf(id);
    const operationId = await write(id, 'reflection.store');

    const preview = await test.call('reflection.previewRevert', { id, operationId });
    const now = { nextStrategy: 'second', outcome: 'failure', tags: [], pinned: true, state: 'archived' };
    const then = { nextStrategy: 'first', outcome: 'success', tags: ['a'], pinned: false, state: 'accepted' };
    expect(preview.revision).toBe(revision);
    expect(preview.change).toEqual({
      entity: 'reflection',
      entityId: id,
      before: { ...now, outcomeSource: 'corrected', originalOutcome: 'success' },
      after: { ...then, outcomeSource: 'reported', originalOutcome: null },
    });
    const done = await test.call('reflection.revert', { id, operationId, expectedRevision: revision });
    expect(versionOf(done.reflection)).toEqual(versionOf(stored));
    expect(done.reflection).toMatchObject({ author: stored.author, createdAt: stored.createdAt, agent: stored.agent });
    expect((await writesOf(id))[0]).toMatchObject({
      id: done.operationId,
      kind: 'do',
      summary: 'Restored an earlier version: task',
    });

    await test.call('operation.undo', { operationId: done.operationId ?? '' });
    expect(dump(test)).toBe(before);
    await test.call('operation.redo', { operationId: done.operationId ?? '' });
    expect(await lessonOf(id)).toEqual(done.reflection);
  });

  it('leaves the lesson where it is: its project stays, and so does what has no difference', async () => {
    const { id } = await test.store({ nextStrategy: 'first' });
    const { projectId } = await test.store({ projectId: 'other' });
    const asked = { selection: { ids: [id] }, change: { kind: 'move' as const, projectId } };
    const { digest } = await test.call('reflection.previewMany', asked);
    await test.call('reflection.changeMany', { ...asked, digest });
    const operationId = await write(id, 'reflection.store');
    const { change } = await test.call('reflection.previewRevert', { id, operationId });
    expect([change.before, change.after]).toEqual([{}, {}]);
    const answer = await test.call('reflection.revert', { id, operationId });
    expect(answer.operationId).toBeNull();
    expect(answer.reflection.projectId).toBe(projectId);
  });

  it('takes a lesson out of the bin if it was not there then, and puts none into it', async () => {
    const { id } = await test.store({ nextStrategy: 'first' });
    await test.call('reflection.delete', { id });
    const inBin = await write(id, 'reflection.delete');
    const stored = await write(id, 'reflection.store');
    expect((await test.call('reflection.revert', { id, operationId: inBin })).operationId).toBeNull();
    expect((await test.call('reflection.revert', { id, operationId: stored })).reflection.deletedAt).toBeNull();
    await test.call('reflection.update', { id, changes: { nextStrategy: 'second' } });
    const { reflection } = await test.call('reflection.revert', { id, operationId: inBin });
    expect(reflection).toMatchObject({ nextStrategy: 'first', deletedAt: null });
  });

  it('leaves what bundles know of the lesson, which is about all of its versions', async () => {
    const { id } = await test.store({ extra: { own: 1 } }, agentIn('/work/shop'));
    const known = { ancestors: ['0f'] };
    await test.call('reflection.update', { id, changes: { extra: { own: 2, '@bundle': known } } });
    const done = await test.call('reflection.revert', { id, operationId: await write(id, 'reflection.store') });
    expect(done.reflection.extra).toEqual({ own: 1, '@bundle': known });
  });

  it('is refused when the lesson changed since it was read', async () => {
    const { id, revision } = await test.store({ nextStrategy: 'first' });
    await test.call('reflection.update', { id, changes: { nextStrategy: 'second' } });
    const before = dump(test);
    const input = { id, operationId: await write(id, 'reflection.store'), expectedRevision: revision };
    expect(await test.fail('reflection.revert', input)).toMatchObject({ code: 'conflict', reason: 'changed_since' });
    expect(dump(test)).toBe(before);
  });

  it('is refused in words where there is no such version', async () => {
    const { id } = await test.store();
    const other = await test.store();
    const stored = await write(id, 'reflection.store');
    const { operation } = await test.call('operation.undo', { operationId: stored });
    await test.call('operation.redo', { operationId: stored });
    const refusal = async (operationId: string) =>
      (await test.fail('reflection.previewRevert', { id, operationId })).message;
    expect(await refusal(operation.id)).toContain('it was not there after this operation');
    expect(await refusal(await write(other.id, 'reflection.store'))).toContain('this operation did not touch it');
    expect(await test.fail('reflection.revert', { id, operationId: operation.id })).toMatchObject({ code: 'conflict' });
    expect(await test.fail('reflection.revert', { id, operationId: `op_${'0'.repeat(26)}` })).toMatchObject({
      code: 'not_found',
    });
  });

  it('is refused for a lesson that was purged: nothing of it is left', async () => {
    const { id } = await test.store();
    await test.call('reflection.delete', { id });
    const operationId = await write(id, 'reflection.store');
    const which = { ids: [id] };
    const { digest } = await test.call('reflection.previewPurge', { which });
    await test.call('reflection.purge', { which, digest });
    expect(await test.fail('reflection.revert', { id, operationId })).toMatchObject({ code: 'not_found' });
  });
});

interface Version {
  id: string;
  operationId: string;
  was: Reflection;
}

/** Every lesson as it was after the last write that changed it. */
async function versionsNow(): Promise<Version[]> {
  const last = test.rows<{ id: string; operationId: string }>(
    `SELECT r.id, (SELECT o.id FROM operation o JOIN operation_change c ON c.operation_seq = o.seq
       WHERE c.entity_id = r.id ORDER BY o.seq DESC LIMIT 1) AS operationId FROM reflection r`,
  );
  return Promise.all(last.map(async (one) => ({ ...one, was: await lessonOf(one.id) })));
}

/** Plays a history in pieces, reverts to every earlier version, and undoes that. Returns the number of versions. */
async function everyVersionComesBack(player: Player, steps: readonly Step[]): Promise<number> {
  const versions = await versionsNow();
  for (let at = 0; at < steps.length; at += 3) {
    await player.play(steps.slice(at, at + 3));
    versions.push(...(await versionsNow()));
  }
  const here = new Set(test.rows<{ id: string }>('SELECT id FROM reflection').map(({ id }) => id));
  const reachable = versions.filter(({ id }) => here.has(id));
  for (const { id, operationId, was } of reachable) {
    const before = dump(test);
    const now = await lessonOf(id);
    const done = await test.call('reflection.revert', { id, operationId, expectedRevision: now.revision });
    const { reflection } = done;
    expect(versionOf(reflection)).toEqual(versionOf(was));
    expect(reflection.deletedAt).toBe(was.deletedAt === null ? null : now.deletedAt);
    expect(reflection.projectId).toBe(now.projectId);
    const [row] = test.rows<{ content_hash: string }>('SELECT content_hash FROM reflection WHERE id = ?', [id]);
    expect(row?.content_hash).toBe(contentHash(reflection));
    if (done.operationId !== null) await test.call('operation.undo', { operationId: done.operationId });
    expect(dump(test)).toBe(before);
  }
  return reachable.length;
}

describe('every version of any history', () => {
  it('comes back as it was, and one undo leaves the memory as it is, in 40 random histories', async () => {
    verifies('C-10');
    let versions = 0;
    const property = fc.asyncProperty(history, async (steps) => {
      // A new memory for each, because every step compares all of it.
      await test.remove();
      test = new TestCore();
      await furnish(test);
      versions += await everyVersionComesBack(new Player(test), steps);
    });
    await fc.assert(property, { numRuns: 40, seed: 20_261_122, endOnFailure: true });
    expect(versions).toBeGreaterThan(500);
  });
});
