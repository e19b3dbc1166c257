import type { OutputOf } from '@twicewise/contract';
import type { CausalIndex } from '../causal-index.ts';
import type { NodeEntry } from '../graph.ts';
import { isSeen, type Outlook, toNode } from '../view.ts';

/** What a question named, and what it came to mean. */
export type ResolvedNode = OutputOf<'causal.path'>['from'];

/** What else is offered when words meant one node. */
const CANDIDATES = 4;
const NODE_ID = /^node_[0-9a-f]{12}$/;

/** What a question is asked of. */
export interface VisibleGraph {
  index: CausalIndex;
  outlook: Outlook;
}

/** The projects that a search may look into, as it takes them. */
export function toProjectFilter({ projects }: Outlook): { projectIds?: readonly string[] } {
  return projects === null ? {} : { projectIds: [...projects] };
}

/** The node of that id, if it is seen from here. */
export function seenNode({ index, outlook }: VisibleGraph, id: string): NodeEntry | undefined {
  const node = index.graph.nodes.get(id);
  return node && isSeen(node, outlook) ? node : undefined;
}

/** The node that is meant, by its id or by what it says; the best of several, the others named beside it. */
export function resolve(
  asked: string,
  from: VisibleGraph,
  kinds?: readonly string[],
): { resolved: ResolvedNode; entry: NodeEntry | null } {
  const { index, outlook } = from;
  if (NODE_ID.test(asked)) {
    const entry = seenNode(from, asked) ?? null;
    return { resolved: { asked, node: entry && toNode(entry, outlook), candidates: [] }, entry };
  }
  const options = { ...toProjectFilter(outlook), ...(kinds ? { kinds } : {}), limit: CANDIDATES + 1 };
  const found = index.findNodes(asked, options).flatMap(({ id, relevance }) => {
    const entry = index.graph.nodes.get(id);
    return entry ? [{ entry, relevance }] : [];
  });
  const [best, ...others] = found;
  return {
    resolved: {
      asked,
      node: best ? toNode(best.entry, outlook) : null,
      candidates: others.map(({ entry, relevance }) => ({ node: toNode(entry, outlook), relevance })),
    },
    entry: best?.entry ?? null,
  };
}
