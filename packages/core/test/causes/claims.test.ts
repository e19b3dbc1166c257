import type { InputOf } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, person, TestCore } from '../harness.ts';
import { CHARGED, cached, STALE } from './cached-answers.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const agent = agentIn('/work/shop');
const store = (fields: Partial<InputOf<'episode.store'>> = {}, caller = agent) =>
  test.call('episode.store', { ...cached, ...fields }, caller);

describe('a claim', () => {
  const claim = {
    from: { kind: 'error', text: STALE },
    to: { kind: 'error', text: CHARGED },
    relation: 'causes' as const,
  };

  it('counts as a cause and an effect until it is disputed, and is listed all the same', async () => {
    const { edge } = await test.call('causal.assert', { ...claim, note: 'The log shows it' }, agent);
    const counted = async () => {
      const ends = [edge?.from ?? '', edge?.to ?? ''];
      const [from, to] = await Promise.all(ends.map((id) => test.call('causal.node', { id }, agent)));
      return [from?.node.effects, to?.node.causes, from?.edges.length, to?.edges.length];
    };
    expect(await counted()).toEqual([1, 1, 1, 1]);
    const against = { ...claim, projectId: 'shop', stance: 'disputes' as const, note: 'The price was right' };
    await test.call('causal.assert', against, person);
    expect(await counted()).toEqual([0, 0, 1, 1]);
  });

  it('is logged in the words of the screen: connected at first, confirmed or disputed then, and retracted', async () => {
    const at = { ...claim, projectId: 'shop', note: 'The log shows it' };
    await test.call('causal.assert', at, agent);
    const { claim: second } = await test.call('causal.assert', at, person);
    await test.call('causal.assert', { ...at, stance: 'disputes' }, person);
    await test.call('causal.assert', { ...at, relation: 'prevents' }, agent);
    await test.call('causal.retract', { id: second.id }, person);
    const { items } = await test.call('operation.list', {}, person);
    expect(items.map(({ summary }) => summary).toReversed()).toEqual([
      `Connected: ${STALE} leads to ${CHARGED}`,
      `Confirmed: ${STALE} leads to ${CHARGED}`,
      `Disputed: ${STALE} leads to ${CHARGED}`,
      `Connected: ${STALE} prevents ${CHARGED}`,
      `Retracted: ${STALE} leads to ${CHARGED}`,
    ]);
  });

  it('is connected by the first who says it, not confirmed, where others only disputed it or nobody says it now', async () => {
    const at = { ...claim, projectId: 'shop', note: 'The log shows it' };
    const say = (stance: 'supports' | 'disputes', caller = person) =>
      test.call('causal.assert', { ...at, stance }, caller);
    const answers = [await say('disputes', agent), await say('supports'), await say('supports')];
    expect(answers.map(({ isFirst }) => isFirst)).toEqual([false, true, false]);
    await say('disputes');
    expect((await say('supports')).isFirst).toBe(true);
    const { items } = await test.call('operation.list', {}, person);
    expect(items.map(({ summary }) => summary.split(':')[0]).toReversed()).toEqual([
      ...['Disputed', 'Connected', 'Confirmed', 'Disputed', 'Connected'],
    ]);
  });

  it('is confirmed where a session log says it already', async () => {
    await store();
    const said = { ...claim, projectId: 'shop', note: 'The log shows it' };
    expect((await test.call('causal.assert', said, person)).isFirst).toBe(false);
    const { items } = await test.call('operation.list', { limit: 1 }, person);
    expect(items[0]?.summary).toBe(`Confirmed: ${STALE} leads to ${CHARGED}`);
  });

  it('is a voice with its author, disputed by a person, and undone (B1-03)', async () => {
    verifies('B1-03');
    await store();
    const {
      claim: said,
      edge,
      operationId,
    } = await test.call('causal.assert', { ...claim, note: 'The log shows it' }, agent);
    expect(said).toMatchObject({ basis: 'asserted_by_agent', author: { kind: 'agent' }, note: 'The log shows it' });
    expect(edge).toMatchObject({ supports: 2, isDisputed: false });
    if (!edge) throw new Error('the claim made no edge');
    expect(edge.weight).toBeCloseTo(1.2 / 2.2);
    const against = { ...claim, projectId: 'shop', stance: 'disputes' as const, note: 'The price was right' };
    const disputed = await test.call('causal.assert', against, person);
    expect(disputed.edge).toMatchObject({ disputes: 1, isDisputed: true });
    const question = { from: STALE, to: CHARGED };
    expect((await test.call('causal.path', question, agent)).paths).toEqual([]);
    const { evidence } = await test.call('causal.edge', { id: edge.id }, agent);
    expect(evidence.map(({ basis, stance }) => [basis, stance])).toEqual([
      ['asserted_by_human', 'disputes'],
      ['asserted_by_agent', 'supports'],
      ['asserted_by_agent', 'supports'],
    ]);
    await test.call('causal.retract', { id: disputed.claim.id }, person);
    expect((await test.call('causal.path', question, agent)).paths).toHaveLength(1);
    if (!operationId) throw new Error('nothing to undo');
    await test.call('operation.undo', { operationId }, person);
    expect((await test.call('causal.edge', { id: edge.id }, agent)).edge).toMatchObject({ supports: 1 });
  });

  it('names nodes that are there by their ids, and new ones by their words; a repeated request is one claim', async () => {
    await store();
    const [stale] = (await test.call('causal.nodes', { text: STALE }, agent)).items;
    if (!stale) throw new Error('no node');
    const input = { ...claim, from: stale.id, note: 'seen' };
    const first = await test.call('causal.assert', input, agent, 'key 1');
    const second = await test.call('causal.assert', input, agent, 'key 1');
    expect(second.claim.id).toBe(first.claim.id);
    expect(test.rows('SELECT * FROM claim')).toHaveLength(1);
    await test.call('causal.retract', { id: first.claim.id }, agent);
    const later = await test.call(
      'causal.assert',
      { ...input, to: { kind: 'error', text: 'Something new' } },
      agent,
      'key 2',
    );
    await test.call('causal.retract', { id: later.claim.id }, agent);
    const repeated = await test.call(
      'causal.assert',
      { ...input, to: { kind: 'error', text: 'Something new' } },
      agent,
      'key 2',
    );
    expect(repeated).toMatchObject({ claim: { id: later.claim.id }, edge: null });
  });

  it('that cannot be is refused and changes nothing', async () => {
    await store();
    const same = { ...claim, to: claim.from, note: 'x' };
    expect(await test.fail('causal.assert', same, agent)).toMatchObject({ code: 'invalid_input' });
    expect(await test.fail('causal.assert', { ...claim, from: 'node_000000000000', note: 'x' }, agent)).toMatchObject({
      code: 'not_found',
    });
    expect(await test.fail('causal.assert', { ...claim, relation: 'precedes', note: 'x' }, agent)).toMatchObject({
      code: 'invalid_input',
    });
    expect(await test.fail('causal.assert', { ...claim, note: '' }, agent)).toMatchObject({ code: 'invalid_input' });
    expect(await test.fail('causal.retract', { id: 'clm_01ARZ3NDEKTSV4RRFFQ69G5FAV' })).toMatchObject({
      code: 'not_found',
    });
    expect(test.rows('SELECT * FROM claim')).toEqual([]);
  });

  it('is taken back by a person or by who made it, and names nothing of a project that its author does not see', async () => {
    await store();
    const ofPerson = await test.call('causal.assert', { ...claim, projectId: 'shop', note: 'x' }, person);
    expect(await test.fail('causal.retract', { id: ofPerson.claim.id }, agent)).toMatchObject({ code: 'refused' });
    const [secret] = (await test.call('causal.nodes', { text: STALE }, agent)).items;
    const stranger = agentIn('/work/other');
    const taken = { ...claim, from: secret?.id ?? '', note: 'x' };
    expect(await test.fail('causal.assert', taken, stranger)).toMatchObject({ code: 'not_found' });
  });

  it('is written down without secrets', async () => {
    const secret = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';
    const input = { ...claim, to: { kind: secret, text: `Leaked ${secret}` }, note: `token ${secret}` };
    await test.call('causal.assert', input, agent);
    expect(JSON.stringify(test.rows('SELECT * FROM claim'))).not.toContain(secret);
  });
});
