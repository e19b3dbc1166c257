import type { Caller } from '@twicewise/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { agentIn, person, TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const agent = agentIn('/work/demo');
const hook = agentIn('/work/demo', { door: 'hook', session: 's' });
const TASK = 'retry the upload of large files to the bucket';
const DRAFT = {
  taskDescription: 'upload large files to the bucket with a retry',
  outcome: 'failure' as const,
  whatDidNotWork: ['a fixed delay between uploads'],
  nextStrategy: 'back off exponentially',
  state: 'draft' as const,
  projectId: undefined,
};

/** Whether an agent is told the draft, by the place where it may be. */
async function told(caller: Caller): Promise<Record<string, boolean>> {
  const has = (value: unknown) => JSON.stringify(value).includes('fixed delay');
  const remind = (occasion: 'session_start' | 'prompt') =>
    test.call('memory.remind', { occasion, text: TASK, dryRun: true }, { ...hook, session: `s ${caller.door}` });
  return {
    brief: has(await test.call('memory.brief', { task: TASK, dryRun: true }, caller)),
    search: has(await test.call('reflection.search', { taskDescription: TASK }, caller)),
    named: has(await test.call('reflection.search', { taskDescription: TASK, state: ['draft'] }, caller)),
    newest: has(await test.call('reflection.search', {}, caller)),
    memory: has(await test.call('memory.search', { text: TASK }, caller)),
    recent: has(await test.call('reflection.recent', {}, caller)),
    summary: has(await test.call('reflection.summary', {}, caller)),
    format: has(await test.call('reflection.format', { taskDescription: TASK }, caller)),
    deadEnds: has(await test.call('causal.deadEnds', { task: TASK }, caller)),
    start: has(await remind('session_start')),
    prompt: has(await remind('prompt')),
  };
}

it('drafts are told to agents as what they are, unless a setting holds them back', async () => {
  const draft = await test.store(DRAFT, agent);
  expect(draft.state).toBe('draft');
  const before = await told(agent);
  expect(Object.entries(before).filter(([, isTold]) => !isTold)).toEqual([]);
  expect((await test.call('memory.brief', { task: TASK, dryRun: true }, agent)).text).toContain('draft, not reviewed');

  await test.call('settings.set', { changes: { 'review.tellDrafts': false } });
  const held = await told(agent);
  expect(Object.entries(held).filter(([, isTold]) => isTold)).toEqual([]);
  // A person sees all drafts; the preview of a brief is what an agent gets.
  expect(await told(person)).toMatchObject({ brief: false, search: true, named: true, recent: true });

  await test.call('reflection.setState', { id: draft.id, state: 'accepted' });
  const after = await told(agent);
  expect(after).toEqual({ ...before, named: false });
});
