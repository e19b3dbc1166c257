import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestCore } from './harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

describe('reflection.merge', () => {
  it('gives the lesson that stays what it lacks, each statement once, and supersedes the other', async () => {
    const into = await test.store({ whatWorked: ['Use toFixed'], tags: ['prices'], nextStrategy: '', text: 'One.' });
    const from = await test.store({
      whatWorked: ['use toFixed ', 'round first'],
      whatDidNotWork: ['String()'],
      tags: ['prices', 'format'],
      nextStrategy: 'test with zero',
      text: 'Two.',
    });
    const merged = await test.call('reflection.merge', { id: from.id, into: into.id });
    expect(merged.reflection).toMatchObject({
      id: into.id,
      whatWorked: ['Use toFixed', 'round first'],
      whatDidNotWork: ['String()'],
      tags: ['prices', 'format'],
      nextStrategy: 'test with zero',
      text: 'One.\n\nTwo.',
    });
    expect(merged.superseded).toMatchObject({ id: from.id, state: 'superseded', extra: { mergedInto: into.id } });
    await test.call('operation.undo', { operationId: merged.operationId });
    const restored = await Promise.all([into, from].map(({ id }) => test.call('reflection.get', { id })));
    expect(restored.map(({ reflection }) => reflection)).toEqual([into, from]);
  });

  it('refuses a lesson with itself, one in the bin, and one that is not there', async () => {
    const one = await test.store();
    const other = await test.store();
    expect((await test.fail('reflection.merge', { id: one.id, into: one.id })).code).toBe('invalid_input');
    await test.call('reflection.delete', { id: other.id });
    expect((await test.fail('reflection.merge', { id: one.id, into: other.id })).code).toBe('conflict');
    const missing = 'refl_01ARZ3NDEKTSV4RRFFQ69G5FAV';
    expect((await test.fail('reflection.merge', { id: one.id, into: missing })).code).toBe('not_found');
  });

  it('refuses what would leave neither: one that was merged already, and one that is not in use', async () => {
    const [one, other] = [await test.store(), await test.store()];
    await test.call('reflection.merge', { id: one.id, into: other.id });
    for (const [id, into] of [
      [one.id, other.id],
      [other.id, one.id],
    ] as const) {
      expect(await test.fail('reflection.merge', { id, into })).toMatchObject({ code: 'conflict' });
    }
    const rest = await test.store();
    for (const state of ['rejected', 'superseded', 'archived'] as const) {
      await test.call('reflection.setState', { id: rest.id, state });
      expect((await test.fail('reflection.merge', { id: other.id, into: rest.id })).code).toBe('conflict');
    }
    expect((await test.call('reflection.get', { id: other.id })).reflection.state).toBe('accepted');
  });

  it('refuses lessons of two projects: agents of the first would no longer be told', async () => {
    const [one, other] = [await test.store(), await test.store({ projectId: 'elsewhere' })];
    expect((await test.fail('reflection.merge', { id: one.id, into: other.id })).code).toBe('invalid_input');
  });

  it('keeps a pin', async () => {
    const [pinned, other] = [await test.store(), await test.store()];
    await test.call('reflection.pin', { id: pinned.id });
    const { reflection } = await test.call('reflection.merge', { id: pinned.id, into: other.id });
    expect(reflection.pinned).toBe(true);
  });
});
