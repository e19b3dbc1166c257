import type { OutputOf } from '@twicewise/contract';
import type { EdgeEntry, NodeEntry } from '../graph.ts';
import { balanceOf, type Outlook, toEdge, toEvidence, toNode } from '../view.ts';
import { type Chain, distancesTo, strongestChains } from '../walk.ts';

/** A chain as answers show it. */
export type ShownChain = OutputOf<'causal.path'>['paths'][number];
/** A step of a chain. */
export type ShownStep = ShownChain['steps'][number];

/** Most voices that a step names. */
const VOICES = 3;
/** What leads on: what correlates or only came before is no cause (X12), and what prevents leads nowhere. */
const LEADS: ReadonlySet<EdgeEntry['relation']> = new Set(['causes', 'enables']);

/** The weight of an edge for an answer; null for one that no answer may use. Each edge is weighed once. */
export function weigher(outlook: Outlook): (edge: EdgeEntry) => number | null {
  const known = new Map<EdgeEntry, number | null>();
  return (edge) => {
    const before = known.get(edge);
    if (before !== undefined) return before;
    const found = LEADS.has(edge.relation) ? balanceOf(edge, outlook) : null;
    const weight = found && !found.isDisputed && found.weight > 0 ? found.weight : null;
    known.set(edge, weight);
    return weight;
  };
}

/** A step as answers show it. Throws for an edge that nobody here speaks of: it was not to be walked. */
export function toStep(edge: EdgeEntry, outlook: Outlook): ShownStep {
  const shown = toEdge(edge, outlook);
  if (!shown) throw new Error(`${edge.id} has no evidence here`);
  return {
    edge: shown,
    from: toNode(edge.from, outlook),
    to: toNode(edge.to, outlook),
    evidence: toEvidence(edge, outlook).slice(0, VOICES),
  };
}

function toShown({ edges, strength }: Chain, outlook: Outlook): ShownChain {
  return { strength, steps: edges.map((edge) => toStep(edge, outlook)) };
}

/** The strongest chains from one node to another. */
export function chainsBetween(
  start: NodeEntry,
  target: NodeEntry,
  { depth, limit, outlook }: { depth: number; limit: number; outlook: Outlook },
): { chains: ShownChain[]; isComplete: boolean } {
  const walk = { direction: 'effects' as const, depth, weigh: weigher(outlook) };
  const reach = distancesTo(target, walk);
  if (!reach.has(start)) return { chains: [], isComplete: true };
  const found = strongestChains({ ...walk, start, limit, reach, ends: (node) => node === target });
  return { ...found, chains: found.chains.map((chain) => toShown(chain, outlook)) };
}

/** The strongest chains of causes that led to a node, each from where it begins, in the order in which it happened. */
export function chainsTo(
  target: NodeEntry,
  { depth, limit, outlook }: { depth: number; limit: number; outlook: Outlook },
): { chains: ShownChain[]; isComplete: boolean } {
  const weigh = weigher(outlook);
  const isRoot = (node: NodeEntry, visited: readonly EdgeEntry[]) => {
    const behind = new Set([target.id, ...visited.map(({ from }) => from.id)]);
    return ![...node.in].some((edge) => weigh(edge) !== null && !behind.has(edge.from.id));
  };
  const ends = (node: NodeEntry, edges: readonly EdgeEntry[]) => edges.length === depth || isRoot(node, edges);
  const found = strongestChains({ start: target, direction: 'causes', depth, limit, weigh, ends });
  return {
    ...found,
    chains: found.chains.map(({ edges, strength }) => toShown({ edges: edges.toReversed(), strength }, outlook)),
  };
}

/** Everything that a node led to, nearest first, with how many causes each has that do not come from it. */
export function effectsOf(
  start: NodeEntry,
  outlook: Outlook,
  depth: number,
): { node: NodeEntry; otherCauses: number }[] {
  const weigh = weigher(outlook);
  // Towards `start` along causes: so many steps is each of its effects away from it.
  const reached = distancesTo(start, { direction: 'causes', depth, weigh });
  return [...reached.keys()]
    .filter((node) => node !== start)
    .map((node) => {
      const others = [...node.in].filter((edge) => weigh(edge) !== null && !reached.has(edge.from));
      return { node, otherCauses: others.length };
    });
}
