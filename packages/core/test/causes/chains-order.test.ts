import type { CausalRelation } from '@twicewise/contract';
import { describe, expect, it } from 'vitest';
import { contributionOfEpisode } from '../../src/causes/contribution.ts';
import { CausalGraph, type EdgeEntry, type NodeEntry } from '../../src/causes/graph.ts';
import { nodeIdOf } from '../../src/causes/identity.ts';
import { distancesTo, remainingTo, remainingToEnds, strongestChains, type Walk } from '../../src/causes/walk.ts';
import { episodeOf } from './samples.ts';

type Link = `${string}${string}` | readonly [string, CausalRelation];

/** A graph of links between nodes of one letter; `ab` leads from a to b. */
function graphOf(...links: Link[]): (name: string) => NodeEntry {
  const graph = new CausalGraph();
  for (const [n, link] of links.entries()) {
    const [ends, relation] = typeof link === 'string' ? [link, 'causes' as const] : link;
    const events = [ends.charAt(0), ends.charAt(1)];
    graph.put(contributionOfEpisode(episodeOf(n, { events, links: [[0, 1, relation]] })));
  }
  return (name) => {
    const node = graph.nodes.get(nodeIdOf('milestone', name));
    if (!node) throw new Error(`no ${name}`);
    return node;
  };
}

/** Half for each cause; nothing else is walked. */
const weigh = ({ relation }: EdgeEntry) => (relation === 'causes' ? 0.5 : null);
const names = (edges: readonly EdgeEntry[]) => edges.map(({ from, to }) => `${from.text}${to.text}`).join(' ');
const way = (depth: number, direction: 'effects' | 'causes' = 'effects') => ({ direction, depth, weigh });

function chains(start: NodeEntry, fields: Partial<Walk> = {}): string[] {
  const walk = { ...way(5), start, limit: 9, ends: (node: NodeEntry) => node.text === 't', ...fields };
  const found = strongestChains({ remaining: () => 1, ...walk });
  expect(found.isComplete).toBe(true);
  return found.chains.map(({ edges, strength }) => `${names(edges)} ${strength}`);
}

describe('a chain', () => {
  it('has its edges in the order of the walk, and the product of their weights', () => {
    const at = graphOf('ab', 'bc', 'ct');
    expect(chains(at('a'))).toEqual(['ab bc ct 0.125']);
    const back = chains(at('t'), { direction: 'causes', ends: (node) => node.text === 'a' });
    expect(back).toEqual(['ct bc ab 0.125']);
  });

  it('is the stronger the fewer edges it has, and at most as many are found as asked for', () => {
    const at = graphOf('ab', 'bt', 'at', 'bc', 'ct');
    expect(chains(at('a'))).toEqual(['at 0.5', 'ab bt 0.25', 'ab bc ct 0.125']);
    expect(chains(at('a'), { limit: 2 })).toEqual(['at 0.5', 'ab bt 0.25']);
    expect(chains(at('a'), { depth: 2 })).toEqual(['at 0.5', 'ab bt 0.25']);
    expect(chains(at('a'), { depth: 1 })).toEqual(['at 0.5']);
  });

  it('has one order among equals, whatever came first', () => {
    const links = ['ab', 'ac', 'ad', 'bt', 'ct', 'dt'] as const;
    const first = chains(graphOf(...links)('a'));
    expect(first).toHaveLength(3);
    expect(chains(graphOf(...links.toReversed())('a'))).toEqual(first);
    expect(chains(graphOf('ad', 'dt', 'ab', 'ct', 'ac', 'bt')('a'))).toEqual(first);
  });

  it('begins nowhere else, and is not empty although its beginning is an end', () => {
    const at = graphOf('ab', 'bc');
    expect(chains(at('a'), { ends: () => true })).toEqual(['ab 0.5']);
  });

  it('does not go where nothing is left to be reached, nor along what is no cause', () => {
    const at = graphOf('ab', 'ac', ['ad', 'prevents']);
    const found = chains(at('a'), { ends: () => true, remaining: (node) => (node.text === 'b' ? 0 : 1) });
    expect(found).toEqual(['ac 0.5']);
  });

  it('ends in a circle only where it cannot go on otherwise', () => {
    const at = graphOf('ab', 'ba', 'bc', 'ca');
    const round = { ends: () => false, endsInCircle: true };
    expect(chains(at('a'), round)).toEqual(['ab bc 0.25']);
    expect(chains(at('a'), { ...round, endsInCircle: false })).toEqual([]);
  });
});

describe('how far it is', () => {
  it('to a node, against the direction of a walk, up to its depth', () => {
    const at = graphOf('ab', 'bt', 'at', 'xa', 'yx', ['zt', 'prevents'], 'ta');
    const distances = (depth: number, direction: 'effects' | 'causes' = 'effects') =>
      Object.fromEntries([...distancesTo(at('t'), way(depth, direction))].map(([node, steps]) => [node.text, steps]));
    expect(distances(9)).toEqual({ t: 0, a: 1, b: 1, x: 2, y: 3 });
    expect(distances(2)).toEqual({ t: 0, a: 1, b: 1, x: 2 });
    expect(distances(0)).toEqual({ t: 0 });
    expect(distances(1, 'causes')).toEqual({ t: 0, a: 1 });
  });

  it('is known by the strongest way that is left to a node, in so many steps', () => {
    const at = graphOf('ab', 'bt', 'at', 'xb');
    const remaining = remainingTo(at('t'), way(2));
    expect(['a', 'b', 'x', 't'].map((name) => remaining(at(name), 2))).toEqual([0.5, 0.5, 0.25, 1]);
    expect(['a', 'b', 'x', 't'].map((name) => remaining(at(name), 1))).toEqual([0.5, 0.5, 0, 1]);
    expect(['a', 't'].map((name) => remaining(at(name), 0))).toEqual([0, 1]);
    expect(remaining(at('t'), 9)).toBe(0);
  });

  it('is known by the strongest way that is left to any end, in so many steps', () => {
    const at = graphOf('ab', 'bc', 'cd', 'ae', 'ef', 'fg', 'gh');
    const remaining = remainingToEnds(way(9));
    expect([0, 1, 2, 3, 4].map((left) => remaining(at('a'), left))).toEqual([1, 0.5, 0.25, 0.125, 0.125]);
    expect([1, 4].map((left) => remaining(at('e'), left))).toEqual([0.5, 0.125]);
    expect(remaining(at('d'), 3)).toBe(1);
    expect(remaining(at('a'), 4)).toBe(0.125);
  });
});
