import type { Reflection } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

/** Fields that every write changes. */
const bookkeeping = ({ revision, updatedAt, extra }: Reflection) => ({ revision, updatedAt, extra });

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

  it('keeps of each field what a person chose, and one undo takes it back exactly', async () => {
    verifies('C-09');
    const into = await test.store({
      taskDescription: 'old',
      whatWorked: ['A'],
      tags: ['x'],
      text: 'One.',
      nextStrategy: 'N',
    });
    const from = await test.store({
      taskDescription: 'new',
      whatWorked: ['B'],
      whatDidNotWork: ['C'],
      tags: ['y'],
      text: 'Two.',
      nextStrategy: '',
      rootCause: 'R',
    });
    const choose = { taskDescription: 'from', whatWorked: 'into', whatDidNotWork: 'into', tags: 'from' } as const;
    const rest = { text: 'from', nextStrategy: 'from', rootCause: 'into' } as const;
    const merged = await test.call('reflection.merge', { id: from.id, into: into.id, choose: { ...choose, ...rest } });
    expect(merged.reflection).toMatchObject({
      taskDescription: 'new',
      whatWorked: ['A'],
      whatDidNotWork: [],
      tags: ['y'],
      text: 'Two.',
      nextStrategy: '',
      rootCause: null,
      outcome: into.outcome,
    });
    expect(merged.superseded).toMatchObject({ ...from, state: 'superseded', ...bookkeeping(merged.superseded) });
    await test.call('operation.undo', { operationId: merged.operationId });
    expect((await test.call('reflection.get', { id: into.id })).reflection).toEqual(into);
    expect((await test.call('reflection.get', { id: from.id })).reflection).toEqual(from);
  });

  it('takes either side of any choice whole, whatever the lessons say', async () => {
    const texts = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 4 });
    const side = fc.constantFrom('into' as const, 'from' as const, 'both' as const);
    const cases = fc.record({ one: texts, other: texts, side });
    await fc.assert(
      fc.asyncProperty(cases, async ({ one, other, side }) => {
        const into = await test.store({ whatWorked: one });
        const from = await test.store({ whatWorked: other });
        const asked = { id: from.id, into: into.id, choose: { whatWorked: side } };
        const { reflection } = await test.call('reflection.merge', asked);
        const both = [...one, ...other.filter((text) => !one.includes(text))];
        expect(reflection.whatWorked).toEqual({ into: one, from: other, both }[side]);
      }),
      { numRuns: 30, seed: 7 },
    );
  });

  it('refuses a choice of a field that is not to choose, and changes nothing', async () => {
    const [one, other] = [await test.store(), await test.store()];
    for (const choose of [{ outcome: 'from' }, { nextStrategy: 'both' }, { tags: 'neither' }]) {
      const asked = { id: one.id, into: other.id, choose };
      expect(await test.fail('reflection.merge', asked)).toMatchObject({ code: 'invalid_input' });
    }
    expect((await test.call('reflection.get', { id: one.id })).reflection).toEqual(one);
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
