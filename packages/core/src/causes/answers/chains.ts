import type { CausalEdge, OutputOf } from '@twicewise/contract';
import type { EdgeEntry, NodeEntry } from '../graph.ts';
import { balanceOf, LEADS, type Outlook, toEdge, toEvidence, toNode } from '../view.ts';
import { type Chain, distancesTo, remainingTo, remainingToEnds, strongestChains, type Way } from '../walk.ts';

export type ShownChain = OutputOf<'causal.path'>['paths'][number];
export type ShownStep = ShownChain['steps'][number];

/** Maximum number of pieces of evidence shown per step. */
const VOICES = 3;
/** Returns a function for the weight of an edge; null for an edge that no answer may use. Each weight is computed once. */
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

/** Converts an edge to a step of an answer. Throws for an edge without evidence here, which must not be walked. */
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

/** Limits of a search for chains. */
interface Reach {
  depth: number;
  limit: number;
  outlook: Outlook;
}

/** Chains of an answer; `isComplete` is false when there were too many possibilities to examine all. */
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

/** The strongest chains of causes that lead to a node, each in the order in which it happened. */
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
 * All effects of a node, nearest first, with the number of causes each would keep without the node. An effect whose causes would
 * all be gone would be gone too; one with another cause remains, with its own effects, and so does one that is given: nothing has
 * to lead to it.
 */
export function effectsOf(
  start: NodeEntry,
  outlook: Outlook,
  depth: number,
  isGiven: (node: NodeEntry) => boolean = () => false,
): { node: NodeEntry; otherCauses: number }[] {
  const weight = weigher(outlook);
  const weigh = (edge: EdgeEntry) => (isGiven(edge.to) ? null : weight(edge));
  // Walks from each effect towards `start`; their distance is the number of steps.
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

/** The edges by which these nodes lead to each other. */
export function edgesAmong(nodes: readonly NodeEntry[], outlook: Outlook): CausalEdge[] {
  const weigh = weigher(outlook);
  const among = new Set(nodes);
  return nodes.flatMap((node) =>
    [...node.out].flatMap((edge) => (among.has(edge.to) && weigh(edge) !== null ? (toEdge(edge, outlook) ?? []) : [])),
  );
}

type Weigh = Way['weigh'];

/** Edges that may be walked, the strongest first. */
function byWeight(edges: Iterable<EdgeEntry>, weigh: Weigh): EdgeEntry[] {
  const weighed = [...edges].flatMap((edge) => {
    const weight = weigh(edge);
    return weight === null ? [] : [{ edge, weight }];
  });
  weighed.sort((a, b) => b.weight - a.weight || (a.edge.id < b.edge.id ? -1 : 1));
  return weighed.map(({ edge }) => edge);
}

/** Returns a function for the edges at one side of a node, by weight; each list is made once, for a node may have thousands. */
function edgesBeside(weigh: Weigh): (node: NodeEntry, side: 'in' | 'out') => readonly EdgeEntry[] {
  const known = { in: new Map<NodeEntry, EdgeEntry[]>(), out: new Map<NodeEntry, EdgeEntry[]>() };
  return (node, side) => {
    const edges = known[side].get(node) ?? byWeight(node[side], weigh);
    known[side].set(node, edges);
    return edges;
  };
}

/** The most edges shown at each side of a node that an answer names. */
const MOST_BESIDE = 3;

/** The strongest edges that lead to these nodes and from them, the strongest of all first; each once. */
export function stepsBeside(nodes: readonly NodeEntry[], outlook: Outlook): ShownStep[] {
  const weigh = weigher(outlook);
  const beside = edgesBeside(weigh);
  const sides = (node: NodeEntry) => [beside(node, 'in'), beside(node, 'out')];
  const edges = new Set(nodes.flatMap((node) => sides(node).flatMap((side) => side.slice(0, MOST_BESIDE))));
  return byWeight(edges, weigh).map((edge) => toStep(edge, outlook));
}

/** The most edges by which a chain is extended to either side. */
const MOST_EXTENDED = 3;

/** Extends an edge to a chain: back to a cause and on to an effect, each time by the strongest edge to what is not in it yet. */
function extended(edge: EdgeEntry, beside: ReturnType<typeof edgesBeside>): EdgeEntry[] {
  const taken = new Set([edge.from, edge.to]);
  const follow = (start: NodeEntry, side: 'in' | 'out') => {
    const end = side === 'in' ? 'from' : 'to';
    const edges: EdgeEntry[] = [];
    for (let at = start; edges.length < MOST_EXTENDED; ) {
      const next = beside(at, side).find((one) => !taken.has(one[end]));
      if (!next) break;
      edges.push(next);
      at = next[end];
      taken.add(at);
    }
    return edges;
  };
  const before = follow(edge.from, 'in');
  return [...before.reverse(), edge, ...follow(edge.to, 'out')];
}

/**
 * Chains through the strongest edges of the graph, those first whose weakest edge is the strongest, of these the longest. No edge
 * is in two chains, and no two chains end in the same place: they are places to begin, and the rest is found from there.
 */
export function chainsOfGraph(edges: Iterable<EdgeEntry>, outlook: Outlook, limit: number): ShownChain[] {
  const weigh = weigher(outlook);
  const ordered = byWeight(edges, weigh);
  const beside = edgesBeside(weigh);
  const chains: ShownChain[] = [];
  const [used, starts, ends] = [new Set<EdgeEntry>(), new Set<NodeEntry>(), new Set<NodeEntry>()];
  const take = (edge: EdgeEntry, mayStartAlike: boolean) => {
    if (chains.length >= limit || used.has(edge)) return;
    const chain = extended(edge, beside);
    const [start, end] = [chain[0]?.from ?? edge.from, chain.at(-1)?.to ?? edge.to];
    if (ends.has(end) || (starts.has(start) && !mayStartAlike) || chain.some((one) => used.has(one))) return;
    for (const one of chain) used.add(one);
    starts.add(start);
    ends.add(end);
    chains.push(toShown({ edges: chain, strength: strengthOf(chain, weigh) }, outlook));
  };
  // What one decision led to fills the list only where there is nothing else.
  for (const mayStartAlike of [false, true]) for (const edge of ordered) take(edge, mayStartAlike);
  return chains.sort((a, b) => weakestOf(b) - weakestOf(a) || b.steps.length - a.steps.length);
}

const weakestOf = ({ steps }: ShownChain) => Math.min(...steps.map(({ edge }) => edge.weight));

const strengthOf = (edges: readonly EdgeEntry[], weigh: Weigh) =>
  edges.reduce((product, edge) => product * (weigh(edge) ?? 0), 1);
