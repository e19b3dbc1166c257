import { createHash } from 'node:crypto';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestCore } from '../harness.ts';
import { CHARGED, cached, STALE } from './cached-answers.ts';

// One test per field of the causal graph: it fails if only this field is lost or wrong.

const CACHED = 'Cache the answers in memory';
const ASKED = 'Ask the database each time';
const projectId = 'shop';

let test: TestCore;
beforeEach(async () => {
  test = new TestCore();
  await test.call('episode.store', { ...cached, projectId });
  await test.restart();
});
afterEach(() => test.remove());

const graph = () => test.call('causal.graph', { projectId });
async function nodeOf(label: string) {
  const { nodes } = await graph();
  const node = nodes.find((one) => one.label === label);
  if (!node) throw new Error(`no node says ${label}`);
  return node;
}

/** The edges, with the texts of their ends. */
async function edges() {
  const { nodes, edges: all } = await graph();
  const labels = new Map(nodes.map(({ id, label }) => [id, label]));
  return all.map((edge) => ({ ...edge, from: labels.get(edge.from), to: labels.get(edge.to) }));
}

describe('a node of the causal graph has', () => {
  it('an id from its kind and its text', async () => {
    verifies('S1-35');
    const hash = createHash('sha256').update(`error:${STALE}`).digest('hex');
    expect((await nodeOf(STALE)).id).toBe(`node_${hash.slice(0, 12)}`);
  });

  it('its kind', async () => {
    verifies('S1-36');
    const { nodes } = await graph();
    expect(nodes.map(({ label, kind }) => [label, kind]).sort()).toEqual([
      [ASKED, 'decision'],
      [CACHED, 'decision'],
      [CHARGED, 'error'],
      [STALE, 'error'],
    ]);
  });

  it('its text, in full beside the label', async () => {
    verifies('S1-37');
    const { id, label } = await nodeOf(CHARGED);
    expect(label).toBe(CHARGED);
    expect((await test.call('causal.node', { projectId, id })).text).toBe(CHARGED);
  });

  it('the episodes that have it, the newest first', async () => {
    verifies('S1-38');
    const { id } = await nodeOf(STALE);
    const events = [{ id: 'e7', type: 'error', content: STALE }];
    const { episode } = await test.call('episode.store', { sessionId: 'tuesday', projectId, task: 't', events });
    const { node, mentions } = await test.call('causal.node', { projectId, id });
    expect(node.episodes).toBe(2);
    const places = mentions.map((mention) => [mention.episode.sessionNativeId, mention.itemId]);
    expect(places).toEqual([
      ['tuesday', 'e7'],
      ['monday', 'e1'],
    ]);
    expect(mentions[0]?.episode.id).toBe(episode.id);
  });

  it('how often it was met, and how often that went well, each episode once', async () => {
    verifies('S1-39', 'S1-40');
    const again = (sessionId: string, outcome: 'success' | 'unknown') => {
      const decisions = [
        { chosen: CACHED, outcome },
        { chosen: CACHED, outcome },
      ];
      return test.call('episode.store', { sessionId, projectId, task: 't', decisions });
    };
    await again('tuesday', 'success');
    await again('wednesday', 'unknown');
    const { episodes, outcomes, success } = await nodeOf(CACHED);
    expect(episodes).toBe(3);
    expect(outcomes).toMatchObject({ success: 1, failure: 1, unknown: 1 });
    expect(success).toMatchObject({ value: 0.5, n: 2 });
  });
});

describe('an edge of the causal graph has', () => {
  it('a source and a target', async () => {
    verifies('S1-41');
    expect((await edges()).map(({ from, to }) => [from, to]).sort()).toEqual([
      [CACHED, STALE],
      [STALE, ASKED],
      [STALE, CHARGED],
    ]);
  });

  it.each(['causes', 'enables', 'prevents', 'correlates'] as const)('its relation, such as %s', async (relation) => {
    verifies('S1-42');
    const ends = { from: { kind: 'error', text: 'A disk is full' }, to: { kind: 'error', text: 'A write fails' } };
    const { edge } = await test.call('causal.assert', { projectId, ...ends, relation, note: 'The log shows it' });
    await test.restart();
    const read = await test.call('causal.edge', { projectId, id: edge?.id ?? '' });
    expect(read.edge.relation).toBe(relation);
    expect((await edges()).filter(({ from }) => from === STALE).map((one) => one.relation)).toEqual([
      'causes',
      'causes',
    ]);
  });

  it('a weight and a count of voices, both from its evidence', async () => {
    verifies('S1-43', 'S1-44');
    const found = (await edges()).find(({ from, to }) => from === STALE && to === CHARGED);
    // One voice of a person: 1 ÷ (1 + 0 + 1).
    expect(found).toMatchObject({ weight: 0.5, supports: 1, disputes: 0 });
    const ends = { from: { kind: 'error', text: STALE }, to: { kind: 'error', text: CHARGED } };
    const claim = { projectId, sessionId: 'later', ...ends, relation: 'causes' as const, note: 'Seen again' };
    await test.call('causal.assert', claim);
    const { edge, evidence, evidenceCount } = await test.call('causal.edge', { projectId, id: found?.id ?? '' });
    expect(edge).toMatchObject({ supports: 2, disputes: 0, weight: 2 / 3 });
    expect([evidence.length, evidenceCount]).toEqual([2, 2]);
  });
});

describe('the file of the causal graph has', () => {
  it('a version, and the time of the newest of what it was made of', async () => {
    verifies('S1-33', 'S1-34');
    const { file } = await test.call('causal.export', { projectId });
    expect(file).toMatchObject({ version: '1.0', updated: '2026-03-01T12:00:00.000Z' });
    test.now += 86_400_000;
    await test.call('episode.store', { ...cached, sessionId: 'tuesday', projectId });
    const later = await test.call('causal.export', { projectId });
    expect(later.file).toMatchObject({ version: '1.0', updated: '2026-03-02T12:00:00.000Z' });
  });
});
