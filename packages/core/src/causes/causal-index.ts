import { type Episode, isId } from '@twicewise/contract';
import { type LessonDocument, LessonIndex } from '@twicewise/search';
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

/** What every document of these indexes leaves open: filters for lessons ask for none of it. */
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
  // The place among equals must not depend on what came first.
  const seq = Number.parseInt(id.slice(-12), 16);
  return { ...PLAIN, id: nodeKey(projectId, id), seq, projectId, kind, title: text, body: [] };
}

function decisionDocument(part: DecisionPart, seq: number): LessonDocument {
  const { context, chosen, rationale, options } = part.decision;
  const body = [chosen, rationale ?? '', ...options, part.task];
  // Its own only: how its session ended says nothing of each of its decisions.
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

/** Projects in which a record stands for its nodes. */
function projectsOf({ nodes, evidence }: Contribution): string[] {
  return [
    ...new Set([...nodes.flatMap(({ mention }) => mention?.projectId ?? []), ...evidence.map((e) => e.projectId)]),
  ];
}

/** The causal graph, and what finds its nodes and the decisions of episodes by words. */
export class CausalIndex {
  readonly graph = new CausalGraph();
  /** What lists ask of the episodes. */
  readonly episodes = new EpisodeTable();
  readonly #nodes = new LessonIndex();
  readonly #decisions = new LessonIndex();
  readonly #parts = new Map<string, DecisionPart>();
  /** How many records of a project have the node. */
  readonly #uses = new Map<string, number>();

  /** Takes in what a record contributes, in place of what it did before. */
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

  /** Takes out what a record contributed. */
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

  /** Nodes by what they say, best first, each once. */
  findNodes(
    text: string,
    { projectIds, kinds, limit }: { projectIds?: readonly string[]; kinds?: readonly string[]; limit: number },
  ) {
    const accept = { ...(projectIds ? { projectIds } : {}), ...(kinds ? { kinds } : {}) };
    const found = new Map<string, number>();
    // One node stands once for each project that has it: more are asked for until there are enough different ones.
    for (let most = limit * 2; ; most *= 4) {
      const { hits } = this.#nodes.search(text, { limit: most, accept });
      for (const { id, relevance } of hits) {
        const nodeId = id.slice(id.indexOf('/') + 1);
        if (!found.has(nodeId)) found.set(nodeId, relevance);
      }
      if (found.size >= limit || hits.length < most) break;
    }
    return [...found].slice(0, limit).map(([id, relevance]) => ({ id, relevance }));
  }

  /** Decisions by what they were about, best first. */
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

  /** A decision by its episode and its name there. */
  decision(episodeId: string, itemId: string): DecisionPart | undefined {
    return this.#parts.get(`${episodeId}/${itemId}`);
  }
}

/** An episode may say the same thing twice. */
function distinct(nodes: readonly NodePart[]): NodePart[] {
  return [...new Map(nodes.map((node) => [node.id, node])).values()];
}

const filed = (episode: Episode): Contribution => ({
  ...contributionOfEpisode(episode),
  listed: listedEpisode(episode),
});

/** Where the index gets its records: episodes and claims in the one order of truth. */
export const CAUSES: IndexSource<Contribution, CausalIndex> = {
  // An episode moves with its session between projects.
  follows: ['episode', 'session', 'claim'],
  create: () => new CausalIndex(),
  after(db: ReadableDb, seq: number, limit: number): Contribution[] {
    // An episode has as much text as a hundred lessons.
    const some = Math.ceil(limit / 8);
    const found = [...episodesAfter(db, seq, some).map(filed), ...claimsAfter(db, seq, some).map(contributionOfClaim)];
    // What lies behind the last one of either list waits for the next turn.
    return found.sort((a, b) => a.seq - b.seq).slice(0, some);
  },
  /** A record by its id; for a session, its episode, which moves with it between projects. */
  one(db: ReadableDb, id: string): Contribution | null {
    if (isId('claim', id)) {
      const claim = getClaim(db, id);
      return claim && contributionOfClaim(claim);
    }
    const episode = isId('session', id) ? episodeOfSession(db, id) : getEpisode(db, id);
    return episode && filed(episode);
  },
};
