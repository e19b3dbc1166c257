import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { weigher } from '../../src/causes/answers/chains.ts';
import { contributionOfEpisode } from '../../src/causes/contribution.ts';
import { CausalGraph, type EdgeEntry, type NodeEntry } from '../../src/causes/graph.ts';
import { nodeIdOf } from '../../src/causes/identity.ts';
import type { Outlook } from '../../src/causes/view.ts';
import { distancesTo, MAX_LOOKS, strongestChains } from '../../src/causes/walk.ts';
import { episodeOf } from './samples.ts';

const EVERYWHERE: Outlook = { projects: null, inactiveBefore: '' };
const BASES = ['asserted_by_agent', 'asserted_by_human', 'textual'] as const;
const RELATIONS = ['causes', 'causes', 'enables', 'prevents', 'correlates', 'precedes'] as const;

const nth = <T>(items: readonly T[], at: number): T => items[at % items.length] as T;

/** A graph of links between things called by numbers. */
function graphOf(links: readonly (readonly [from: number, to: number, sort: number])[]): CausalGraph {
  const graph = new CausalGraph();
  links.forEach(([from, to, sort], n) => {
    const link = [0, 1, nth(RELATIONS, sort), nth(BASES, sort)] as const;
    graph.put(contributionOfEpisode(episodeOf(n, { events: [`${from}`, `${to}`], links: [[...link]] })));
  });
  return graph;
}

const at = (graph: CausalGraph, name: number): NodeEntry | undefined =>
  graph.nodes.get(nodeIdOf('milestone', `${name}`));

/** Every chain between two nodes, by trying all of them. */
function everyChain(start: NodeEntry, target: NodeEntry, depth: number, weigh: (edge: EdgeEntry) => number | null) {
  const found: number[] = [];
  const go = (node: NodeEntry, strength: number, visited: NodeEntry[]) => {
    if (node === target) found.push(strength);
    if (node === target || visited.length > depth) return;
    for (const edge of node.out) {
      const weight = weigh(edge);
      if (weight !== null && !visited.includes(edge.to)) go(edge.to, strength * weight, [...visited, edge.to]);
    }
  };
  go(start, 1, [start]);
  return found.sort((a, b) => b - a);
}

const links = fc.array(fc.tuple(fc.nat(4), fc.nat(4), fc.nat(17)), { minLength: 6, maxLength: 24 });

describe('the strongest chains', () => {
  it('are those that trying every way finds, and go no further than they may (S1-51)', () => {
    let met = 0;
    fc.assert(
      fc.property(links, fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 5 }), (some, depth, limit) => {
        const graph = graphOf(some);
        const [start, target] = [at(graph, 0), at(graph, 1)];
        if (!start || !target) return;
        const weigh = weigher(EVERYWHERE);
        const walk = { direction: 'effects' as const, depth, weigh };
        const reach = distancesTo(target, walk);
        const { chains, isComplete } = strongestChains({
          ...walk,
          start,
          limit,
          reach,
          ends: (node) => node === target,
        });
        const all = everyChain(start, target, depth, weigh);
        met += all.length;
        expect(isComplete).toBe(true);
        expect(chains.map(({ strength }) => strength.toFixed(12))).toEqual(
          all.slice(0, limit).map((strength) => strength.toFixed(12)),
        );
        for (const { edges } of chains) {
          expect(edges.length).toBeLessThanOrEqual(depth);
          expect(edges.every(({ relation }) => relation === 'causes' || relation === 'enables')).toBe(true);
        }
      }),
      { numRuns: 500, seed: 5 },
    );
    expect(met).toBeGreaterThan(200);
  });

  it('end after a bounded number of looks, and say that there may be more', () => {
    // Ten layers of five, each tied to all of the next: nearly ten million ways, and none of them ends.
    const layered = Array.from({ length: 10 }, (_, layer) =>
      Array.from({ length: 25 }, (_, n) => [layer * 5 + (n % 5), layer * 5 + 5 + Math.floor(n / 5), 0] as const),
    ).flat();
    const graph = graphOf(layered);
    const start = at(graph, 0);
    if (!start) throw new Error('no start');
    let looks = 0;
    const ends = () => {
      looks++;
      return false;
    };
    const weigh = weigher(EVERYWHERE);
    const found = strongestChains({ start, direction: 'effects', depth: 10, limit: 3, weigh, ends });
    expect(found).toEqual({ chains: [], isComplete: false });
    expect(looks).toBeLessThanOrEqual(MAX_LOOKS);
  });
});
