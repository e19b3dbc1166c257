import { AppError, type OutputOf } from '@twicewise/contract';
import { findEpisodes, type ReadableDb } from '@twicewise/store';
import type { EdgeEntry, NodeEntry } from '../graph.ts';
import { edgeIdOf } from '../identity.ts';
import { balanceOf, mentionsSeen, toEdge, toEvidence, toNode } from '../view.ts';
import { seenNode, type VisibleGraph } from './resolve.ts';

/** Maximum number of edges of a node, and of pieces of evidence of an edge, in one answer. */
const MAX_SHOWN = 200;
/** Maximum number of episodes of a node in one answer. */
const MAX_MENTIONS = 50;

function missing(what: 'node' | 'edge', id: string): AppError {
  return new AppError({
    code: 'not_found',
    message: `There is no ${what} ${id} here.`,
    hint: 'Find it anew by what it says (causal.nodes); an edge goes when nothing speaks of it any longer.',
  });
}

/** Gets a node. Throws `not_found`. */
export function requireNode(asked: VisibleGraph, id: string): NodeEntry {
  const node = seenNode(asked, id);
  if (!node) throw missing('node', id);
  return node;
}

/** Implements `causal.node`. */
export function nodeDetails(id: string, asked: VisibleGraph, db: ReadableDb): OutputOf<'causal.node'> {
  const { outlook } = asked;
  const entry = requireNode(asked, id);
  const late = (edge: EdgeEntry) => (edge.relation === 'precedes' ? 1 : 0);
  // Ranked before conversion, because a node may have thousands of edges.
  const ranked = [...entry.out, ...entry.in]
    .flatMap((edge) => {
      const known = balanceOf(edge, outlook);
      return known ? [{ edge, weight: known.weight }] : [];
    })
    .sort((a, b) => late(a.edge) - late(b.edge) || b.weight - a.weight || (a.edge.id < b.edge.id ? -1 : 1));
  const edges = ranked.slice(0, MAX_SHOWN).flatMap(({ edge }) => {
    const shown = toEdge(edge, outlook);
    const other = edge.from === entry ? edge.to : edge.from;
    return shown ? [{ edge: shown, other: toNode(other, outlook) }] : [];
  });
  return {
    node: toNode(entry, outlook),
    text: entry.text,
    edges,
    edgeCount: ranked.length,
    mentions: mentionsOf(entry, asked, db),
  };
}

function mentionsOf(entry: NodeEntry, { outlook }: VisibleGraph, db: ReadableDb): OutputOf<'causal.node'>['mentions'] {
  const items = new Map(mentionsSeen(entry, outlook).map(({ sessionId, itemId }) => [sessionId, itemId]));
  const filter = { sessionIds: [...items.keys()], deleted: 'exclude' as const };
  const { items: episodes } = findEpisodes(db, filter, MAX_MENTIONS);
  return episodes.map((episode) => ({ episode, itemId: items.get(episode.sessionId) ?? null }));
}

/** Implements `causal.edge`. Throws `not_found` when there is no evidence for the edge. */
export function edgeDetails(id: string, { index, outlook }: VisibleGraph): OutputOf<'causal.edge'> {
  const entry: EdgeEntry | undefined = index.graph.edges.get(id);
  const edge = entry && toEdge(entry, outlook);
  if (!entry || !edge) throw missing('edge', id);
  const evidence = toEvidence(entry, outlook);
  return {
    edge,
    from: toNode(entry.from, outlook),
    to: toNode(entry.to, outlook),
    evidence: evidence.slice(0, MAX_SHOWN),
    evidenceCount: evidence.length,
  };
}

/** The first item of an episode that each of its nodes is of, by the node's id. */
function firstItems(id: string, { index, outlook }: VisibleGraph): ReadonlyMap<string, string> {
  const items = new Map<string, string>();
  for (const { id: nodeId, mention } of index.graph.contribution(id)?.nodes ?? []) {
    const isSeen = mention !== null && (outlook.projects === null || outlook.projects.has(mention.projectId));
    if (isSeen && !items.has(nodeId)) items.set(nodeId, mention.itemId);
  }
  return items;
}

/**
 * Implements `causal.ofEpisode`. No answer uses an edge that is disputed. An episode that is not there, or that the caller does not
 * see, has no links.
 */
export function saidOfEpisode(id: string, asked: VisibleGraph): OutputOf<'causal.ofEpisode'> {
  const { index, outlook } = asked;
  const items = firstItems(id, asked);
  const found = [...items].flatMap(([nodeId, from]) =>
    [...(index.graph.nodes.get(nodeId)?.out ?? [])].flatMap((edge) => {
      const to = items.get(edge.to.id);
      const known = to === undefined ? null : balanceOf(edge, outlook);
      if (to === undefined || known === null || known.isDisputed) return [];
      const claim = toEvidence(edge, outlook).find(({ claimId, stance }) => claimId !== null && stance === 'supports');
      if (claim === undefined) return [];
      const { id: edgeId, relation } = edge;
      return [{ link: { from, to, relation, basis: claim.basis, edgeId }, weight: known.weight }];
    }),
  );
  const links = found.sort((a, b) => b.weight - a.weight).map(({ link }) => link);
  return { links: links.slice(0, MAX_SHOWN), disputed: disputedOf(id, asked).slice(0, MAX_SHOWN) };
}

/** The links of an episode itself whose edge is disputed. */
function disputedOf(id: string, { index, outlook }: VisibleGraph): OutputOf<'causal.ofEpisode'>['disputed'] {
  return (index.graph.contribution(id)?.evidence ?? []).flatMap(({ fromItem, toItem, projectId, ...link }) => {
    const isSeen = outlook.projects === null || outlook.projects.has(projectId);
    const edge = isSeen ? index.graph.edges.get(edgeIdOf(link.from, link.to, link.relation)) : undefined;
    if (!edge || fromItem === null || toItem === null || !balanceOf(edge, outlook)?.isDisputed) return [];
    return [{ from: fromItem, to: toItem, relation: link.relation, edgeId: edge.id }];
  });
}
