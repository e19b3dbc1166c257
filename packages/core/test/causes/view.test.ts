import { type Episode, MAX_LABEL, type Outcome } from '@twicewise/contract';
import { describe, expect, it } from 'vitest';
import { type Contribution, contributionOfClaim, contributionOfEpisode } from '../../src/causes/contribution.ts';
import { CausalGraph, type EdgeEntry, type NodeEntry } from '../../src/causes/graph.ts';
import { edgeIdOf, nodeIdOf } from '../../src/causes/identity.ts';
import { isKnown, isSeen, type Outlook, toEdge, toEvidence, toNode } from '../../src/causes/view.ts';
import { claimOf, episodeOf } from './samples.ts';

const ALL: Outlook = { projects: null, inactiveBefore: '' };
const projectId = (n: number) => episodeOf(1, {}, { project: n }).projectId;
const onlyOf = (...projects: number[]): Outlook => ({ ...ALL, projects: new Set(projects.map(projectId)) });

function graphOf(...contributions: Contribution[]): CausalGraph {
  const graph = new CausalGraph();
  for (const one of contributions) graph.put(one);
  return graph;
}
function nodeOf(graph: CausalGraph, text: string, kind = 'milestone'): NodeEntry {
  const node = graph.nodes.get(nodeIdOf(kind, text));
  if (!node) throw new Error(`no ${kind} ${text}`);
  return node;
}
type Relation = Parameters<typeof edgeIdOf>[2];
function edgeOf(graph: CausalGraph, from: string, to: string, relation: Relation = 'causes'): EdgeEntry {
  const edge = graph.edges.get(edgeIdOf(nodeIdOf('milestone', from), nodeIdOf('milestone', to), relation));
  if (!edge) throw new Error(`no edge from ${from} to ${to}`);
  return edge;
}
/** An episode in which the same was chosen with each of these outcomes. */
function chosen(n: number, outcomes: readonly Outcome[], fields: Partial<Episode> = {}): Contribution {
  const episode = episodeOf(n, { decisions: outcomes.map(() => 'Cache it') });
  const decisions = episode.decisions.map((decision, at) => {
    return { ...decision, outcome: outcomes[at] ?? 'unknown', outcomeSource: 'reported' as const };
  });
  return contributionOfEpisode({ ...episode, ...fields, decisions });
}
const linked = (n: number, relation: Relation = 'causes', project = 1) =>
  contributionOfEpisode(episodeOf(n, { events: ['A', 'B'], links: [[0, 1, relation]] }, { project }));
const disputed = (n: number, relation: Relation = 'causes', name = 'p') =>
  contributionOfClaim(
    claimOf(n, 'A', 'B', {
      relation,
      stance: 'disputes',
      basis: 'asserted_by_human',
      author: { kind: 'person', name },
    }),
  );

describe('the outcome of what was chosen', () => {
  const ownOf = (...parts: Contribution[]) => toNode(nodeOf(graphOf(...parts), 'Cache it', 'decision'), ALL).ownOutcome;
  const each = (...outcomes: Outcome[]) => ownOf(...outcomes.map((outcome, at) => chosen(at + 1, [outcome])));

  it('is what most cases of it had by their own word, and of equally many the worse', () => {
    expect(each('success', 'success', 'failure')).toBe('success');
    expect(each('success', 'failure', 'failure')).toBe('failure');
    expect(each('partial', 'partial', 'success')).toBe('partial');
    expect(each('success', 'failure')).toBe('failure');
    expect(each('success', 'partial')).toBe('partial');
    expect(each('success', 'partial', 'failure')).toBe('failure');
  });

  it('is not known where only its sessions have one, and that of an error is a failure', () => {
    expect(each('unknown', 'unknown')).toBe('unknown');
    expect(each('unknown', 'success')).toBe('success');
    const episode = episodeOf(1, { events: ['A'] });
    const failed = { ...episode, events: episode.events.map((event) => ({ ...event, type: 'error' })) };
    const node = nodeOf(graphOf(contributionOfEpisode(failed)), 'A', 'error');
    expect(toNode(node, ALL)).toMatchObject({ ownOutcome: 'failure', outcomes: { success: 1 } });
  });

  it('is that of the item with an outcome where an episode has several of one text', () => {
    expect(ownOf(chosen(1, ['unknown', 'failure']))).toBe('failure');
    expect(ownOf(chosen(1, ['unknown', 'unknown']))).toBe('unknown');
  });

  it('is counted by its kind, and apart where nobody said it', () => {
    const parts = [
      chosen(1, ['success']),
      chosen(2, ['partial']),
      chosen(3, ['failure']),
      chosen(4, ['unknown'], { outcome: 'unknown', outcomeSource: 'reported' }),
      chosen(5, ['unknown'], { outcome: 'failure', outcomeSource: 'defaulted' }),
    ];
    const node = toNode(nodeOf(graphOf(...parts), 'Cache it', 'decision'), ALL);
    expect(node.outcomes).toEqual({ success: 1, partial: 1, failure: 1, unknown: 1, defaulted: 1 });
    expect(node.success.n).toBe(3);
    expect(node.success.value).toBeCloseTo(1 / 3, 9);
  });
});

describe('a node', () => {
  it('has its text in short, the cases that are seen, and the newest of their times', () => {
    const long = 'x'.repeat(MAX_LABEL + 1);
    const at = (n: number, createdAt: string) =>
      contributionOfEpisode({ ...episodeOf(n, { events: [long, 'x'.repeat(MAX_LABEL)] }, { project: n }), createdAt });
    const graph = graphOf(
      at(1, '2026-03-01T00:00:00.000Z'),
      at(2, '2026-03-03T00:00:00.000Z'),
      at(3, '2026-03-02T00:00:00.000Z'),
    );
    const node = nodeOf(graph, long);
    expect(toNode(node, ALL)).toMatchObject({
      id: node.id,
      kind: 'milestone',
      isCut: true,
      episodes: 3,
      lastAt: '2026-03-03T00:00:00.000Z',
    });
    expect(toNode(node, ALL).label.length).toBeLessThanOrEqual(MAX_LABEL);
    expect(toNode(nodeOf(graph, 'x'.repeat(MAX_LABEL)), ALL).isCut).toBe(false);
    expect(toNode(node, onlyOf(3, 1))).toMatchObject({ episodes: 2, lastAt: '2026-03-02T00:00:00.000Z' });
    expect(toNode(node, onlyOf(9))).toMatchObject({ episodes: 0, lastAt: null });
  });

  it('has as many causes and effects as lead on, without those that are disputed', () => {
    const counts = (...parts: Contribution[]) => {
      const graph = graphOf(...parts);
      const [a, b] = [toNode(nodeOf(graph, 'A'), ALL), toNode(nodeOf(graph, 'B'), ALL)];
      return [a.causes, a.effects, b.causes, b.effects];
    };
    expect(counts(linked(1))).toEqual([0, 1, 1, 0]);
    expect(counts(linked(1, 'enables'), linked(2))).toEqual([0, 2, 2, 0]);
    for (const relation of ['prevents', 'precedes', 'correlates'] as const)
      expect(counts(linked(1, relation)), relation).toEqual([0, 0, 0, 0]);
    expect(counts(linked(1), disputed(2))).toEqual([0, 0, 0, 0]);
    const disputes = (text: string, ...parts: Contribution[]) => {
      const { disputedCauses, disputedEffects } = toNode(nodeOf(graphOf(...parts), text), ALL);
      return [disputedCauses, disputedEffects];
    };
    expect(disputes('A', linked(1), disputed(2))).toEqual([0, 1]);
    expect(disputes('B', linked(1), disputed(2))).toEqual([1, 0]);
    expect([disputes('A', linked(1)), disputes('A', linked(1, 'prevents'))].flat()).toEqual([0, 0, 0, 0]);
    const preventions = (text: string, ...parts: Contribution[]) => {
      const { prevents, preventedBy, disputedPrevents, disputedPreventedBy } = toNode(
        nodeOf(graphOf(...parts), text),
        ALL,
      );
      return [prevents, preventedBy, disputedPrevents, disputedPreventedBy];
    };
    expect(preventions('A', linked(1, 'prevents'), linked(2))).toEqual([1, 0, 0, 0]);
    expect(preventions('B', linked(1, 'prevents'), linked(2))).toEqual([0, 1, 0, 0]);
    expect(preventions('A', linked(1, 'prevents'), disputed(2, 'prevents'))).toEqual([0, 0, 1, 0]);
    expect(preventions('B', linked(1, 'prevents'), disputed(2, 'prevents'))).toEqual([0, 0, 0, 1]);
    const graph = graphOf(linked(1, 'causes', 2), contributionOfEpisode(episodeOf(2, { events: ['A'] })));
    expect(toNode(nodeOf(graph, 'A'), onlyOf(1)).effects).toBe(0);
  });

  it('is seen where a project that is asked has it, or says what it leads to', () => {
    const graph = graphOf(
      contributionOfEpisode(episodeOf(1, { events: ['A'] })),
      contributionOfClaim(claimOf(2, 'B', 'C', { projectId: projectId(2) })),
      contributionOfClaim(claimOf(3, 'D', 'E', { projectId: projectId(2), relation: 'precedes', basis: 'temporal' })),
    );
    const seen = (outlook: Outlook) => ['A', 'B', 'C', 'D', 'E'].filter((text) => isSeen(nodeOf(graph, text), outlook));
    expect(seen(ALL)).toEqual(['A', 'B', 'C', 'D', 'E']);
    expect(seen(onlyOf(1))).toEqual(['A']);
    expect(seen(onlyOf(2))).toEqual(['B', 'C']);
    expect(seen(onlyOf(1, 2))).toEqual(['A', 'B', 'C']);
    expect(seen(onlyOf(9))).toEqual([]);
  });

  it('is over where one episode has it, before a time, and nothing but order in time is tied to it', () => {
    const active = (text: string, before: string, ...parts: Contribution[]) =>
      toNode(nodeOf(graphOf(...parts), text), { ...ALL, inactiveBefore: before }).isActive;
    const [at, later] = ['2026-03-01T12:00:00.000Z', '2026-03-01T12:00:00.001Z'];
    const alone = contributionOfEpisode(episodeOf(1, { events: ['A'] }));
    expect([active('A', at, alone), active('A', later, alone)]).toEqual([true, false]);
    expect(active('A', later, alone, contributionOfEpisode(episodeOf(2, { events: ['A'] })))).toBe(true);
    expect(active('A', later, linked(1))).toBe(true);
    expect(active('B', later, linked(1))).toBe(true);
    expect(active('A', later, linked(1, 'precedes'))).toBe(false);
    // Nobody says when what only a claim speaks of was.
    expect(active('A', later, contributionOfClaim(claimOf(2, 'A', 'B')))).toBe(true);
    const inTime = claimOf(2, 'A', 'B', { relation: 'precedes', basis: 'temporal' });
    expect(active('A', later, contributionOfClaim(inTime))).toBe(true);
  });
});

describe('an edge', () => {
  it('has what speaks for it and against it, and on what that rests, the strongest first', () => {
    const said = (n: number, basis: 'textual' | 'asserted_by_agent', name: string) =>
      contributionOfClaim(claimOf(n, 'A', 'B', { basis, author: { kind: 'agent', name } }));
    const parts = [said(2, 'textual', 'x'), linked(1), said(3, 'asserted_by_agent', 'y'), disputed(4)];
    const graph = graphOf(...parts);
    const edge = edgeOf(graph, 'A', 'B');
    expect(toEdge(edge, ALL)).toEqual({
      id: edge.id,
      from: nodeIdOf('milestone', 'A'),
      to: nodeIdOf('milestone', 'B'),
      relation: 'causes',
      weight: (0.4 + 0.6 + 0.6) / (0.4 + 0.6 + 0.6 + 1 + 1),
      supports: 3,
      disputes: 1,
      isDisputed: true,
      bases: ['asserted_by_agent', 'textual'],
      together: expect.objectContaining({ n: 1, value: 1 }),
    });
    expect(toEdge(edgeOf(graphOf(linked(1)), 'A', 'B'), ALL)).toMatchObject({ disputes: 0, isDisputed: false });
  });

  it('is known where a project that is asked has evidence of it', () => {
    const graph = graphOf(linked(1, 'causes', 1), linked(2, 'causes', 2));
    const edge = edgeOf(graph, 'A', 'B');
    expect([ALL, onlyOf(1), onlyOf(2), onlyOf(9)].map((outlook) => isKnown(edge, outlook))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect([ALL, onlyOf(1), onlyOf(9)].map((outlook) => toEdge(edge, outlook)?.supports)).toEqual([2, 1, undefined]);
    expect(toEdge(edge, onlyOf(1))?.together).toMatchObject({ n: 1 });
    expect(toEvidence(edge, onlyOf(9))).toEqual([]);
  });

  it('has been met with its end in so many of the episodes that have its beginning', () => {
    const graph = graphOf(
      linked(1),
      contributionOfEpisode(episodeOf(2, { events: ['A'] })),
      contributionOfEpisode(episodeOf(3, { events: ['A', 'B'] })),
      contributionOfEpisode(episodeOf(4, { events: ['B'] })),
    );
    const { n, value } = toEdge(edgeOf(graph, 'A', 'B'), ALL)?.together ?? {};
    expect(n).toBe(3);
    expect(value).toBeCloseTo(2 / 3, 9);
  });

  it('has evidence, the strongest first, and of equal strength the newest', () => {
    const said = (n: number, createdAt: string, basis: 'asserted_by_human' | 'asserted_by_agent') =>
      contributionOfClaim(
        claimOf(n, 'A', 'B', { createdAt, basis, note: `note ${n}`, author: { kind: 'agent', name: `${n}` } }),
      );
    const parts = [
      said(2, '2026-03-02T00:00:00.000Z', 'asserted_by_agent'),
      said(3, '2026-03-03T00:00:00.000Z', 'asserted_by_agent'),
      said(4, '2026-03-01T00:00:00.000Z', 'asserted_by_human'),
    ];
    for (const order of [parts, parts.toReversed()]) {
      const evidence = toEvidence(edgeOf(graphOf(...order), 'A', 'B'), ALL);
      expect(evidence.map(({ note, strength }) => [note, strength])).toEqual([
        ['note 4', 1],
        ['note 3', 0.6],
        ['note 2', 0.6],
      ]);
      expect(Object.keys(evidence[0] ?? {}).sort()).toEqual(
        [
          'at',
          'author',
          'basis',
          'claimId',
          'episodeId',
          'fromItem',
          'note',
          'projectId',
          'sessionId',
          'stance',
          'strength',
          'toItem',
        ].sort(),
      );
    }
  });
});
