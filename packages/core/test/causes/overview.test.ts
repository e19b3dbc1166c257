import type { Caller, InputOf } from '@twicewise/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, person, TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const agent = agentIn('/work/shop');
const event = (text: string) => ({ kind: 'error', text });
const say = (from: string, to: string, fields: Partial<InputOf<'causal.assert'>> = {}) =>
  test.call('causal.assert', { from: event(from), to: event(to), relation: 'causes', note: 'seen', ...fields }, agent);
const session = (fields: Partial<InputOf<'episode.store'>>) =>
  test.call('episode.store', { sessionId: 's', task: 'Anything', outcome: 'unknown', ...fields }, agent);

describe('the overview of causes', () => {
  it('has the strongest chains from where they begin to where they end, each edge once', async () => {
    for (const sessionId of ['one', 'two']) await say('Disk is full', 'Logs are lost', { sessionId });
    await say('Backups stay', 'Disk is full');
    await say('Logs are lost', 'Nobody knows why');
    await say('Key is old', 'Login fails');
    const { chains, total } = await test.call('causal.overview', {}, agent);
    const labels = chains.map(({ steps }) => [steps[0]?.from.label, ...steps.map(({ to }) => to.label)]);
    expect(labels).toEqual([
      ['Backups stay', 'Disk is full', 'Logs are lost', 'Nobody knows why'],
      ['Key is old', 'Login fails'],
    ]);
    const weights = chains[0]?.steps.map(({ edge }) => edge.weight) ?? [];
    expect(chains[0]?.strength).toBeCloseTo(weights.reduce((product, weight) => product * weight, 1));
    expect(total).toEqual({ nodes: 6, edges: 4 });
  });

  it('has chains from different places before several from the same one', async () => {
    for (const sessionId of ['one', 'two']) {
      for (let effect = 0; effect < 8; effect++) await say('One decision', `Effect ${effect}`, { sessionId });
    }
    await say('Another', 'Its effect');
    const { chains } = await test.call('causal.overview', { limit: 2 }, agent);
    expect(chains.map(({ steps }) => steps[0]?.from.label).sort()).toEqual(['Another', 'One decision']);
    expect((await test.call('causal.overview', { limit: 5 }, agent)).chains).toHaveLength(5);
  });

  it('has no chain of what is disputed or only ordered in time, and none goes in a circle', async () => {
    await say('First', 'Second', { stance: 'disputes' });
    await session({
      decisions: [{ id: 'd1', chosen: 'Early' }],
      events: [{ id: 'e1', type: 'error', content: 'Late' }],
      links: [{ from: 'd1', to: 'e1', relation: 'precedes' }],
    });
    expect((await test.call('causal.overview', {}, agent)).chains).toEqual([]);
    await say('Round', 'About');
    await say('About', 'Round');
    const { chains } = await test.call('causal.overview', {}, agent);
    expect(chains.map(({ steps }) => steps.length)).toEqual([1, 1]);
  });

  it('has failures with something to answer first, then those met most', async () => {
    const met = (sessionId: string, ...texts: string[]) =>
      session({ sessionId, events: texts.map((content) => ({ type: 'error', content })) });
    await met('one', 'Met twice', 'Met once');
    await met('two', 'Met twice');
    await say('Some reason', 'Explained');
    const { items } = await test.call('causal.nodes', { text: 'Met twice' }, agent);
    expect(items[0]?.ownOutcome).toBe('failure');
    await session({
      sessionId: 'three',
      outcome: 'success',
      decisions: [{ chosen: 'Gamble', outcome: 'failure' }, { chosen: 'Plan' }],
    });
    const found = (await test.call('causal.overview', {}, agent)).failures.map(({ label }) => label);
    expect(found.slice(0, 3).sort()).toEqual(['Explained', 'Met twice', 'Some reason']);
    expect(found[2]).toBe('Met twice');
    expect(found).toContain('Gamble');
    expect(found).not.toContain('Plan');
    // The session succeeded, which is not said of its decision.
    const [plan] = (await test.call('causal.nodes', { text: 'Plan', kinds: ['decision'] }, agent)).items;
    expect(plan).toMatchObject({ label: 'Plan', ownOutcome: 'unknown', outcomes: { success: 1 } });
  });
});

describe('what sessions hold, to be connected', () => {
  it('is by session, the newest first, without tests and milestones', async () => {
    const events = [
      { type: 'error', content: 'It broke', at: '2026-03-01T10:00:00Z' },
      { type: 'test', content: 'Ran the tests', at: '2026-03-01T10:01:00Z' },
      { type: 'commit', content: 'Mend it', at: '2026-03-01T10:02:00Z' },
    ];
    await session({ sessionId: 'old', task: 'Old work', events });
    await session({
      sessionId: 'new',
      task: 'New work',
      events: [{ type: 'error', content: 'It broke again', at: '2026-04-01T10:00:00Z' }],
    });
    const { items, total } = await test.call('causal.bySession', {}, agent);
    expect(total).toBe(2);
    expect(items.map(({ episode, nodes }) => [episode.task, nodes.map(({ label }) => label)])).toEqual([
      ['New work', ['It broke again']],
      ['Old work', ['It broke', 'Mend it']],
    ]);
    const [second] = (await test.call('causal.bySession', { limit: 1, offset: 1 }, agent)).items;
    expect(second?.episode.task).toBe('Old work');
    // Of one session, whichever page it would be on: what else happened in it, too.
    const id = second?.episode.id ?? '';
    const alone = await test.call('causal.bySession', { limit: 1, episodeId: id }, agent);
    expect([alone.total, alone.items.map(({ episode }) => episode)]).toEqual([1, [second?.episode]]);
    expect(alone.items[0]?.nodes.map(({ label }) => label)).toEqual(['It broke', 'Ran the tests', 'Mend it']);
  });
});

describe('sessions with only commits', () => {
  it('come last, whatever their time', async () => {
    const events = (type: string, at: string) => [{ type, content: `${type} of ${at}`, at: `${at}T10:00:00Z` }];
    await session({ sessionId: 'a', task: 'New commits', events: events('commit', '2026-05-01') });
    await session({ sessionId: 'b', task: 'Old error', events: events('error', '2026-03-01') });
    await session({ sessionId: 'c', task: 'New error', events: events('error', '2026-04-01') });
    const { items } = await test.call('causal.bySession', {}, agent);
    expect(items.map(({ episode }) => episode.task)).toEqual(['New error', 'Old error', 'New commits']);
  });

  it('do not fill the list of nodes: commits follow what says more, though time orders them most', async () => {
    const commits = [1, 2, 3, 4].map((day) => ({
      type: 'commit',
      content: `c${day}`,
      at: `2026-05-0${day}T10:00:00Z`,
    }));
    await session({ sessionId: 'a', task: 'Commits', events: commits });
    await session({ sessionId: 'b', task: 'Error', events: [{ type: 'error', content: 'Alone' }] });
    const cause = { type: 'error', content: 'Cause', id: 'e1' };
    const effect = { type: 'commit', content: 'Effect', id: 'e2', causedBy: ['e1'] };
    await session({ sessionId: 'c', task: 'Tied', events: [cause, effect] });
    const { items } = await test.call('causal.nodes', {}, agent);
    expect(
      items
        .slice(0, 2)
        .map(({ label }) => label)
        .toSorted(),
    ).toEqual(['Cause', 'Effect']);
    expect(items[2]?.label).toBe('Alone');
    expect(items.slice(3).map(({ kind }) => kind)).toEqual(['commit', 'commit', 'commit', 'commit']);
  });
});

describe('what one long session holds, to be connected', () => {
  it('has what people connect, however late, before tests and milestones, all in order of time', async () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 10, minute)).toISOString();
    const tests = Array.from({ length: 60 }, (_, minute) => ({
      type: 'test',
      content: `Run ${minute}`,
      at: at(minute),
    }));
    const events = [...tests, { type: 'error', content: 'It broke', at: at(70) }];
    const { episode } = await session({ sessionId: 'long', events });
    const { items } = await test.call('causal.bySession', { episodeId: episode.id }, agent);
    const labels = items[0]?.nodes.map(({ label }) => label) ?? [];
    expect([labels.length, labels[0], labels.at(-2), labels.at(-1)]).toEqual([50, 'Run 0', 'Run 48', 'It broke']);
    expect(items[0]?.nodeCount).toBe(61);
  });
});

describe('what was said to lead to what in one session', () => {
  const events = [
    { id: 'e1', type: 'error', content: 'It broke' },
    { id: 'e2', type: 'commit', content: 'Mend it', causedBy: ['e1'] },
    { id: 'e3', type: 'error', content: 'It broke again' },
    { id: 'e4', type: 'error', content: 'It broke' },
  ];
  const linksOf = async (id: string) =>
    (await test.call('causal.ofEpisode', { id }, agent)).links.map(({ edgeId: _, ...link }) => link);

  it('is what people and agents claimed between its own items, not what its log says, nor what is disputed', async () => {
    const { episode } = await session({ sessionId: 'one', events });
    expect(await linksOf(episode.id)).toEqual([]);
    const claim = (stance: 'supports' | 'disputes', caller: Caller) =>
      test.call(
        'causal.assert',
        {
          ...{ projectId: episode.projectId, from: { kind: 'commit', text: 'Mend it' }, to: event('It broke again') },
          ...{ relation: 'causes', note: 'seen', stance },
        },
        caller,
      );
    await claim('disputes', agent);
    expect(await linksOf(episode.id)).toEqual([]);
    await claim('supports', person);
    await say('It broke', 'Elsewhere');
    const link = { from: 'e2', to: 'e3', relation: 'causes', basis: 'asserted_by_human' };
    expect(await linksOf(episode.id)).toEqual([link]);
    const other = await session({ sessionId: 'two', events: events.slice(0, 1) });
    expect(await linksOf(other.episode.id)).toEqual([]);
  });

  it('has the strongest edges first, and none that a person refuted', async () => {
    const { episode } = await session({ sessionId: 'one', events });
    await say('It broke', 'It broke again');
    for (const sessionId of ['two', 'three']) await say('It broke again', 'It broke', { sessionId });
    expect((await linksOf(episode.id)).map(({ from }) => from)).toEqual(['e3', 'e1']);
    const refuted = { from: event('It broke again'), to: event('It broke'), relation: 'causes', note: 'seen' } as const;
    await test.call('causal.assert', { ...refuted, projectId: episode.projectId, stance: 'disputes' }, person);
    expect((await linksOf(episode.id)).map(({ from }) => from)).toEqual(['e1']);
  });

  it('names the links of the log that are disputed, and only to who sees the log', async () => {
    const { episode } = await session({ sessionId: 'one', events });
    const disputedIn = async (caller: Caller) =>
      (await test.call('causal.ofEpisode', { id: episode.id }, caller)).disputed.map(({ edgeId: _, ...link }) => link);
    expect(await disputedIn(agent)).toEqual([]);
    const logged = { from: event('It broke'), to: { kind: 'commit', text: 'Mend it' }, relation: 'causes' } as const;
    await test.call(
      'causal.assert',
      { ...logged, projectId: episode.projectId, note: 'seen', stance: 'disputes' },
      person,
    );
    expect(await disputedIn(agent)).toEqual([{ from: 'e1', to: 'e2', relation: 'causes' }]);
    expect(await disputedIn(agentIn('/work/elsewhere'))).toEqual([]);
  });

  it('has an item for each end though another says the same, and is empty for a log that is not there', async () => {
    const { episode } = await session({ sessionId: 'one', events });
    await say('It broke', 'It broke again');
    expect(await linksOf(episode.id)).toEqual([
      { from: 'e1', to: 'e3', relation: 'causes', basis: 'asserted_by_agent' },
    ]);
    await test.call('episode.delete', { id: episode.id }, person);
    expect(await linksOf(episode.id)).toEqual([]);
  });
});

describe('a selection of the graph', () => {
  it('has no node without an edge, however few may be drawn', async () => {
    for (let hub = 0; hub < 6; hub++) {
      for (let effect = 0; effect < 6 - hub; effect++) await say(`Hub ${hub}`, `Effect ${hub} ${effect}`);
    }
    for (const limit of [2, 5, 9, 15, 27]) {
      const { nodes, edges } = await test.call('causal.graph', { limit }, agent);
      const tied = new Set(edges.flatMap(({ from, to }) => [from, to]));
      expect(
        nodes.filter(({ id }) => !tied.has(id)),
        String(limit),
      ).toEqual([]);
      expect(nodes.length).toBeLessThanOrEqual(limit);
      expect(nodes.length).toBeGreaterThan(limit / 2);
    }
  });
});

describe('what if', () => {
  it('has the edges by which the decision led to its effects', async () => {
    await session({
      decisions: [{ id: 'd1', chosen: 'Cache it', effects: ['e1'] }],
      events: [
        { id: 'e1', type: 'error', content: 'Stale', leadsTo: ['e2'] },
        { id: 'e2', type: 'error', content: 'Charged twice' },
      ],
    });
    const { loses, edges } = await test.call('causal.whatIf', { decision: 'Cache it', alternative: 'Ask anew' }, agent);
    expect(loses.map(({ node }) => node.label)).toEqual(['Stale', 'Charged twice']);
    expect(edges.map(({ to }) => to)).toEqual(loses.map(({ node }) => node.id));
  });

  it('has neither the alternative among what would lose a cause, nor what that led to, though it followed on record', async () => {
    await session({
      decisions: [
        { id: 'd1', chosen: 'Keep carts in Redis', effects: ['e1'] },
        { id: 'd2', chosen: 'Keep carts in Postgres', effects: ['e2', 'e3'] },
      ],
      events: [
        { id: 'e1', type: 'error', content: 'Carts are lost', leadsTo: ['e3', 'e4', 'd2'] },
        { id: 'e2', type: 'milestone', content: 'No cart is lost for a week' },
        { id: 'e3', type: 'milestone', content: 'Carts are counted' },
        { id: 'e4', type: 'fix', content: 'Sign the cookies of guests' },
      ],
    });
    const lost = async (alternative: string) => {
      const asked = { decision: 'Keep carts in Redis', alternative };
      const { loses, edges } = await test.call('causal.whatIf', asked, agent);
      expect(edges.every(({ to }) => loses.some(({ node }) => node.id === to))).toBe(true);
      return Object.fromEntries(loses.map(({ node, otherCauses }) => [node.label, otherCauses]));
    };
    // It would be chosen without the error that led to it; so what it led to would be there all the same.
    const without = { 'Carts are lost': 0, 'Carts are counted': 1, 'Sign the cookies of guests': 0 };
    expect(await lost('Keep carts in Postgres')).toEqual(without);
    expect(await lost('use postgres for the carts')).toEqual(without);
    expect(await lost('sign the  cookies of guests')).toEqual({
      'Carts are lost': 0,
      'Carts are counted': 0,
      'Keep carts in Postgres': 0,
      'No cart is lost for a week': 0,
    });
  });

  it('has no edge to an effect that is too far away to be named', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => `e${index}`);
    const events = ids.map((id, index) => ({
      id,
      type: 'error',
      content: `Effect ${index}`,
      leadsTo: ids.slice(index + 1, index + 2),
    }));
    await session({ decisions: [{ id: 'd1', chosen: 'Cache it', effects: ['e0'] }], events });
    const { loses, edges } = await test.call('causal.whatIf', { decision: 'Cache it', alternative: 'Ask anew' }, agent);
    expect(loses.length).toBeLessThan(12);
    expect(edges).toHaveLength(loses.length);
  });
});
