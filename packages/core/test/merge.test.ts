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
});
