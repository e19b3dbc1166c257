import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const agent = agentIn('/work/shop');
const EVENTS = [
  'A deploy takes 25 minutes',
  'The runner is not what is slow',
  'Deploys are slow on Fridays',
  'Tea is hot',
];

async function find(text: string, options: { near?: boolean; prefix?: boolean; limit?: number; offset?: number } = {}) {
  const { items, total, near } = await test.call('causal.nodes', { text, ...options }, agent);
  return { found: items.map(({ label, isNear }) => (isNear ? `near: ${label}` : label)), total, near };
}

describe('a search of nodes', () => {
  beforeEach(async () => {
    const events = EVENTS.map((content) => ({ type: 'milestone', content }));
    await test.call('episode.store', { sessionId: 's', task: 'Anything', outcome: 'unknown', events }, agent);
  });

  it('finds words in another form', async () => {
    expect((await find('deployed slowly')).found[0]).toBe('Deploys are slow on Fridays');
  });

  it('finds another word for the same thing as near', async () => {
    const { found } = await find('rollouts', { near: true });
    expect(found.toSorted()).toEqual(['near: A deploy takes 25 minutes', 'near: Deploys are slow on Fridays']);
    expect((await find('rollouts')).found).toEqual([]);
  });

  it('finds what has a part of the words only where near ones are asked for: last, marked, and counted', async () => {
    const all = ['near: A deploy takes 25 minutes', 'near: The runner is not what is slow'];
    const asked = 'slow deploys of zebras';
    expect(await find(asked)).toMatchObject({ found: ['Deploys are slow on Fridays'], total: 1, near: 0 });
    const { found, total, near } = await find(asked, { near: true });
    expect([found[0], found.slice(1).toSorted(), total, near]).toEqual(['Deploys are slow on Fridays', all, 3, 2]);
    const second = await find(asked, { near: true, limit: 1, offset: 1 });
    expect([second.found, second.total]).toEqual([found.slice(1, 2), 3]);
  });

  it('has what led to something, or came of something, before what stands alone, near ones last', async () => {
    const tell = async (from: string, to: string) => {
      const ends = { from: { kind: 'event', text: from }, to: { kind: 'event', text: to } };
      await test.call('causal.assert', { ...ends, relation: 'causes', note: 'seen' }, agent);
    };
    const tied = 'The deploy of the shop took longer than ever on Monday';
    await tell(tied, 'Tea is cold');
    const alone = ['A deploy takes 25 minutes', 'Deploys are slow on Fridays'];
    const { found } = await find('deploys');
    expect([found[0], found.slice(1).toSorted()]).toEqual([tied, alone]);
    // But what has the very words comes before what only has others for the same thing.
    expect((await find('slow deploys')).found[0]).toBe('Deploys are slow on Fridays');
    await tell('Slow is smooth', 'Coffee is cold');
    const { found: all } = await find('slow deploys of zebras', { near: true });
    expect(all[0]).toBe('Deploys are slow on Fridays');
    expect(all.slice(1)).toContain('near: Slow is smooth');
    expect(all.slice(1).every((one) => one.startsWith('near: '))).toBe(true);
  });

  it('has each node on one page alone', async () => {
    const events = Array.from({ length: 360 }, (_, at) => ({
      type: 'milestone',
      content: `Deploy number ${at} was fine`,
    }));
    await test.call('episode.store', { sessionId: 'many', task: 'Deploys', outcome: 'unknown', events }, agent);
    const last = { kind: 'milestone', text: 'Deploy number 359 was fine' };
    const claim = { from: last, to: { kind: 'event', text: 'Tea is cold' }, relation: 'causes', note: 'seen' } as const;
    await test.call('causal.assert', claim, agent);
    const pages: string[] = [];
    for (let offset = 0; offset < 300; offset += 50) pages.push(...(await find('deploy', { limit: 50, offset })).found);
    expect(new Set(pages).size).toBe(300);
    expect(pages.slice(0, 5)).toContain(last.text);
  });

  it('finds an unfinished last word where that is asked for', async () => {
    expect((await find('runn')).found).toEqual([]);
    expect((await find('runn', { prefix: true })).found).toEqual(['The runner is not what is slow']);
  });
});
