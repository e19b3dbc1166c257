import type { OutputOf, ParsedInputOf } from '@twicewise/contract';
import type { EdgeEntry, NodeEntry } from '../graph.ts';
import { balanceOf, isActive, isKnown, isSeen, type Outlook, toEdge, toNode } from '../view.ts';
import type { Balance } from '../weight.ts';
import { resolve, type VisibleGraph } from './resolve.ts';

type Input = ParsedInputOf<'causal.graph'>;

/** Whether some of the evidence falls into the requested time. */
function isOfTime({ voices }: Balance, { since, until }: Input): boolean {
  if (since === undefined && until === undefined) return true;
  const [from, to] = [since, until].map((time) => (time === undefined ? null : new Date(time).toISOString()));
  return voices.some(({ at }) => at !== null && (!from || at >= from) && (!to || at < to));
}

/**
 * Returns a function that applies the filters to an edge. Each edge is checked once, and weighed only if a filter needs the
 * weight.
 */
function edgeFilter(input: Input, outlook: Outlook): (edge: EdgeEntry) => boolean {
  const { minWeight, bases, since, until, disputed } = input;
  const relations = new Set(input.relations);
  const isPlain = minWeight === 0 && disputed && [bases, since, until].every((one) => one === undefined);
  const known = new Map<EdgeEntry, boolean>();
  const look = (edge: EdgeEntry): boolean => {
    if (!relations.has(edge.relation) || !isKnown(edge, outlook)) return false;
    const found = isPlain ? null : balanceOf(edge, outlook);
    if (!found) return isPlain;
    if (found.weight < minWeight || (found.isDisputed && !disputed)) return false;
    const isOfBasis =
      !bases || found.voices.some(({ basis, stance }) => stance === 'supports' && bases.includes(basis));
    return isOfBasis && isOfTime(found, input);
  };
  return (edge) => {
    const before = known.get(edge);
    if (before !== undefined) return before;
    const found = look(edge);
    known.set(edge, found);
    return found;
  };
}

type Filter = ReturnType<typeof edgeFilter>;

/** The nodes connected to a node by edges that pass the filters. */
function neighbours(node: NodeEntry, filter: Filter): NodeEntry[] {
  const far = (edge: EdgeEntry) => (edge.from === node ? edge.to : edge.from);
  return [...node.out, ...node.in].filter(filter).map(far);
}

/** Nodes around one node, nearest first; at equal distance those with most edges first. */
function around(middle: NodeEntry, depth: number, filter: Filter): NodeEntry[] {
  const found = new Set([middle]);
  let front = [middle];
  for (let step = 0; step < depth && front.length > 0; step++) {
    const next = new Set(front.flatMap((node) => neighbours(node, filter)).filter((node) => !found.has(node)));
    front = byDegree([...next], filter);
    for (const node of front) found.add(node);
  }
  return [...found];
}

function byDegree(nodes: readonly NodeEntry[], filter: Filter): NodeEntry[] {
  const ranked = nodes.map((node) => ({ node, degree: neighbours(node, filter).length }));
  return ranked.sort((a, b) => b.degree - a.degree || (a.node.id < b.node.id ? -1 : 1)).map(({ node }) => node);
}

/**
 * The most connected nodes, each with all of its neighbours: a node among the first by degree, whose neighbours are not among
 * them, would be drawn without the edges that brought it there. Only the first may keep a part of its neighbours.
 */
function withNeighbours(ranked: readonly NodeEntry[], limit: number, filter: Filter): Set<NodeEntry> {
  const drawn = new Set<NodeEntry>();
  for (const node of ranked) {
    if (drawn.size >= limit) break;
    const group = new Set([node, ...byDegree(neighbours(node, filter), filter)]);
    const fresh = [...group].filter((one) => !drawn.has(one));
    if (drawn.size === 0) for (const one of fresh.slice(0, limit)) drawn.add(one);
    else if (drawn.size + fresh.length <= limit) for (const one of fresh) drawn.add(one);
  }
  return drawn;
}

/** Totals of the whole graph, independent of what is drawn. */
function totals(input: Input, { index, outlook }: VisibleGraph) {
  const relations = new Set(input.relations);
  const total = { nodes: 0, edges: 0, isolated: 0, inactive: 0 };
  const tied = new Set<NodeEntry>();
  for (const edge of index.graph.edges.values()) {
    if (!relations.has(edge.relation) || !isKnown(edge, outlook)) continue;
    total.edges++;
    tied.add(edge.from).add(edge.to);
  }
  for (const node of index.graph.nodes.values()) {
    if (!isSeen(node, outlook)) continue;
    total.nodes++;
    if (tied.has(node)) continue;
    total.isolated++;
    if (!isActive(node, outlook)) total.inactive++;
  }
  return { total, tied };
}

/** Implements `causal.graph`. */
export function drawGraph(input: Input, asked: VisibleGraph): OutputOf<'causal.graph'> {
  const { index, outlook } = asked;
  const filter = edgeFilter(input, outlook);
  const middle = input.around === undefined ? null : resolve(input.around, asked);
  const { total, tied } = totals(input, asked);
  const connected = () =>
    byDegree(
      [...tied].filter((node) => neighbours(node, filter).length > 0),
      filter,
    );
  const candidates = middle ? (middle.entry ? around(middle.entry, input.depth, filter) : []) : connected();
  // Around a middle the nodes are in order of their distance, so each has an edge to one before it.
  const drawn = middle ? new Set(candidates.slice(0, input.limit)) : withNeighbours(candidates, input.limit, filter);
  const edges = [...index.graph.edges.values()].flatMap((edge) =>
    drawn.has(edge.from) && drawn.has(edge.to) && filter(edge) ? (toEdge(edge, outlook) ?? []) : [],
  );
  return {
    middle: middle?.resolved ?? null,
    nodes: [...drawn].map((node) => toNode(node, outlook)),
    edges,
    total,
    notShown: candidates.length - drawn.size,
  };
}

interface Ranked {
  node: NodeEntry;
  /** Causes and effects; order in time alone is neither. */
  tied: number;
  isCommit: boolean;
  edges: number;
  cases: number;
}

function rankOf(node: NodeEntry): Ranked {
  const edges = [...node.in, ...node.out];
  const tied = edges.filter(({ relation }) => relation !== 'precedes').length;
  return { node, tied, isCommit: node.kind === 'commit', edges: edges.length, cases: node.parts.size };
}

/** What is tied most first. Of the rest, commits last: their names say least. */
function byRank(a: Ranked, b: Ranked): number {
  const commitsLast = Number(a.isCommit) - Number(b.isCommit);
  return b.tied - a.tied || commitsLast || b.edges - a.edges || b.cases - a.cases || (a.node.id < b.node.id ? -1 : 1);
}

/** Implements `causal.nodes`. */
export function listNodes(
  { text, kinds, inactive, near, prefix, limit, offset }: ParsedInputOf<'causal.nodes'>,
  { index, outlook }: VisibleGraph,
): OutputOf<'causal.nodes'> {
  const isWanted = (node: NodeEntry) =>
    isSeen(node, outlook) && (!kinds || kinds.includes(node.kind)) && (inactive || isActive(node, outlook));
  const words = text?.trim() ?? '';
  if (words !== '') {
    const projectIds = outlook.projects ? { projectIds: [...outlook.projects] } : {};
    const most = Math.max(WEIGHED, offset + limit) + FOUND;
    const asked = { ...projectIds, ...(kinds ? { kinds } : {}), near, prefix, limit: most };
    const hits = index.findNodes(words, asked).flatMap((hit) => {
      const node = index.graph.nodes.get(hit.id);
      return node && isWanted(node) ? [{ ...hit, node }] : [];
    });
    // The same ones are weighed for every page, so that none is on two of them.
    const found = [...hits.slice(0, WEIGHED).sort(byWeight), ...hits.slice(WEIGHED)];
    const items = found
      .slice(offset, offset + limit)
      .map(({ node, relevance, isNear }) => ({ ...toNode(node, outlook), relevance, isNear }));
    return { items, total: found.length, near: found.filter(({ isNear }) => isNear).length };
  }
  const ranked = [...index.graph.nodes.values()].filter(isWanted).map(rankOf).sort(byRank);
  const items = ranked
    .slice(offset, offset + limit)
    .map(({ node }) => ({ ...toNode(node, outlook), relevance: null, isNear: false }));
  return { items, total: ranked.length, near: 0 };
}

interface Hit {
  node: NodeEntry;
  relevance: number;
  isNear: boolean;
}

/** What stands alone can be drawn with nothing and asked about nothing, so it comes after what is hardly less relevant. */
const ALONE = 0.7;
const weightOf = ({ node, relevance }: Hit) => relevance * (rankOf(node).tied > 0 ? 1 : ALONE);

/** Near ones last. */
function byWeight(a: Hit, b: Hit): number {
  return Number(a.isNear) - Number(b.isNear) || weightOf(b) - weightOf(a);
}

/** Number of search results that are weighed: more than anybody looks through. */
const WEIGHED = 300;
/** Number of search results beyond one page. Nobody pages further. */
const FOUND = 200;
