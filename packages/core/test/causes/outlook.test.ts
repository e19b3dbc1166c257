import { afterEach, beforeEach, expect, it } from 'vitest';
import { agentIn, TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const DAY_MS = 86_400_000;
const agent = agentIn('/work/shop');

it('takes what nothing is tied to as over after as many days as the settings say', async () => {
  const episode = {
    sessionId: 'run',
    task: 'Move the job',
    events: [{ id: 'e1', type: 'milestone', content: 'Moved' }],
  };
  await test.call('episode.store', episode, agent);
  const told = test.now;
  const inactive = async () => (await test.call('causal.graph', {}, agent)).total.inactive;
  for (const days of [90, 7]) {
    await test.call('settings.set', { changes: { 'causes.isolatedDays': days } });
    test.now = told + days * DAY_MS;
    expect(await inactive(), `after ${days} days`).toBe(0);
    test.now++;
    expect(await inactive(), `after more than ${days} days`).toBe(1);
  }
});
