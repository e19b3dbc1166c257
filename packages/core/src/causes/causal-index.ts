import { type Episode, isId } from '@twicewise/contract';
import { type LessonDocument, LessonIndex, NEAR_RELEVANCE, RELEVANCE_THRESHOLD } from '@twicewise/search';
import { claimsAfter, episodeOfSession, episodesAfter, getClaim, getEpisode, type ReadableDb } from '@twicewise/store';
import type { IndexSource } from '../runtime/indexes.ts';
import { EpisodeTable, listedEpisode } from '../sessions/episodes/episode-table.ts';
import {
  type Contribution,
  contributionOfClaim,
  contributionOfEpisode,
  type DecisionPart,
  type NodePart,
} from './contribution.ts';
import { CausalGraph } from './graph.ts';

/** Fields that these documents leave empty; only filters for lessons use them. */
const PLAIN = {
  sessionId: null,
  outcome: 'unknown',
  state: 'accepted',
  failureCategory: null,
  agent: null,
  confidence: null,
  pinned: false,
  standing: null,
  createdAt: '',
  tags: [],
  entityIds: [],
} as const;

const nodeKey = (projectId: string, nodeId: string) => `${projectId}/${nodeId}`;
const decisionKey = ({ episodeId, itemId }: DecisionPart) => `${episodeId}/${itemId}`;

function nodeDocument({ id, kind, text }: NodePart, projectId: string): LessonDocument {
  // Derived from the id, so that ties do not depend on the order of insertion.
  const seq = Number.parseInt(id.slice(-12), 16);
  return { ...PLAIN, id: nodeKey(projectId, id), seq, projectId, kind, title: text, body: [] };
}

function decisionDocument(part: DecisionPart, seq: number): LessonDocument {
  const { context, chosen, rationale, options } = part.decision;
  const body = [chosen, rationale ?? '', ...options, part.task];
  // Only the decision's own outcome counts; the outcome of its session says nothing about each decision.
  const isOwn = part.of === 'decision' && part.source !== 'defaulted';
  return {
    ...PLAIN,
    outcome: isOwn ? part.outcome : 'unknown',
    id: decisionKey(part),
    seq,
    projectId: part.projectId,
    kind: 'decision',
    title: context || chosen,
    body,
  };
}

/** Projects in which a record contributes nodes. */
function projectsOf({ nodes, evidence }: Contribution): string[] {
  return [
    ...new Set([...nodes.flatMap(({ mention }) => mention?.projectId ?? []), ...evidence.map((e) => e.projectId)]),
  ];
}

/** What nodes are searched for. */
interface NodeSearch {
  projectIds?: readonly string[];
  kinds?: readonly string[];
  limit: number;
  /** Includes nodes that have only a part of the words. */
  near?: boolean;
  /** The last word may be unfinished. */
  prefix?: boolean;
}

/** A node that was found. */
interface FoundNode {
  id: string;
  relevance: number;
  /** True when it has only a part of the words. */
  isNear: boolean;
}

/** The causal graph, with text indexes of its nodes and of the decisions of episodes. */
export class CausalIndex {
  readonly graph = new CausalGraph();
  /** Data for lists of episodes. */
  readonly episodes = new EpisodeTable();
  readonly #nodes = new LessonIndex();
  readonly #decisions = new LessonIndex();
  readonly #parts = new Map<string, DecisionPart>();
  /** Number of records of a project that contain the node. */
  readonly #uses = new Map<string, number>();

  /** Adds what a record contributes, replacing its earlier contribution. */
  put(contribution: Contribution): void {
    this.remove(contribution.id);
    this.graph.put(contribution);
    if (contribution.listed) this.episodes.put(contribution.id, contribution.listed);
    for (const projectId of projectsOf(contribution)) {
      for (const node of distinct(contribution.nodes)) {
        const key = nodeKey(projectId, node.id);
        const uses = this.#uses.get(key) ?? 0;
        if (uses === 0) this.#nodes.put(nodeDocument(node, projectId));
        this.#uses.set(key, uses + 1);
      }
    }
    for (const part of contribution.decisions) {
      this.#decisions.put(decisionDocument(part, contribution.seq));
      this.#parts.set(decisionKey(part), part);
    }
  }

  /** Removes what a record contributed. */
  remove(id: string): void {
    const contribution = this.graph.contribution(id);
    if (!contribution) return;
    this.graph.remove(id);
    this.episodes.remove(id);
    for (const projectId of projectsOf(contribution)) {
      for (const node of distinct(contribution.nodes)) this.#release(nodeKey(projectId, node.id));
    }
    for (const part of contribution.decisions) {
      this.#decisions.remove(decisionKey(part));
      this.#parts.delete(decisionKey(part));
    }
  }

  #release(key: string): void {
    const left = (this.#uses.get(key) ?? 0) - 1;
    if (left > 0) {
      this.#uses.set(key, left);
      return;
    }
    this.#uses.delete(key);
    this.#nodes.remove(key);
  }

  /** Nodes by their text, best first, without duplicates; with `near`, those that have only a part of the words come last. */
  findNodes(text: string, { projectIds, kinds, limit, near = false, prefix = false }: NodeSearch): FoundNode[] {
    const accept = { ...(projectIds ? { projectIds } : {}), ...(kinds ? { kinds } : {}) };
    const minRelevance = near ? NEAR_RELEVANCE : RELEVANCE_THRESHOLD;
    const found = new Map<string, number>();
    // A node is indexed once per project, so this asks for more hits until there are enough different nodes.
    for (let most = limit * 2; ; most *= 4) {
      const { hits } = this.#nodes.search(text, { limit: most, accept, minRelevance, prefix });
      for (const { id, relevance } of hits) {
        const nodeId = id.slice(id.indexOf('/') + 1);
        if (!found.has(nodeId)) found.set(nodeId, relevance);
      }
      if (found.size >= limit || hits.length < most) break;
    }
    return [...found]
      .map(([id, relevance]) => ({ id, relevance, isNear: relevance < RELEVANCE_THRESHOLD }))
      .sort((a, b) => Number(a.isNear) - Number(b.isNear))
      .slice(0, limit);
  }

  /** Decisions by their topic, best first. */
  findDecisions(
    text: string,
    { projectIds, outcomes, limit }: { projectIds?: readonly string[]; outcomes?: readonly string[]; limit: number },
  ) {
    const accept = { ...(projectIds ? { projectIds } : {}), ...(outcomes ? { outcomes } : {}) };
    const { hits } = this.#decisions.search(text, { limit, accept });
    return hits.flatMap(({ id, relevance }) => {
      const part = this.#parts.get(id);
      return part ? [{ part, relevance }] : [];
    });
  }

  /** A decision by its episode and its id there. */
  decision(episodeId: string, itemId: string): DecisionPart | undefined {
    return this.#parts.get(`${episodeId}/${itemId}`);
  }
}

/** Removes duplicates: an episode may say the same thing twice. */
function distinct(nodes: readonly NodePart[]): NodePart[] {
  return [...new Map(nodes.map((node) => [node.id, node])).values()];
}

const filed = (episode: Episode): Contribution => ({
  ...contributionOfEpisode(episode),
  listed: listedEpisode(episode),
});

/** The records of the index: episodes and claims, in order of `seq`. */
export const CAUSES: IndexSource<Contribution, CausalIndex> = {
  // An episode moves between projects with its session.
  follows: ['episode', 'session', 'claim'],
  create: () => new CausalIndex(),
  after(db: ReadableDb, seq: number, limit: number): Contribution[] {
    // An episode has as much text as a hundred lessons, so fewer are read at once.
    const some = Math.ceil(limit / 8);
    const found = [...episodesAfter(db, seq, some).map(filed), ...claimsAfter(db, seq, some).map(contributionOfClaim)];
    // Later records of the other list are left for the next call.
    return found.sort((a, b) => a.seq - b.seq).slice(0, some);
  },
  /** A record by its id. For a session id, its episode, which moves between projects with it. */
  one(db: ReadableDb, id: string): Contribution | null {
    if (isId('claim', id)) {
      const claim = getClaim(db, id);
      return claim && contributionOfClaim(claim);
    }
    const episode = isId('session', id) ? episodeOfSession(db, id) : getEpisode(db, id);
    return episode && filed(episode);
  },
};
