import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, person, TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const inShop = (session: string) => agentIn('/work/shop', { session });
const store = (task: string, caller = inShop('yesterday')) =>
  test.call('reflection.store', { taskDescription: task, outcome: 'success' }, caller);

async function newest(caller = inShop('today'), input: object = {}) {
  const { items, beyondSession } = await test.call('reflection.recent', input, caller);
  return { tasks: items.map(({ taskDescription }) => taskDescription), beyondSession };
}

describe('the newest lessons, where an agent names nothing', () => {
  it("are its project's in a new session, and its own session's from its first lesson on", async () => {
    await store('Yesterday');
    await store('Of another project', agentIn('/work/other', { session: 'yesterday' }));
    expect(await newest()).toEqual({ tasks: ['Yesterday'], beyondSession: true });
    await store('Today', inShop('today'));
    expect(await newest()).toEqual({ tasks: ['Today'], beyondSession: false });
  });

  it('are none in a project without any, whatever there is elsewhere', async () => {
    await store('Yesterday');
    expect((await newest(agentIn('/work/new', { session: 'today' }))).tasks).toEqual([]);
  });

  it('are none of others for an agent that is in no project', async () => {
    await store('Yesterday');
    const lost = { ...inShop('today'), project: null };
    expect(await newest(lost)).toEqual({ tasks: [], beyondSession: false });
  });

  it('are those of what is named, and of nothing beyond it', async () => {
    await store('Yesterday');
    for (const caller of [inShop('today'), person]) {
      expect(await newest(caller, { sessionId: 'today' })).toEqual({ tasks: [], beyondSession: false });
    }
  });
});
