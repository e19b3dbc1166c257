import type { OutputOf } from '@twicewise/contract';
import type { CausalIndex } from '../causal-index.ts';
import type { NodeEntry } from '../graph.ts';
import { isSeen, type Outlook, toNode } from '../view.ts';

/** The node that a name or id in a question was resolved to. */
export type ResolvedNode = OutputOf<'causal.path'>['from'];

/** Maximum number of other candidates listed when words matched several nodes. */
const CANDIDATES = 4;
const NODE_ID = /^node_[0-9a-f]{12}$/;

/** True for the id of a node, whether there is one or not. */
export const isNodeId = (asked: string): boolean => NODE_ID.test(asked);

/** The graph as the caller sees it. */
export interface VisibleGraph {
  index: CausalIndex;
  outlook: Outlook;
}

/** Converts the visible projects to a search filter. */
export function toProjectFilter({ projects }: Outlook): { projectIds?: readonly string[] } {
  return projects === null ? {} : { projectIds: [...projects] };
}

/** The node with this id, if the caller can see it. */
export function seenNode({ index, outlook }: VisibleGraph, id: string): NodeEntry | undefined {
  const node = index.graph.nodes.get(id);
  return node && isSeen(node, outlook) ? node : undefined;
}

/**
 * Finds a node by its id or text. When several match, the best is returned with the others as candidates; when none does, the
 * nearest are candidates and nothing is taken for what was meant.
 */
export function resolve(
  asked: string,
  from: VisibleGraph,
  kinds?: readonly string[],
): { resolved: ResolvedNode; entry: NodeEntry | null } {
  const { index, outlook } = from;
  if (isNodeId(asked)) {
    const entry = seenNode(from, asked) ?? null;
    return { resolved: { asked, node: entry && toNode(entry, outlook), candidates: [] }, entry };
  }
  const options = { ...toProjectFilter(outlook), ...(kinds ? { kinds } : {}), limit: CANDIDATES + 1 };
  const found = index.findNodes(asked, { ...options, near: true }).flatMap(({ id, relevance, isNear }) => {
    const entry = index.graph.nodes.get(id);
    return entry ? [{ entry, relevance, isNear }] : [];
  });
  const meant = found.filter(({ isNear }) => !isNear);
  const [best] = meant;
  const others = best ? meant.slice(1) : found.slice(0, CANDIDATES);
  return {
    resolved: {
      asked,
      node: best ? toNode(best.entry, outlook) : null,
      candidates: others.map(({ entry, relevance }) => ({ node: toNode(entry, outlook), relevance })),
    },
    entry: best?.entry ?? null,
  };
}
