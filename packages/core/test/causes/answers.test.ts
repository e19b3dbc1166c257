import type { InputOf } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, TestCore } from '../harness.ts';
import { CHARGED, cached, error, STALE } from './cached-answers.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const agent = agentIn('/work/shop');
const store = (fields: Partial<InputOf<'episode.store'>> = {}, caller = agent) =>
  test.call('episode.store', { ...cached, ...fields }, caller);
const labels = (chain: { steps: { to: { label: string } }[] } | undefined) => chain?.steps.map(({ to }) => to.label);

describe('a path', () => {
  it('goes from cause to effect with evidence and basis, and not back (S1-51)', async () => {
    verifies('S1-51');
    const { episode } = await store();
    const found = await test.call('causal.path', { from: 'Cache the answers in memory', to: CHARGED }, agent);
    expect(labels(found.paths[0])).toEqual([STALE, CHARGED]);
    expect(found.paths[0]?.strength).toBeCloseTo((0.6 / 1.6) ** 2);
    expect(found.paths[0]?.steps[0]?.evidence).toMatchObject([
      { basis: 'asserted_by_agent', episodeId: episode.id, fromItem: 'd1', toItem: 'e1' },
    ]);
    expect(found.text).toContain('an agent said so');
    const back = await test.call('causal.path', { from: CHARGED, to: 'Cache the answers in memory' }, agent);
    expect(back.paths).toEqual([]);
    expect(back.text).toContain('No chain of causes');
  });

  it('does not take order in time for a cause (X12, B1-14)', async () => {
    verifies('X12', 'B1-14');
    const links = [{ from: 'e1', to: 'e2', relation: 'precedes' as const }];
    const events = [
      { id: 'e1', ...error('First') },
      { id: 'e2', ...error('Second') },
    ];
    await store({ decisions: [], events, links });
    expect((await test.call('causal.path', { from: 'First', to: 'Second' }, agent)).paths).toEqual([]);
    expect((await test.call('causal.why', { of: 'Second' }, agent)).chains).toEqual([]);
    const drawn = await test.call('causal.graph', {}, agent);
    expect(drawn).toMatchObject({ edges: [], total: { edges: 0, nodes: 2, isolated: 2 } });
    const timed = await test.call('causal.graph', { relations: ['precedes'] }, agent);
    expect(timed.edges).toMatchObject([{ relation: 'precedes', bases: ['temporal'] }]);
  });

  it('says where no cause is known which came first, and that this is no cause', async () => {
    const events = [
      { id: 'e1', ...error('The cache served a stale price') },
      { id: 'e2', type: 'milestone', content: 'The nightly job was moved to noon' },
      { id: 'e3', ...error('Customers were charged twice') },
    ];
    const { episode } = await store({ decisions: [], links: [], events });
    const why = await test.call('causal.why', { of: 'Customers were charged twice' }, agent);
    expect(why).toMatchObject({ chains: [], before: [{ itemId: 'e1' }, { itemId: 'e2', kind: 'milestone' }] });
    expect(why.text).toContain('No cause of it is recorded.');
    expect(why.text).toContain('order in time and no cause');
    expect(why.text.indexOf('moved to noon')).toBeLessThan(why.text.indexOf('stale price'));
    expect(why.tokens).toBeLessThanOrEqual(199);
    const first = await test.call('causal.why', { of: 'The cache served a stale price' }, agent);
    expect(first).toMatchObject({ before: [] });
    expect(first.text).toContain('Nor what came before it.');
    const asked = { from: 'Customers were charged twice', to: 'The cache served a stale price' };
    const path = await test.call('causal.path', asked, agent);
    expect(path).toMatchObject({ paths: [], inOrder: { episodeId: episode.id, first: 'to' } });
    expect(path.text).toContain('To came before From: that is order in time');
  });

  it('says where only disputed causes are known that there are such', async () => {
    const claim = { relation: 'causes' as const, stance: 'disputes' as const, note: 'It was so before' };
    const to = { kind: 'error' as const, text: 'Customers were charged twice' };
    await test.call(
      'causal.assert',
      { ...claim, from: { kind: 'problem', text: 'A button was pressed twice' }, to },
      agent,
    );
    const why = await test.call('causal.why', { of: to.text }, agent);
    expect(why.chains).toEqual([]);
    expect(why.text).toContain('Only disputed causes of it are recorded (1).');
    expect(why.text).not.toContain('No cause');
  });

  it('says nothing of the order where none is known: a decision without a time, things of two sessions', async () => {
    const decisions = [{ id: 'd1', chosen: 'Round once per invoice' }];
    await store({ decisions, links: [], events: [{ id: 'e1', ...error('Totals are off by a cent') }] });
    await store({
      sessionId: 'another',
      decisions: [],
      links: [],
      events: [{ id: 'e1', ...error('The disk was full') }],
    });
    for (const to of ['Round once per invoice', 'The disk was full']) {
      const path = await test.call('causal.path', { from: 'Totals are off by a cent', to }, agent);
      expect(path, to).toMatchObject({ paths: [], inOrder: null });
    }
    expect(await test.call('causal.why', { of: 'Totals are off by a cent' }, agent)).toMatchObject({ before: [] });
  });

  it('says what words it could not place, and what else they may mean', async () => {
    await store();
    const found = await test.call('causal.path', { from: 'zebra crossing', to: 'price' }, agent);
    expect(found.from).toMatchObject({ node: null, candidates: [] });
    expect(found.text).toContain('Nothing here is like "zebra crossing"');
    expect([found.to.node?.label, ...found.to.candidates.map(({ node }) => node.label)].sort()).toEqual(
      [CHARGED, STALE].sort(),
    );
  });

  it('takes nothing that is only near for what was meant, and says what it is', async () => {
    await store();
    const asked = { of: 'stale zebra crossing of the avenue' };
    const { of, text } = await test.call('causal.why', asked, agent);
    expect([of.node, of.candidates.map(({ node }) => node.label)]).toEqual([null, [STALE]]);
    expect(text).toContain(`Nearest: "${STALE}".`);
  });

  it('leads over sessions: what one caused another went on from (S1-02, B1-06)', async () => {
    verifies('S1-02', 'B1-06');
    await store();
    const events = [
      { id: 'a', ...error(CHARGED) },
      { id: 'b', ...error('The shop lost its best customer'), causedBy: ['a'] },
    ];
    await store({ sessionId: 'tuesday', task: 'Refunds', decisions: [], links: [], events });
    const found = await test.call('causal.why', { of: 'The shop lost its best customer' }, agent);
    expect(labels(found.chains[0])).toEqual([STALE, CHARGED, 'The shop lost its best customer']);
  });
});

describe('what episodes say', () => {
  it('goes with them: edited, binned, undone, and back (R12, B1-09, S1-57)', async () => {
    verifies('B1-09', 'R12', 'S1-57');
    const { operationId } = await store();
    expect((await test.call('causal.nodes', {})).total).toBe(4);
    await test.call('operation.undo', { operationId });
    expect((await test.call('causal.nodes', {})).total).toBe(0);
    const { episode } = await store();
    const path = async () =>
      (await test.call('causal.path', { from: 'Cache the answers in memory', to: CHARGED }, agent)).paths.length;
    expect(await path()).toBe(1);
    await test.call('episode.update', { id: episode.id, changes: { links: [] } });
    expect(await path()).toBe(0);
    const [{ id: edit } = { id: '' }] = (await test.call('operation.list', {})).items;
    await test.call('operation.undo', { operationId: edit });
    expect(await path()).toBe(1);
    await test.call('episode.delete', { id: episode.id });
    expect((await test.call('causal.nodes', {}, agent)).total).toBe(0);
    await test.call('episode.restore', { id: episode.id });
    expect(await path()).toBe(1);
  });

  it('is of its project, and moves with it', async () => {
    await store();
    const elsewhere = agentIn('/work/other');
    expect((await test.call('causal.nodes', {}, elsewhere)).total).toBe(0);
    expect((await test.call('causal.nodes', { everywhere: true }, elsewhere)).total).toBe(4);
    await test.store({ projectId: 'other' });
    await test.call(
      'causal.assert',
      {
        from: { kind: 'error', text: STALE },
        to: { kind: 'error', text: 'Lost trust' },
        relation: 'causes',
        note: 'seen',
      },
      agent,
    );
    await test.call('project.merge', { from: 'shop', into: 'other' });
    expect((await test.call('causal.nodes', { projectId: 'other' })).total).toBe(5);
    expect((await test.call('causal.why', { of: 'Lost trust', projectId: 'other' })).chains).toHaveLength(1);
  });
});

describe('a decision', () => {
  it('is found by what it was about, with why and how it turned out; foreign questions find nothing (S1-53)', async () => {
    verifies('S1-53');
    const { episode } = await store();
    const found = await test.call('causal.similarDecisions', { context: 'speed up the slow product page' }, agent);
    expect(found.items[0]).toMatchObject({
      episodeId: episode.id,
      itemId: 'd1',
      outcome: 'failure',
      outcomeOf: 'decision',
    });
    expect(found.text).toContain('Because: Least work');
    const foreign = await test.call('causal.similarDecisions', { context: 'bake a chocolate cake' }, agent);
    expect(foreign).toMatchObject({ items: [], onRecord: false });
    expect(foreign.text).toContain('No decision about anything like it is on record.');
  });

  it('that is not on record is said to be so, with the nearest named as near', async () => {
    await store();
    const on = await test.call(
      'causal.similarDecisions',
      { context: 'why did we cache the answers in memory?' },
      agent,
    );
    expect(on).toMatchObject({ onRecord: true, items: [{ itemId: 'd1' }] });
    const question = 'which cache for product images did we pick?';
    const near = await test.call('causal.similarDecisions', { context: question }, agent);
    expect(near).toMatchObject({ onRecord: false, items: [{ itemId: 'd1' }] });
    expect(near.text).toContain('Not on record: no decision is known to be about just this. The nearest, which may be');
  });

  it('has its own outcome or none: how its session ended is another thing', async () => {
    const decisions = [{ id: 'd9', chosen: 'Send the invoices by courier' }];
    await store({ sessionId: 'ended well', outcome: 'success', decisions, events: [], links: [] });
    const { text } = await test.call('causal.similarDecisions', { context: 'send invoices by courier' }, agent);
    expect(text).toContain('[outcome unknown');
    expect(text).not.toContain('success');
  });

  it('is set beside its alternative: what followed that, and what would lose its cause (S1-52, S1-03, B1-01)', async () => {
    verifies('S1-03', 'S1-52', 'B1-01');
    const { episode } = await store();
    const other = [
      {
        id: 'd1',
        context: 'How to make the product page faster',
        chosen: 'Add an index on the product table',
        outcome: 'success' as const,
        effects: ['e1'],
      },
    ];
    const events = [{ id: 'e1', type: 'milestone', content: 'The page answers in 20 ms' }];
    await store({ sessionId: 'tuesday', outcome: 'success', decisions: other, events, links: [] });
    const decision = { episodeId: episode.id, itemId: 'd1' };
    const found = await test.call('causal.whatIf', { decision, alternative: 'Add an index' }, agent);
    expect(found.actual).toMatchObject({ cases: 1, success: { n: 1, value: 0 } });
    expect(found.alternative.cases.map(({ chosen }) => chosen)).toEqual(['Add an index on the product table']);
    expect(found.alternative.success).toMatchObject({ n: 1, value: 1 });
    expect(found.gains.map(({ to }) => to.label)).toEqual(['The page answers in 20 ms']);
    expect(found.loses.map(({ node, otherCauses }) => [node.label, otherCauses])).toContainEqual([STALE, 0]);
    expect(found.text).toContain('This rests on 1 known case');
    const unknown = await test.call('causal.whatIf', { decision, alternative: 'Rewrite it in assembler' }, agent);
    expect(unknown.alternative.cases).toEqual([]);
    expect(unknown.text).toContain('nothing can be said');
  });

  it('that failed is a dead end with what showed it, beside lessons that failed; one that works elsewhere says so', async () => {
    const { episode } = await store();
    await store({
      sessionId: 'ok',
      outcome: 'success',
      decisions: [{ chosen: 'Cache the answers in memory', outcome: 'success' }],
      events: [],
      links: [],
    });
    const lesson = await test.store({
      projectId: 'shop',
      taskDescription: 'Make the product page faster',
      outcome: 'failure',
      whatDidNotWork: ['Compressing the pictures changed nothing'],
      rootCause: 'The pictures were small',
      nextStrategy: 'Measure first',
    });
    const found = await test.call('causal.deadEnds', { task: 'make the product page faster' }, agent);
    const [one, two] = found.items.toSorted((a, b) => (a.lessonId ?? '').localeCompare(b.lessonId ?? ''));
    expect(one).toMatchObject({
      tried: 'Cache the answers in memory',
      disprovedBy: STALE,
      episodeId: episode.id,
      itemId: 'd1',
      worksElsewhere: 1,
    });
    expect(found.steps.map(({ from, edge, to }) => [from.id, edge.relation, to.label])).toEqual([
      [one?.nodeId, 'causes', STALE],
    ]);
    expect(two).toMatchObject({
      tried: 'Compressing the pictures changed nothing',
      disprovedBy: 'The pictures were small',
      instead: 'Measure first',
      lessonId: lesson.id,
      nodeId: null,
    });
    expect(found.text).toContain('But it succeeded in 1 other session');
    await test.accounted();
    const exposures = test.rows('SELECT reflection_id AS id FROM exposure');
    expect(exposures).toEqual([{ id: lesson.id }]);
    expect((await test.call('causal.deadEnds', { task: 'bake a chocolate cake' }, agent)).items).toEqual([]);
  });

  it('that failed is told before a task among the warnings, without being asked for', async () => {
    const { episode } = await store();
    const brief = await test.call('memory.brief', { task: 'make the product page faster' }, agent);
    expect(brief.deadEnds).toMatchObject([{ episodeId: episode.id, itemId: 'd1' }]);
    expect(brief.text).toContain('FAILED BEFORE');
    expect(brief.text).toContain('"decided":"Cache the answers in memory"');
    const foreign = await test.call('memory.brief', { task: 'make the product page faster' }, agentIn('/work/other'));
    expect(foreign).toMatchObject({ deadEnds: [], lessons: [] });
    expect((await test.call('memory.brief', { task: 'bake a chocolate cake' }, agent)).deadEnds).toEqual([]);
  });

  it('that failed is found among many that did not, and not excused by how its own session ended', async () => {
    const context = 'How to make the product page faster';
    const failed = { id: 'd1', context, chosen: 'Use a cache', outcome: 'failure' as const };
    await store({ outcome: 'success', decisions: [{ context, chosen: 'Use a cache' }, failed], events: [], links: [] });
    for (let n = 0; n < 30; n++) {
      const decisions = [{ context, chosen: `Way ${n}`, outcome: 'success' as const }];
      await store({ sessionId: `other ${n}`, decisions, events: [], links: [] });
    }
    const { items } = await test.call('causal.deadEnds', { task: 'make the product page faster', limit: 1 }, agent);
    expect(items).toMatchObject([{ tried: 'Use a cache', worksElsewhere: 0 }]);
    const [node] = (await test.call('causal.nodes', { text: 'Use a cache' }, agent)).items;
    expect(node?.outcomes).toMatchObject({ failure: 1, success: 0 });
  });

  it('of a lesson that nobody reviewed says so', async () => {
    await test.store({
      projectId: 'shop',
      taskDescription: 'Rotate the keys',
      outcome: 'failure',
      whatDidNotWork: ['By hand'],
      state: 'draft',
    });
    const { text } = await test.call('causal.deadEnds', { task: 'rotate the keys' }, agent);
    expect(text).toContain('draft, not reviewed');
  });

  it('of a failed session is no dead end by itself; the session is, with the error that ended it', async () => {
    const events = [
      { id: 'e1', ...error('The first try ran out of memory') },
      { id: 'e2', ...error('The second try served stale prices') },
    ];
    const decisions = [{ chosen: 'Cache the answers in memory' }];
    const { episode } = await store({ decisions, events, links: [] });
    const { items, text } = await test.call('causal.deadEnds', { task: 'cache the answers' }, agent);
    expect(items).toMatchObject([
      { tried: episode.task, disprovedBy: 'The second try served stale prices', episodeId: episode.id, itemId: 'e2' },
    ]);
    expect(text).toContain('Shown by: The second try served stale prices');
  });

  it.each([
    ['failure', null, 1],
    ['unknown', 'blocked by review', 1],
    ['unknown', 'paused', 0],
    ['unknown', 'in progress, no blockers', 0],
    ['partial', 'PARTIAL: 12 passed, 0 failed', 0],
    ['partial', 'no blockers, then cancelled', 1],
    ['success', 'was blocked for a while', 0],
  ] as const)('that a session ended in %s (%s) makes %i dead ends of it', async (outcome, outcomeNative, count) => {
    await store({ outcome, outcomeNative, decisions: [], events: [], links: [] });
    const { items } = await test.call('causal.deadEnds', { task: cached.task as string }, agent);
    expect(items).toHaveLength(count);
  });
});

describe('a picture', () => {
  it('is of what is around one thing, at most so many nodes, and says what it does not show', async () => {
    await store();
    const near = await test.call('causal.graph', { around: CHARGED }, agent);
    expect(near.middle?.node?.label).toBe(CHARGED);
    expect(near.nodes.map(({ label }) => label)).toEqual([CHARGED, STALE]);
    const far = await test.call('causal.graph', { around: CHARGED, depth: 4 }, agent);
    expect(far.nodes).toHaveLength(4);
    const few = await test.call('causal.graph', { around: CHARGED, depth: 4, limit: 2 }, agent);
    expect(few).toMatchObject({ notShown: 2, total: { nodes: 4, edges: 3, isolated: 0 } });
    expect(few.edges.every(({ from, to }) => [from, to].every((id) => few.nodes.some((node) => node.id === id)))).toBe(
      true,
    );
    const strong = await test.call('causal.graph', { minWeight: 0.9 }, agent);
    expect(strong).toMatchObject({ nodes: [], edges: [] });
  });

  it('of a node has its edges and the episodes that have it', async () => {
    verifies('S1-38');
    const { episode } = await store();
    const [stale] = (await test.call('causal.nodes', { text: STALE }, agent)).items;
    const found = await test.call('causal.node', { id: stale?.id ?? '' }, agent);
    expect(found).toMatchObject({
      text: STALE,
      edgeCount: 3,
      mentions: [{ episode: { id: episode.id }, itemId: 'e1' }],
    });
    expect(await test.fail('causal.node', { id: 'node_000000000000' })).toMatchObject({ code: 'not_found' });
  });
});
