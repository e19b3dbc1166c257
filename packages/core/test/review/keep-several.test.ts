import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

it('several unused lessons are kept as one, which one undo takes back', async () => {
  verifies('E-02');
  const ids: string[] = [];
  for (const task of ['one', 'two', 'three']) ids.push((await test.store({ taskDescription: task })).id);
  await test.call('settings.set', { changes: { 'review.unreadDays': 0 } });
  test.now += 1000;
  const unused = async () => (await test.call('reflection.neglected', {})).neverShown;
  expect(await unused()).toBe(3);
  const { operationId } = await test.call('reflection.keep', { ids: ids.slice(0, 2) });
  expect(await unused()).toBe(1);
  expect(await test.call('reflection.keep', { ids: ids.slice(0, 2) })).toEqual({ operationId: null });
  await test.call('operation.undo', { operationId: operationId ?? '' });
  expect(await unused()).toBe(3);
});

it('a lesson that is not there keeps all of them from being kept', async () => {
  const { id } = await test.store({ taskDescription: 'one' });
  await test.call('settings.set', { changes: { 'review.unreadDays': 0 } });
  test.now += 1000;
  const missing = `${id.slice(0, -4)}0000`;
  expect(await test.fail('reflection.keep', { ids: [id, missing] })).toMatchObject({ code: 'not_found' });
  expect((await test.call('reflection.neglected', {})).neverShown).toBe(1);
});

it('several contradictions are left as one, which one undo takes back; a pair of two projects leaves none', async () => {
  verifies('E-02');
  const pair = async (what: string, projectId: string) => {
    const task = { taskDescription: `Keep the login test stable with ${what}`, projectId };
    const one = await test.store({ ...task, whatDidNotWork: [`Raising ${what} of every single run`] });
    const other = await test.store({ ...task, outcome: 'success', whatWorked: [`Raise ${what} of every single run`] });
    return [one.id, other.id];
  };
  const first = await pair('the timeout', 'shop');
  const second = await pair('the workers', 'till');
  const open = async () => {
    for (;;) {
      const { total, comparing } = await test.call('reflection.contradictions', {});
      if (comparing.isDone) return total;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  expect(await open()).toBe(2);
  const mixed = { pairs: [first, [first[0] ?? '', second[0] ?? '']] };
  expect(await test.fail('reflection.dismissContradiction', mixed)).toMatchObject({ code: 'invalid_input' });
  expect(await open()).toBe(2);
  const { operationId } = await test.call('reflection.dismissContradiction', { pairs: [first, second] });
  expect(await open()).toBe(0);
  await test.call('operation.undo', { operationId: operationId ?? '' });
  expect(await open()).toBe(2);
});
