import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const agent = agentIn('/work/shop');
const other = agentIn('/work/bakery');

const CHECKOUT = {
  sessionId: 's1',
  task: 'Make the checkout survive a slow payment provider',
  outcome: 'partial' as const,
  events: [
    { type: 'error' as const, content: 'ETIMEDOUT after 30 s' },
    { type: 'milestone' as const, content: 'Retries are in place' },
  ],
  decisions: [
    { type: 'tactical' as const, context: 'Which limit?', chosen: 'Wait for a minute', outcome: 'failure' as const },
    { type: 'tactical' as const, context: 'Which limit then?', chosen: 'Ask three times', outcome: 'success' as const },
  ],
};

const why = (of: string, caller = agent) => test.call('causal.why', { of }, caller);

describe('why, asked in words that no node has', () => {
  beforeEach(async () => {
    await test.call('episode.store', CHECKOUT, agent);
    const tea = { sessionId: 's2', task: 'Brew tea for the checkout', outcome: 'success' as const };
    await test.call('episode.store', { ...tea, events: [{ type: 'milestone', content: 'It is hot' }] }, agent);
  });

  it('names the sessions about it, and what failed in them', async () => {
    const { of, chains, sessions, text } = await why('the payment at the checkout');
    expect([of.node, of.candidates, chains]).toEqual([null, [], []]);
    const failed = sessions.map(({ task, failures }) => [task, failures.map(({ label }) => label).toSorted()]);
    expect(failed).toEqual([[CHECKOUT.task, ['ETIMEDOUT after 30 s', 'Wait for a minute']]]);
    for (const { id } of sessions[0]?.failures ?? []) expect(text).toContain(`[${id}]`);
    expect(text).toContain(`[${sessions[0]?.episodeId}]`);
    expect(text).not.toContain('Ask three times');
  });

  it('takes a decision of unknown outcome in a session that failed for none that failed', async () => {
    const decisions = [
      { type: 'tactical' as const, context: 'Which oven?', chosen: 'Heat it to 250 degrees' },
      { type: 'tactical' as const, context: 'How long?', chosen: 'Leave it for an hour', outcome: 'failure' as const },
    ];
    const bread = { sessionId: 's3', task: 'Bake the sourdough bread for the fair', outcome: 'failure' as const };
    await test.call('episode.store', { ...bread, decisions }, agent);
    const { sessions } = await why('sourdough for the fair');
    expect(sessions.map(({ failures }) => failures.map(({ label }) => label))).toEqual([['Leave it for an hour']]);
  });

  it('names none where a node is like the words, or nothing is about them', async () => {
    expect(await why('ETIMEDOUT')).toMatchObject({ of: { node: { label: 'ETIMEDOUT after 30 s' } }, sessions: [] });
    expect((await why('node_0123456789ab')).sessions).toEqual([]);
    const { of, sessions, text } = await why('zebras in the zoo');
    expect([of.node, sessions]).toEqual([null, []]);
    expect(text).toContain('Nothing here is like');
  });

  it('names none of another project, and none in the bin', async () => {
    expect((await why('the payment at the checkout', other)).sessions).toEqual([]);
    const [session] = (await why('the payment at the checkout')).sessions;
    await test.call('episode.delete', { id: session?.episodeId ?? '' });
    expect((await why('the payment at the checkout')).sessions).toEqual([]);
  });
});
