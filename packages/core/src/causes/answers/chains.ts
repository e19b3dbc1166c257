import type { OutputOf } from '@twicewise/contract';
import type { EdgeEntry, NodeEntry } from '../graph.ts';
import { balanceOf, LEADS, type Outlook, toEdge, toEvidence, toNode } from '../view.ts';
import { type Chain, distancesTo, remainingTo, remainingToEnds, strongestChains } from '../walk.ts';

/** A chain as answers show it. */
export type ShownChain = OutputOf<'causal.path'>['paths'][number];
/** A step of a chain. */
export type ShownStep = ShownChain['steps'][number];

/** Most voices that a step names. */
const VOICES = 3;
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

/** How far, how many, and from where. */
interface Reach {
  depth: number;
  limit: number;
  outlook: Outlook;
}

/** Chains as answers show them; `isComplete` false when there were too many ways to look at all. */
export interface FoundChains {
  chains: ShownChain[];
  isComplete: boolean;
}

/** The strongest chains from one node to another. */
export function chainsBetween(start: NodeEntry, target: NodeEntry, { depth, limit, outlook }: Reach): FoundChains {
  const way = { direction: 'effects' as const, depth, weigh: weigher(outlook) };
  const remaining = remainingTo(target, way);
  const found = strongestChains({ ...way, start, limit, remaining, ends: (node) => node === target });
  return { ...found, chains: found.chains.map((chain) => toShown(chain, outlook)) };
}

/** The strongest chains of causes that led to a node, each from where it begins, in the order in which it happened. */
export function chainsTo(target: NodeEntry, { depth, limit, outlook }: Reach): FoundChains {
  const way = { direction: 'causes' as const, depth, weigh: weigher(outlook) };
  const isRoot = (node: NodeEntry) => ![...node.in].some((edge) => way.weigh(edge) !== null);
  const ends = (node: NodeEntry, length: number) => length === depth || isRoot(node);
  const remaining = remainingToEnds(way);
  const found = strongestChains({ ...way, start: target, limit, ends, endsInCircle: true, remaining });
  return {
    ...found,
    chains: found.chains.map(({ edges, strength }) => toShown({ edges: edges.toReversed(), strength }, outlook)),
  };
}

/**
 * Everything that a node led to, nearest first, with how many causes each would keep without it. What has only causes that
 * would be gone would be gone as well; what has another keeps what comes of it.
 */
export function effectsOf(
  start: NodeEntry,
  outlook: Outlook,
  depth: number,
): { node: NodeEntry; otherCauses: number }[] {
  const weigh = weigher(outlook);
  // Towards `start` along causes: so many steps is each of its effects away from it.
  const reached = [...distancesTo(start, { direction: 'causes', depth, weigh }).keys()];
  const gone = new Set(reached);
  const kept = (node: NodeEntry) => [...node.in].filter((edge) => weigh(edge) !== null && !gone.has(edge.from)).length;
  for (let isStable = false; !isStable; ) {
    const saved = [...gone].filter((node) => node !== start && kept(node) > 0);
    for (const node of saved) gone.delete(node);
    isStable = saved.length === 0;
  }
  return reached.filter((node) => node !== start).map((node) => ({ node, otherCauses: kept(node) }));
}
