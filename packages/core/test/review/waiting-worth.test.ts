import { afterEach, beforeEach, expect, it } from 'vitest';
import { agentIn, TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const asking = (session: string) => agentIn('/work/shop', { session });
const TASK = 'Keep the login test stable';

it('counts drafts that say what failed, the age of the oldest, and how often agents were shown what waits', async () => {
  const nothing = { warnings: 0, oldestAt: null, shown: 0, days: 30 };
  expect(await test.call('reflection.waiting', {})).toEqual(nothing);
  const draft = { state: 'draft', taskDescription: TASK } as const;
  const first = await test.store({ ...draft, whatDidNotWork: ['Raising the timeout'] }, asking('a'));
  await test.store({ ...draft, taskDescription: 'Rotate the logs', outcome: 'success' }, asking('a'));
  await test.store({ taskDescription: 'Rename the queue' }, asking('a'));
  expect(await test.call('reflection.waiting', {})).toEqual({ ...nothing, warnings: 1, oldestAt: first.updatedAt });
  await test.call('memory.brief', { task: TASK }, asking('b'));
  await test.call('memory.brief', { task: TASK }, asking('c'));
  expect((await test.call('reflection.waiting', {})).shown).toBe(2);
  expect((await test.call('reflection.waiting', { projectId: 'shop' })).shown).toBe(2);
  await test.call('reflection.setState', { id: first.id, state: 'accepted' });
  expect(await test.call('reflection.waiting', {})).toMatchObject({ warnings: 0, shown: 0 });
  // In use, it waits again once it was judged harmful.
  await test.call('memory.feedback', { reflectionId: first.id, verdict: 'harmful' }, asking('c'));
  expect(await test.call('reflection.waiting', {})).toMatchObject({ warnings: 0, shown: 2 });
});
