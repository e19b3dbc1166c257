import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Envelope, OperationName, OutputOf } from '@twicewise/contract';
import type { OpenDoor } from '@twicewise/testkit';
import { verifies } from '@twicewise/testkit/verifies';
import { expect } from 'vitest';
import { ended } from './ended-job.ts';
import type { Requirement } from './scenarios/every-door.ts';

// Requirements of causes. Agents can ask these questions with memory_ask, so they run over every door.

const STALE = 'Prices are stale after an update';
const CHARGED = 'Customers were charged the old price';

/** A session that cached answers, and what resulted from it. */
const cached = (name: string) => ({
  sessionId: `${name} session`,
  projectId: `${name} project`,
  task: 'Make the product page faster',
  outcome: 'failure' as const,
  decisions: [
    {
      context: 'How to make the product page faster',
      chosen: 'Cache the answers in memory',
      rationale: 'Least work',
      outcome: 'failure' as const,
      effects: ['e001'],
    },
  ],
  events: [
    { type: 'error', content: STALE, leadsTo: ['e002'] },
    { type: 'error', content: CHARGED },
  ],
});

async function ask<N extends OperationName>(door: OpenDoor, name: N, input: object): Promise<OutputOf<N>> {
  const answer = (await door.send(name, input)) as Envelope<OutputOf<N>>;
  if (!answer.ok) throw new Error(`${name}: ${answer.error.message}`);
  return answer.value;
}

const SLOW = 'Make the search page faster';
const INDEX = 'Add an index to the table of orders';

async function twice(door: OpenDoor, projectId: string): Promise<void> {
  for (const taskDescription of [SLOW, 'The search page: make it faster']) {
    const lesson = { projectId, sessionId: taskDescription, taskDescription, outcome: 'success', whatWorked: [INDEX] };
    await ask(door, 'reflection.store', { ...lesson, whatDidNotWork: [], nextStrategy: '' });
  }
}

/** Requirements of patterns. */
export const patterns: readonly Requirement[] = [
  {
    title: 'what was done for like reasons is listed with its cases, and how often it helped',
    needs: ['reflection.store', 'pattern.list', 'pattern.get'],
    async holds(door, name) {
      verifies('S1-54');
      const projectId = `${name} project`;
      await twice(door, projectId);
      const { items } = await ask(door, 'pattern.list', { projectId });
      expect(items).toMatchObject([{ trigger: SLOW, action: INDEX, state: 'suggested', success: { n: 2, value: 1 } }]);
      const { cases } = await ask(door, 'pattern.get', { projectId, id: items[0]?.id });
      expect(cases.map(({ outcome }) => outcome)).toEqual(['success', 'success']);
      expect((await ask(door, 'pattern.list', { projectId, maxSuccess: 0.3 })).items).toEqual([]);
    },
  },
  {
    title: 'a pattern is told for a task in less than 100 tokens, asserted, and no longer told once it is disputed',
    needs: ['reflection.store', 'pattern.match', 'pattern.assert'],
    async holds(door, name) {
      verifies('S1-72');
      const projectId = `${name} project`;
      await twice(door, projectId);
      const question = { projectId, text: 'the search page must be faster' };
      const found = await ask(door, 'pattern.match', question);
      expect(found.items).toMatchObject([{ action: INDEX, state: 'suggested', occurrences: 2 }]);
      expect(found.tokens).toBeLessThan(100);
      const word = { projectId, pattern: found.items[0]?.id, note: 'Twice as fast', sessionId: `${name} today` };
      const said = await ask(door, 'pattern.assert', word);
      expect(said.pattern).toMatchObject({ id: word.pattern, state: 'asserted', note: 'Twice as fast' });
      await ask(door, 'pattern.assert', { ...word, stance: 'disputes', sessionId: `${name} later` });
      expect((await ask(door, 'pattern.match', question)).items).toEqual([]);
    },
  },
];

/** Requirements of causes. */
export const causes: readonly Requirement[] = [
  {
    title: 'the graph is written as the file of ADR-038, which adds nothing here and brings its edges elsewhere',
    needs: ['episode.store', 'causal.export', 'import.episodes'],
    async holds(door, name) {
      verifies('S1-33');
      const { projectId } = cached(name);
      await ask(door, 'episode.store', cached(name));
      const { file, edges } = await ask(door, 'causal.export', { projectId });
      expect([edges, Object.keys(file)]).toEqual([2, ['version', 'updated', 'nodes', 'edges', 'patterns']]);
      const folder = mkdtempSync(join(tmpdir(), 'tw-graph-'));
      const path = join(folder, 'causal-graph.json');
      writeFileSync(path, JSON.stringify(file));
      const read = async (into: string) => {
        const { job } = await ask(door, 'import.episodes', { path, projectId: into });
        return ended(door, job.id);
      };
      expect(await read(projectId)).toMatchObject({ state: 'done', result: { graphs: { made: 0, unchanged: 2 } } });
      const elsewhere = `${name} elsewhere`;
      expect(await read(elsewhere)).toMatchObject({ state: 'done', result: { graphs: { made: 2, faults: 0 } } });
      expect((await ask(door, 'causal.export', { projectId: elsewhere })).file.edges).toEqual(file.edges);
      rmSync(folder, { recursive: true, force: true });
    },
  },
  {
    title: 'how one thing led to another is told with its evidence, and the other way round nothing is',
    needs: ['episode.store', 'causal.path', 'causal.why', 'causal.edge'],
    async holds(door, name) {
      verifies('S1-07', 'S1-51', 'B1-10');
      const { projectId } = cached(name);
      await ask(door, 'episode.store', cached(name));
      const { paths } = await ask(door, 'causal.path', { projectId, from: 'Cache the answers', to: CHARGED });
      expect(paths[0]?.steps.map(({ to }) => to.label)).toEqual([STALE, CHARGED]);
      expect(paths[0]?.steps[0]?.evidence[0]).toMatchObject({ fromItem: 'd001', toItem: 'e001' });
      const back = await ask(door, 'causal.path', { projectId, from: CHARGED, to: 'Cache the answers' });
      expect(back.paths).toEqual([]);
      const { chains } = await ask(door, 'causal.why', { projectId, of: CHARGED });
      expect(chains[0]?.steps).toHaveLength(2);
      const id = paths[0]?.steps[0]?.edge.id;
      const { evidence } = await ask(door, 'causal.edge', { projectId, id });
      expect(evidence).toMatchObject([{ basis: expect.stringMatching(/^asserted_by_/), stance: 'supports' }]);
    },
  },
  {
    title: 'things and what ties them are listed, drawn and looked at',
    needs: ['episode.store', 'causal.graph', 'causal.nodes', 'causal.node'],
    async holds(door, name) {
      const { projectId } = cached(name);
      await ask(door, 'episode.store', cached(name));
      const { nodes, edges } = await ask(door, 'causal.graph', { projectId });
      expect([nodes.length, edges.length]).toEqual([3, 2]);
      const { items } = await ask(door, 'causal.nodes', { projectId, text: STALE });
      const node = await ask(door, 'causal.node', { projectId, id: items[0]?.id });
      expect(node.edges.map(({ other }) => other.label).sort()).toEqual(['Cache the answers in memory', CHARGED]);
    },
  },
  {
    title: 'another choice is set beside the one that was made, similar decisions and dead ends are found',
    needs: ['episode.store', 'causal.whatIf', 'causal.similarDecisions', 'causal.deadEnds', 'episode.digest'],
    async holds(door, name) {
      verifies('S1-03', 'S1-53');
      const { projectId, sessionId } = cached(name);
      const { episode } = await ask(door, 'episode.store', cached(name));
      const about = { projectId, task: 'make the product page faster' };
      const { items } = await ask(door, 'causal.deadEnds', about);
      expect(items[0]).toMatchObject({ tried: 'Cache the answers in memory', disprovedBy: STALE });
      const similar = await ask(door, 'causal.similarDecisions', { projectId, context: 'a faster product page' });
      expect(similar.items[0]).toMatchObject({ episodeId: episode.id, itemId: 'd001', outcome: 'failure' });
      const decision = 'Cache the answers in memory';
      const other = await ask(door, 'causal.whatIf', { projectId, decision, alternative: 'Add an index' });
      expect(other).toMatchObject({ actual: { cases: 1 }, alternative: { cases: [] } });
      expect(other.loses.map(({ node }) => node.label)).toEqual([STALE, CHARGED]);
      const digest = await ask(door, 'episode.digest', { sessionId, projectId });
      expect(digest.text).toContain('Cache the answers in memory');
      expect(digest.tokens).toBeLessThan(500);
    },
  },
  {
    title: 'what is claimed of a cause is a voice: it is asserted, disputed, and taken back',
    needs: ['causal.assert', 'causal.retract', 'causal.edge'],
    async holds(door, name) {
      const projectId = `${name} project`;
      const ends = { from: { kind: 'error', text: STALE }, to: { kind: 'error', text: CHARGED } };
      const claim = { projectId, ...ends, relation: 'causes', note: 'The log shows it' };
      const said = await ask(door, 'causal.assert', claim);
      expect(said.edge).toMatchObject({ supports: 1, isDisputed: false });
      const against = { ...claim, stance: 'disputes', note: 'It does not', sessionId: `${name} later` };
      expect((await ask(door, 'causal.assert', against)).edge).toMatchObject({ disputes: 1, isDisputed: true });
      await ask(door, 'causal.retract', { id: said.claim.id });
      const { edge } = await ask(door, 'causal.edge', { projectId, id: said.edge?.id });
      expect(edge).toMatchObject({ supports: 0, disputes: 1, weight: 0 });
    },
  },
];
