import type { OutputOf, ParsedInputOf } from '@twicewise/contract';
import { findEpisodes, type ReadableDb } from '@twicewise/store';
import { isFailedDecision } from '../contribution.ts';
import type { NodeEntry } from '../graph.ts';
import { isKnown, isSeen, mentionsSeen, type Outlook, toNode } from '../view.ts';
import { chainsOfGraph } from './chains.ts';
import type { VisibleGraph } from './resolve.ts';

const isFailure = (node: NodeEntry, outlook: Outlook) =>
  node.kind === 'error' || (node.kind === 'decision' && mentionsSeen(node, outlook).some(isFailedDecision));

/** Errors and failed decisions: those with a known cause or effect first, because of them there is something to answer. */
function failures(limit: number, { index, outlook }: VisibleGraph) {
  const isTied = ({ relation }: { relation: string }) => relation !== 'precedes';
  const ranked = [...index.graph.nodes.values()]
    .filter((node) => isSeen(node, outlook) && isFailure(node, outlook))
    .map((node) => {
      const cases = mentionsSeen(node, outlook);
      const last = cases.reduce((latest, { at }) => (at !== null && at > latest ? at : latest), '');
      const tied = [...node.in, ...node.out].some((edge) => isTied(edge) && isKnown(edge, outlook));
      return { node, tied: Number(tied), met: cases.length, last };
    });
  ranked.sort(
    (a, b) =>
      b.tied - a.tied ||
      b.met - a.met ||
      (a.last === b.last ? (a.node.id < b.node.id ? -1 : 1) : a.last < b.last ? 1 : -1),
  );
  return ranked.slice(0, limit).map(({ node }) => toNode(node, outlook));
}

/** Implements `causal.overview`. */
export function overview(
  { limit }: ParsedInputOf<'causal.overview'>,
  asked: VisibleGraph,
): OutputOf<'causal.overview'> {
  const { index, outlook } = asked;
  const total = { nodes: 0, edges: 0 };
  for (const node of index.graph.nodes.values()) if (isSeen(node, outlook)) total.nodes++;
  for (const edge of index.graph.edges.values()) {
    if (edge.relation !== 'precedes' && isKnown(edge, outlook)) total.edges++;
  }
  return {
    total,
    chains: chainsOfGraph(index.graph.edges.values(), outlook, limit),
    failures: failures(limit, asked),
  };
}

/** What a person connects across sessions: not tests and milestones, of which imported sessions have hundreds. */
const TO_CONNECT: ReadonlySet<string> = new Set([
  'decision',
  'error',
  'root_cause',
  'fix',
  'solution',
  'correction',
  'mitigation',
  'prevention',
  'commit',
]);
const MOST_OF_SESSION = 50;

interface Moment {
  node: NodeEntry;
  at: string | null;
  itemId: string;
}

/** Order of time; without times the order of the items' names, by which they are numbered. */
const inOrder = (a: Moment, b: Moment) => {
  const [one, other] = [`${a.at ?? ''} ${a.itemId}`, `${b.at ?? ''} ${b.itemId}`];
  return one < other ? -1 : 1;
};

interface Session {
  sessionId: string;
  last: string;
  /** False for one with only commits, whose names say least: little is known of what they led to. */
  saysMore: boolean;
  moments: Moment[];
}

/** Sessions with what can be connected in them, the newest first and those with only commits last; of one alone where it is named. */
function sessionsOf({ index, outlook }: VisibleGraph, only: string | undefined): [episodeId: string, Session][] {
  const sessions = new Map<string, Session>();
  for (const node of index.graph.nodes.values()) {
    if (only === undefined && !TO_CONNECT.has(node.kind)) continue;
    for (const { episodeId, sessionId, itemId, at } of mentionsSeen(node, outlook)) {
      if (only !== undefined && episodeId !== only) continue;
      const session = sessions.get(episodeId) ?? { sessionId, last: '', saysMore: false, moments: [] };
      if (node.kind !== 'commit') session.saysMore = true;
      if (at !== null && at > session.last) session.last = at;
      session.moments.push({ node, at, itemId });
      sessions.set(episodeId, session);
    }
  }
  return [...sessions].sort(
    ([a, one], [b, other]) =>
      Number(other.saysMore) - Number(one.saysMore) ||
      (one.last === other.last ? (a < b ? 1 : -1) : one.last < other.last ? 1 : -1),
  );
}

/** What fits, in order of time: in one session alone a person may mean anything, but decisions, errors and fixes before the rest. */
function fitting(moments: readonly Moment[]): Moment[] {
  const ordered = moments.toSorted(inOrder);
  const isMain = ({ node }: Moment) => TO_CONNECT.has(node.kind);
  const chosen = [...ordered.filter(isMain), ...ordered.filter((one) => !isMain(one))].slice(0, MOST_OF_SESSION);
  return chosen.sort(inOrder);
}

/** Implements `causal.bySession`. */
export function nodesBySession(
  { limit, offset, episodeId }: ParsedInputOf<'causal.bySession'>,
  asked: VisibleGraph,
  db: ReadableDb,
): OutputOf<'causal.bySession'> {
  const all = sessionsOf(asked, episodeId);
  const page = all.slice(offset, offset + limit);
  const sessionIds = [...new Set(page.map(([, { sessionId }]) => sessionId))];
  // Two projects may name a session alike.
  const found = sessionIds.length > 0 ? findEpisodes(db, { sessionIds, deleted: 'exclude' }, 2 * limit).items : [];
  const summaries = new Map(found.map((episode) => [String(episode.id), episode]));
  const items = page.flatMap(([id, { moments }]) => {
    const episode = summaries.get(id);
    const nodes = fitting(moments);
    return episode
      ? [{ episode, nodes: nodes.map(({ node }) => toNode(node, asked.outlook)), nodeCount: moments.length }]
      : [];
  });
  return { items, total: all.length };
}
