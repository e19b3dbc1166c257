import { verifies } from '@twicewise/testkit/verifies';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CausalIndex } from '../../src/causes/causal-index.ts';
import { type Contribution, contributionOfClaim, contributionOfEpisode } from '../../src/causes/contribution.ts';
import { CausalGraph } from '../../src/causes/graph.ts';
import { edgeIdOf, nodeIdOf } from '../../src/causes/identity.ts';
import { countOutcomes, mentionsSeen, type Outlook, toEdge, toNode } from '../../src/causes/view.ts';
import { balance, STRENGTH } from '../../src/causes/weight.ts';
import { claimOf, episodeOf, record, sumOf } from './samples.ts';

const EVERYWHERE: Outlook = { projects: null, inactiveBefore: '2026-01-01T00:00:00.000Z' };

function graphOf(...contributions: Contribution[]): CausalGraph {
  const graph = new CausalGraph();
  for (const one of contributions) graph.put(one);
  return graph;
}

const milestone = (text: string) => nodeIdOf('milestone', text);
const edgeOf = (graph: CausalGraph, from: string, to: string, relation: 'causes' | 'correlates' = 'causes') =>
  graph.edges.get(edgeIdOf(milestone(from), milestone(to), relation));

/** A random history: records are added, changed and removed. */
const history = fc.array(fc.record({ part: record, goes: fc.nat(3).map((n) => n === 0) }), { maxLength: 30 });

/** Applies a history to a graph, and builds a second graph from the remaining records alone; returns both. */
function played(steps: readonly { part: Contribution; goes: boolean }[], Graph = CausalGraph) {
  const living = new Graph();
  const records = new Map<string, Contribution>();
  for (const { part, goes } of steps) {
    if (goes) {
      living.remove(part.id);
      records.delete(part.id);
    } else {
      living.put(part);
      records.set(part.id, part);
    }
  }
  return { living, rebuilt: graphOf(...records.values()) };
}

describe('the causal graph', () => {
  it('equals one that is built anew from what is left, after 1,000 random histories (R12, B1-09, S1-57)', () => {
    verifies('S1-57', 'S1-68', 'B1-09', 'R12');
    let nodes = 0;
    fc.assert(
      fc.property(history, (steps) => {
        const { living, rebuilt } = played(steps);
        nodes += rebuilt.nodes.size;
        expect(sumOf(living)).toEqual(sumOf(rebuilt));
      }),
      { numRuns: 1000, seed: 20_261_122 },
    );
    expect(nodes).toBeGreaterThan(1000);
  });

  it('is caught by the same comparison when what goes leaves its edges behind', () => {
    class Forgetful extends CausalGraph {
      override remove(): void {}
    }
    const details = fc.check(
      fc.property(history, (steps) => {
        const { living, rebuilt } = played(steps, Forgetful);
        expect(sumOf(living)).toEqual(sumOf(rebuilt));
      }),
      { numRuns: 200, seed: 1 },
    );
    expect(details.failed).toBe(true);
  });

  it('does not depend on the order in which records come', () => {
    fc.assert(
      fc.property(fc.uniqueArray(record, { selector: ({ id }) => id, maxLength: 12 }), (parts) => {
        expect(sumOf(graphOf(...parts))).toEqual(sumOf(graphOf(...parts.toReversed())));
      }),
      { numRuns: 200, seed: 7 },
    );
  });

  it('knows what was said by what it says: once in two sessions, with an id of its content (R13, S1-35, B1-04)', () => {
    verifies('S1-35', 'S1-37', 'B1-04', 'R13');
    const graph = graphOf(
      contributionOfEpisode(episodeOf(1, { events: ['The cache  is\ncold'] })),
      contributionOfEpisode(episodeOf(2, { events: ['The cache is cold'] })),
    );
    expect([...graph.nodes.keys()]).toEqual([milestone('The cache is cold')]);
    expect(milestone('The cache is warm')).not.toBe(milestone('The cache is cold'));
    const [node] = graph.nodes.values();
    if (!node) throw new Error('no node');
    expect(toNode(node, EVERYWHERE)).toMatchObject({ kind: 'milestone', label: 'The cache is cold', episodes: 2 });
  });

  it('ties what one session says to what another says (B1-06)', () => {
    verifies('B1-06');
    const graph = graphOf(
      contributionOfEpisode(episodeOf(1, { events: ['A', 'B'], links: [[0, 1]] })),
      contributionOfEpisode(episodeOf(2, { events: ['B', 'C'], links: [[0, 1]] })),
    );
    const said = graph.nodes.get(milestone('B'));
    expect(said).toBeDefined();
    expect([edgeOf(graph, 'A', 'B')?.to, edgeOf(graph, 'B', 'C')?.from]).toEqual([said, said]);
  });

  it('takes a kind with a colon for nothing else', () => {
    expect(nodeIdOf('error', 'a:b')).not.toBe(nodeIdOf('error:a', 'b'));
  });

  it('has no edge from a thing to itself', () => {
    const graph = graphOf(
      contributionOfEpisode(episodeOf(1, { events: ['A', ' A'], links: [[0, 1]] })),
      contributionOfClaim(claimOf(2, 'A', 'A ')),
    );
    expect(graph.edges.size).toBe(0);
  });

  it('has what correlates in no direction', () => {
    const graph = graphOf(
      contributionOfClaim(claimOf(1, 'A', 'B', { relation: 'correlates' })),
      contributionOfClaim(claimOf(2, 'B', 'A', { relation: 'correlates', author: { kind: 'agent', name: 'b' } })),
    );
    expect(graph.edges.size).toBe(1);
    expect(edgeOf(graph, 'A', 'B', 'correlates')?.parts.size).toBe(2);
  });
});

describe('a weight', () => {
  const weightOf = (...parts: Contribution[]) => {
    const edge = edgeOf(graphOf(...parts), 'A', 'B');
    return edge ? balance([...edge.parts.values()].flat()) : null;
  };

  it('is s ÷ (s + d + 1), and counts each voice once by its last word (S1-43, S1-44, B1-02)', () => {
    verifies('S1-43', 'S1-44', 'B1-02');
    const linked = contributionOfEpisode(
      episodeOf(1, {
        events: ['A', 'B', 'A'],
        links: [
          [0, 1],
          [2, 1],
        ],
      }),
    );
    expect(weightOf(linked)).toMatchObject({ weight: 0.6 / 1.6, isDisputed: false });
    expect(weightOf(linked)?.voices).toHaveLength(1);
    const again = [claimOf(2, 'A', 'B'), claimOf(3, 'A', 'B'), claimOf(4, 'A', 'B')].map(contributionOfClaim);
    expect(weightOf(linked, ...again)).toMatchObject({ supports: 1.2, weight: 1.2 / 2.2 });
    const retreat = contributionOfClaim(claimOf(5, 'A', 'B', { stance: 'disputes' }));
    expect(weightOf(linked, ...again, retreat)).toMatchObject({ supports: 0.6, disputes: 0.6, weight: 0.6 / 2.2 });
  });

  it('rises with each voice for it, falls with each against it, and never reaches 1', () => {
    const voice = fc.record({
      stance: fc.constantFrom('supports', 'disputes'),
      basis: fc.constantFrom(
        ...(Object.keys(STRENGTH) as (keyof typeof STRENGTH)[]).filter((one) => one !== 'temporal'),
      ),
    });
    fc.assert(
      fc.property(fc.array(voice, { maxLength: 8 }), voice, (voices, more) => {
        const parts = [...voices, more].map((fields, n) =>
          contributionOfClaim(claimOf(n, 'A', 'B', { ...(fields as object), author: { kind: 'agent', name: `${n}` } })),
        );
        const [before, after] = [weightOf(...parts.slice(0, -1))?.weight ?? 0, weightOf(...parts)?.weight ?? 0];
        if (more.stance === 'supports') expect(after).toBeGreaterThan(before);
        else expect(after).toBeLessThanOrEqual(before);
        expect(after).toBeLessThan(1);
      }),
      { numRuns: 300, seed: 3 },
    );
  });

  it('of a cause is not raised by order in time (X12, B1-14)', () => {
    verifies('X12', 'B1-14');
    const timed = contributionOfEpisode(episodeOf(1, { events: ['A', 'B'], links: [[0, 1, 'causes', 'temporal']] }));
    // It counts as order in time then, whatever it was called.
    expect(weightOf(timed)).toBeNull();
    const graph = graphOf(timed);
    expect([...graph.edges.values()].map(({ relation }) => relation)).toEqual(['precedes']);
  });

  it('goes by when a word was said, not by when it came here', () => {
    const said = (n: number, stance: 'supports' | 'disputes', createdAt: string) =>
      contributionOfClaim(
        claimOf(n, 'A', 'B', { stance, createdAt, basis: 'asserted_by_human', author: { kind: 'person', name: 'p' } }),
      );
    const april = said(1, 'disputes', '2026-04-01T00:00:00.000Z');
    const broughtLater = said(2, 'supports', '2026-02-01T00:00:00.000Z');
    expect(weightOf(april, broughtLater)).toMatchObject({ isDisputed: true, supports: 0, disputes: 1 });
  });

  it('is that of a disputed edge by the last word of a person, else by the stronger side', () => {
    const agents = [1, 2, 3].map((n) =>
      contributionOfClaim(claimOf(n, 'A', 'B', { author: { kind: 'agent', name: `${n}` } })),
    );
    const person = (n: number, stance: 'supports' | 'disputes', name = 'p') =>
      contributionOfClaim(
        claimOf(n, 'A', 'B', {
          createdAt: `2026-03-0${n}T12:00:00.000Z`,
          stance,
          basis: 'asserted_by_human',
          author: { kind: 'person', name },
        }),
      );
    expect(weightOf(...agents)?.isDisputed).toBe(false);
    expect(weightOf(...agents, person(4, 'disputes'))?.isDisputed).toBe(true);
    expect(weightOf(...agents, person(4, 'disputes'), person(5, 'supports', 'q'))?.isDisputed).toBe(false);
    const against = contributionOfClaim(
      claimOf(6, 'A', 'B', { stance: 'disputes', author: { kind: 'agent', name: 'x' } }),
    );
    expect(weightOf(...agents.slice(0, 1), against)?.isDisputed).toBe(true);
  });
});

describe('a rate', () => {
  it('counts an episode once, and defaults and unknown ones apart (S1-39, S1-40, B1-07)', () => {
    verifies('S1-39', 'S1-40', 'B1-07');
    const graph = graphOf(
      contributionOfEpisode(episodeOf(1, { events: ['A', 'A'] })),
      contributionOfEpisode(episodeOf(2, { events: ['A'] }, { outcome: 'failure' })),
      contributionOfEpisode(episodeOf(3, { events: ['A'] }, { outcomeSource: 'defaulted' })),
      contributionOfEpisode(episodeOf(4, { events: ['A'] }, { outcome: 'unknown', outcomeSource: 'defaulted' })),
    );
    const node = graph.nodes.get(milestone('A'));
    if (!node) throw new Error('no node');
    expect(countOutcomes(mentionsSeen(node, EVERYWHERE))).toEqual({
      success: 1,
      partial: 0,
      failure: 1,
      unknown: 1,
      defaulted: 1,
    });
    const { n, value, low, high } = toNode(node, EVERYWHERE).success;
    expect([n, value]).toEqual([2, 0.5]);
    // Wilson's interval of one in two.
    expect(low).toBeCloseTo(0.0945, 3);
    expect(high).toBeCloseTo(0.9055, 3);
  });

  it('of an edge is of how many episodes with the first have the second too', () => {
    const graph = graphOf(
      contributionOfEpisode(episodeOf(1, { events: ['A', 'B'], links: [[0, 1]] })),
      contributionOfEpisode(episodeOf(2, { events: ['A'] })),
    );
    const edge = edgeOf(graph, 'A', 'B');
    if (!edge) throw new Error('no edge');
    expect(toEdge(edge, EVERYWHERE)?.together).toMatchObject({ n: 2, value: 0.5 });
  });
});

describe('what is seen', () => {
  it('is of the projects that are asked: no evidence of another counts', () => {
    const other = contributionOfEpisode(episodeOf(2, { events: ['A', 'B'], links: [[0, 1]] }, { project: 2 }));
    const graph = graphOf(contributionOfEpisode(episodeOf(1, { events: ['A', 'B'] })), other);
    const own: Outlook = { ...EVERYWHERE, projects: new Set([episodeOf(1, {}).projectId]) };
    const edge = edgeOf(graph, 'A', 'B');
    const node = graph.nodes.get(milestone('A'));
    if (!edge || !node) throw new Error('nothing there');
    expect(toEdge(edge, own)).toBeNull();
    expect(toNode(node, own)).toMatchObject({ episodes: 1, effects: 0 });
  });

  it('leaves out what one episode has, nothing is tied to, and is old, until something is (S1-66)', () => {
    verifies('S1-66');
    const late: Outlook = { projects: null, inactiveBefore: '2026-06-01T00:00:00.000Z' };
    const alone = contributionOfEpisode(episodeOf(1, { events: ['A'] }));
    const isActive = (graph: CausalGraph) => {
      const node = graph.nodes.get(milestone('A'));
      return node && toNode(node, late).isActive;
    };
    expect(isActive(graphOf(alone))).toBe(false);
    expect(isActive(graphOf(alone, contributionOfEpisode(episodeOf(2, { events: ['A'] }))))).toBe(true);
    expect(isActive(graphOf(alone, contributionOfClaim(claimOf(3, 'A', 'B'))))).toBe(true);
  });
});

describe('its search', () => {
  it('finds enough different ones though many projects have the same', () => {
    const index = new CausalIndex();
    for (let n = 1; n <= 40; n++) {
      const events = n === 40 ? ['Deploy failed twice on staging'] : ['Deploy failed'];
      index.put(contributionOfEpisode(episodeOf(n, { events }, { project: n })));
    }
    expect(index.findNodes('deploy failed', { limit: 2 })).toHaveLength(2);
  });

  it('finds a node as long as a record of the project has it', () => {
    const index = new CausalIndex();
    const [one, two] = [1, 2].map((n) => contributionOfEpisode(episodeOf(n, { events: ['The cache is cold'] })));
    if (!one || !two) throw new Error('no records');
    const found = () => index.findNodes('cold cache', { limit: 5 }).length;
    index.put(one);
    index.put(two);
    index.remove(one.id);
    expect(found()).toBe(1);
    index.put(contributionOfEpisode(episodeOf(2, { events: ['Something else'] })));
    expect(found()).toBe(0);
  });
});
