import type { EdgeEntry, NodeEntry } from './graph.ts';

/** Most beginnings of chains that are looked at for one question. */
export const MAX_LOOKS = 20_000;

/** Steps from one thing to another, each known with some weight. */
export interface Chain {
  edges: EdgeEntry[];
  /** Product of the weights. */
  strength: number;
}

/** A question to the graph. */
export interface Walk {
  start: NodeEntry;
  /** Along effects, or back along causes. */
  direction: 'effects' | 'causes';
  /** Most edges of a chain. */
  depth: number;
  /** Most chains. */
  limit: number;
  /** Weight of an edge, above 0 to 1; null for one that must not be walked. */
  weigh: (edge: EdgeEntry) => number | null;
  /** Whether a chain that has come here is an answer. */
  ends: (node: NodeEntry, chain: readonly EdgeEntry[]) => boolean;
  /** Nodes from which an end can be reached in so many steps; the walk goes nowhere else. */
  reach?: ReadonlyMap<NodeEntry, number>;
}

interface Open extends Chain {
  at: NodeEntry;
  visited: ReadonlySet<string>;
}

/** The open chain that is walked on next: the strongest, of equals the shortest, of those the one with the smaller ids. */
function isBefore(a: Open, b: Open): boolean {
  if (a.strength !== b.strength) return a.strength > b.strength;
  if (a.edges.length !== b.edges.length) return a.edges.length < b.edges.length;
  return a.edges.map(({ id }) => id).join() < b.edges.map(({ id }) => id).join();
}

/** A binary heap of open chains. */
class Heap {
  readonly #items: Open[] = [];

  push(item: Open): void {
    const items = this.#items;
    let at = items.push(item) - 1;
    while (at > 0) {
      const up = (at - 1) >> 1;
      if (!isBefore(item, items[up] as Open)) break;
      items[at] = items[up] as Open;
      at = up;
    }
    items[at] = item;
  }

  pop(): Open | undefined {
    const items = this.#items;
    const [first] = items;
    const last = items.pop();
    if (first === undefined || last === undefined || items.length === 0) return first;
    let at = 0;
    for (;;) {
      let down = 2 * at + 1;
      if (down >= items.length) break;
      if (down + 1 < items.length && isBefore(items[down + 1] as Open, items[down] as Open)) down++;
      if (!isBefore(items[down] as Open, last)) break;
      items[at] = items[down] as Open;
      at = down;
    }
    items[at] = last;
    return first;
  }
}

const edgesOf = (node: NodeEntry, { direction }: Pick<Walk, 'direction'>) =>
  direction === 'effects' ? node.out : node.in;
const farEnd = (edge: EdgeEntry, { direction }: Pick<Walk, 'direction'>) =>
  direction === 'effects' ? edge.to : edge.from;

/** How many steps each node is from `target`, against the direction of the walk, up to `depth`. */
export function distancesTo(
  target: NodeEntry,
  walk: Pick<Walk, 'direction' | 'depth' | 'weigh'>,
): Map<NodeEntry, number> {
  const back = { direction: walk.direction === 'effects' ? ('causes' as const) : ('effects' as const) };
  const distances = new Map([[target, 0]]);
  let front = [target];
  for (let steps = 1; steps <= walk.depth && front.length > 0; steps++) {
    const next: NodeEntry[] = [];
    for (const node of front) {
      for (const link of edgesOf(node, back)) {
        const other = farEnd(link, back);
        if (distances.has(other) || walk.weigh(link) === null) continue;
        distances.set(other, steps);
        next.push(other);
      }
    }
    front = next;
  }
  return distances;
}

/**
 * The strongest chains, best first. No chain visits a node twice. A chain only grows weaker as it goes on, so the strongest
 * open one is always the next to look at, and the first that ends is the best there is. After {@link MAX_LOOKS} it stops
 * and says so.
 */
export function strongestChains(walk: Walk): { chains: Chain[]; isComplete: boolean } {
  const chains: Chain[] = [];
  const open = new Heap();
  open.push({ edges: [], strength: 1, at: walk.start, visited: new Set([walk.start.id]) });
  for (let looks = 0; looks < MAX_LOOKS; looks++) {
    const here = open.pop();
    if (here === undefined) return { chains, isComplete: true };
    if (here.edges.length > 0 && walk.ends(here.at, here.edges)) {
      chains.push({ edges: here.edges, strength: here.strength });
      if (chains.length >= walk.limit) return { chains, isComplete: true };
      continue;
    }
    for (const next of continued(here, walk)) open.push(next);
  }
  return { chains, isComplete: false };
}

function continued(here: Open, walk: Walk): Open[] {
  const left = walk.depth - here.edges.length;
  if (left <= 0) return [];
  const found: Open[] = [];
  for (const edge of edgesOf(here.at, walk)) {
    const at = farEnd(edge, walk);
    if (here.visited.has(at.id)) continue;
    if (walk.reach && (walk.reach.get(at) ?? Number.POSITIVE_INFINITY) > left - 1) continue;
    const weight = walk.weigh(edge);
    if (weight === null) continue;
    const strength = here.strength * weight;
    found.push({ edges: [...here.edges, edge], strength, at, visited: new Set(here.visited).add(at.id) });
  }
  return found;
}
