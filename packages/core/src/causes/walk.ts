import TinyQueue from 'tinyqueue';
import type { EdgeEntry, NodeEntry } from './graph.ts';

/** Maximum number of partial chains examined, and waiting, for one question. */
export const MAX_LOOKS = 20_000;
const MAX_WAITING = 100_000;

/** A sequence of edges with known weights. */
export interface Chain {
  edges: EdgeEntry[];
  /** Product of the weights. */
  strength: number;
}

/** How a graph is walked. */
export interface Way {
  /** Follow effects, or go back along causes. */
  direction: 'effects' | 'causes';
  /** Maximum number of edges in a chain. */
  depth: number;
  /** Weight of an edge, above 0 and at most 1; null for one that must not be walked. */
  weigh: (edge: EdgeEntry) => number | null;
}

/** The input of {@link strongestChains}. */
export interface Walk extends Way {
  start: NodeEntry;
  /** Maximum number of chains. */
  limit: number;
  /** Whether a chain that reached this node ends. */
  ends: (node: NodeEntry, length: number) => boolean;
  /** Whether a chain that can only continue in a circle ends too. */
  endsInCircle?: boolean;
  /**
   * Upper bound of the strength still reachable from a node in `left` steps: a product of weights, 0 when no end can be reached.
   */
  remaining: (node: NodeEntry, left: number) => number;
}

/** An edge that may be walked, and the node at its far end. */
interface Step {
  edge: EdgeEntry;
  to: NodeEntry;
  weight: number;
}

/** Returns a function for the walkable edges of a node; each node is computed once. */
function stepsFrom({ direction, weigh }: Pick<Way, 'direction' | 'weigh'>): (node: NodeEntry) => readonly Step[] {
  const known = new Map<NodeEntry, Step[]>();
  return (node) => {
    const before = known.get(node);
    if (before) return before;
    const steps: Step[] = [];
    for (const edge of direction === 'effects' ? node.out : node.in) {
      const weight = weigh(edge);
      if (weight !== null) steps.push({ edge, to: direction === 'effects' ? edge.to : edge.from, weight });
    }
    known.set(node, steps);
    return steps;
  };
}

const against = (way: Way): Way => ({ ...way, direction: way.direction === 'effects' ? 'causes' : 'effects' });

/** Distance of each node from `target` in steps, against the direction of the walk, up to its depth. */
export function distancesTo(target: NodeEntry, way: Way): Map<NodeEntry, number> {
  const stepsOf = stepsFrom(against(way));
  const distances = new Map([[target, 0]]);
  let front = [target];
  for (let steps = 1; steps <= way.depth && front.length > 0; steps++) {
    const next: NodeEntry[] = [];
    for (const { to } of front.flatMap(stepsOf)) {
      if (distances.has(to)) continue;
      distances.set(to, steps);
      next.push(to);
    }
    front = next;
  }
  return distances;
}

/** The strongest way from each node to `target` in at most `left` steps. */
export function remainingTo(target: NodeEntry, way: Way): Walk['remaining'] {
  const stepsOf = stepsFrom(against(way));
  const layers = [new Map([[target, 1]])];
  for (let left = 1; left <= way.depth; left++) {
    const before = layers[left - 1] as Map<NodeEntry, number>;
    const layer = new Map(before);
    for (const [node, strength] of before) {
      for (const { to, weight } of stepsOf(node)) layer.set(to, Math.max(layer.get(to) ?? 0, strength * weight));
    }
    layers.push(layer);
  }
  return (node, left) => layers[left]?.get(node) ?? 0;
}

/** The strongest way from each node to a node without further edges, or as far as the steps reach. */
export function remainingToEnds(way: Way): Walk['remaining'] {
  const stepsOf = stepsFrom(way);
  const known = new Map<NodeEntry, number[]>();
  const remaining = (node: NodeEntry, left: number): number => {
    const steps = left === 0 ? [] : stepsOf(node);
    if (steps.length === 0) return 1;
    const before = known.get(node) ?? [];
    known.set(node, before);
    before[left] ??= steps.reduce((most, { to, weight }) => Math.max(most, weight * remaining(to, left - 1)), 0);
    return before[left] as number;
  };
  return remaining;
}

/** A partial chain: its last step and the chain before it. */
interface Open {
  at: NodeEntry;
  edge: EdgeEntry | null;
  before: Open | null;
  length: number;
  strength: number;
  /** Upper bound of its final strength. */
  hope: number;
}

/** Order of examination: highest bound first; at equal bounds the longest, so that one chain is finished before others begin. */
function byHope(a: Open, b: Open): number {
  if (a.hope !== b.hope) return b.hope - a.hope;
  if (a.length !== b.length) return b.length - a.length;
  const [one, other] = [a.edge?.id ?? '', b.edge?.id ?? ''];
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function isVisited(node: NodeEntry, chain: Open): boolean {
  for (let here: Open | null = chain; here; here = here.before) if (here.at === node) return true;
  return false;
}

function edgesOf(chain: Open): EdgeEntry[] {
  const edges: EdgeEntry[] = [];
  for (let here: Open | null = chain; here?.edge; here = here.before) edges.push(here.edge);
  return edges.reverse();
}

/**
 * The strongest chains, best first; no chain visits a node twice. The remaining strength of a partial chain is bounded in
 * advance, so the most promising one is always examined next and the first chain to end is the best (A* search: P. Hart, N.
 * Nilsson and B. Raphael, 1968). Stops after {@link MAX_LOOKS}, and says so.
 */
export function strongestChains(walk: Walk): { chains: Chain[]; isComplete: boolean } {
  const { start, depth, limit, ends, remaining } = walk;
  const stepsOf = stepsFrom(walk);
  const chains: Chain[] = [];
  const open = new TinyQueue<Open>([], byHope);
  open.push({ at: start, edge: null, before: null, length: 0, strength: 1, hope: remaining(start, depth) });
  for (let looks = 0; looks < MAX_LOOKS && open.length <= MAX_WAITING; looks++) {
    const here = open.pop();
    if (here === undefined) return { chains, isComplete: true };
    const isStuck = walk.endsInCircle === true && stepsOf(here.at).every(({ to }) => isVisited(to, here));
    if (here.length > 0 && (isStuck || ends(here.at, here.length))) {
      chains.push({ edges: edgesOf(here), strength: here.strength });
      if (chains.length >= limit) return { chains, isComplete: true };
      continue;
    }
    const left = depth - here.length - 1;
    if (left < 0) continue;
    for (const { edge, to, weight } of stepsOf(here.at)) {
      const strength = here.strength * weight;
      const hope = strength * remaining(to, left);
      if (hope === 0 || isVisited(to, here)) continue;
      open.push({ at: to, edge, before: here, length: here.length + 1, strength, hope });
    }
  }
  return { chains, isComplete: false };
}
