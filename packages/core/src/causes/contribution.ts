import type {
  CausalClaim,
  CausalEvidence,
  CausalRelation,
  Episode,
  EpisodeDecision,
  Outcome,
  OutcomeSource,
} from '@twicewise/contract';
import type { ListedEpisode } from '../sessions/episodes/episode-table.ts';
import { nodeIdOf, normaliseText } from './identity.ts';

/** An outcome, and how it is known. */
export interface Turnout {
  outcome: Outcome;
  source: OutcomeSource;
  /** Whether the outcome is the decision's own or its episode's. */
  of: 'decision' | 'episode';
}

/** The occurrence of a node in an episode. */
export interface Mention extends Turnout {
  projectId: string;
  episodeId: string;
  sessionId: string;
  itemId: string;
  at: string | null;
}

/** True for a decision that failed itself; the outcome of its session says nothing about it. */
export const isFailedDecision = ({ of, outcome }: Mention): boolean => of === 'decision' && outcome === 'failure';

/** A node in a contribution. A claim has no mention, because it is not a case. */
export interface NodePart {
  id: string;
  kind: string;
  text: string;
  mention: Mention | null;
}

/** One piece of evidence for or against an edge. */
export interface EvidencePart extends Omit<CausalEvidence, 'strength'> {
  from: string;
  to: string;
  relation: CausalRelation;
  /** Identifies the source. Only the latest evidence of each source counts. */
  voice: string;
}

/** A decision as it is indexed for search. */
export interface DecisionPart extends Mention {
  nodeId: string;
  task: string;
  decision: EpisodeDecision;
}

/**
 * Everything that one record adds to the graph. The graph is exactly the sum of contributions, so an edited or deleted record can
 * be removed exactly (R12, B1-09).
 */
export interface Contribution {
  /** Id of the episode or claim. */
  id: string;
  seq: number;
  nodes: NodePart[];
  evidence: EvidencePart[];
  decisions: DecisionPart[];
  /**
   * List data of an episode, including one in the bin, so that an episode read for the graph need not be read again for lists.
   */
  listed?: ListedEpisode;
}

/** A relation known only from times is order in time, whatever its file calls it (X12). */
const knownAs = (relation: CausalRelation, basis: EvidencePart['basis']): CausalRelation =>
  basis === 'temporal' ? 'precedes' : relation;

/** The outcome of an item: its own if known, otherwise that of its episode (B1-15). */
export function turnoutOf(episode: Episode, decision: EpisodeDecision | null): Turnout {
  const own = decision !== null && decision.outcome !== 'unknown';
  return own
    ? { outcome: decision.outcome, source: decision.outcomeSource, of: 'decision' }
    : { outcome: episode.outcome, source: episode.outcomeSource, of: 'episode' };
}

interface Part {
  itemId: string;
  node: NodePart;
}

function nodesOf(episode: Episode): Part[] {
  const { id: episodeId, projectId, sessionId } = episode;
  const part = (
    kind: string,
    text: string,
    item: { id: string; at: string | null },
    decision: EpisodeDecision | null,
  ) => {
    const at = item.at ?? episode.occurredAt ?? episode.createdAt;
    const mention = { projectId, episodeId, sessionId, itemId: item.id, at, ...turnoutOf(episode, decision) };
    return { itemId: item.id, node: { id: nodeIdOf(kind, text), kind, text: normaliseText(text), mention } };
  };
  return [
    ...episode.decisions.map((decision) => part('decision', decision.chosen, decision, decision)),
    ...episode.events.map((event) => part(event.type, event.content, event, null)),
  ].filter(({ node }) => node.text !== '');
}

/** The contribution of an episode; empty while it is in the bin. */
export function contributionOfEpisode(episode: Episode): Contribution {
  const { id, seq, projectId, sessionId } = episode;
  if (episode.deletedAt !== null) return { id, seq, nodes: [], evidence: [], decisions: [] };
  const parts = nodesOf(episode);
  const byItem = new Map(parts.map(({ itemId, node }) => [itemId, node]));
  const evidence = episode.links.flatMap(({ from, to, relation, basis }): EvidencePart[] => {
    const [cause, effect] = [byItem.get(from), byItem.get(to)];
    // Two items with the same text are one node, which cannot be its own cause.
    if (!cause || !effect || cause.id === effect.id) return [];
    const place = { projectId, episodeId: id, sessionId, fromItem: from, toItem: to, claimId: null };
    const said = { basis, stance: 'supports' as const, note: null, author: null, at: effect.mention?.at ?? null };
    const known = knownAs(relation, basis);
    return [{ from: cause.id, to: effect.id, relation: known, voice: `${id} ${basis}`, ...place, ...said }];
  });
  const decisions = episode.decisions.flatMap((decision): DecisionPart[] => {
    const node = byItem.get(decision.id);
    return node?.mention ? [{ ...node.mention, nodeId: node.id, task: episode.task, decision }] : [];
  });
  return { id, seq, nodes: parts.map(({ node }) => node), evidence, decisions };
}

/** The contribution of a claim; empty once it is retracted. */
export function contributionOfClaim(claim: CausalClaim): Contribution {
  const { id, seq, projectId, sessionId, relation, basis, stance, note, author } = claim;
  const ends = [
    {
      id: nodeIdOf(claim.fromKind, claim.fromText),
      kind: claim.fromKind,
      text: normaliseText(claim.fromText),
      mention: null,
    },
    { id: nodeIdOf(claim.toKind, claim.toText), kind: claim.toKind, text: normaliseText(claim.toText), mention: null },
  ] as const;
  // Claims about patterns concern no edge.
  if (claim.deletedAt !== null || relation === 'calls_for' || ends[0].id === ends[1].id)
    return { id, seq, nodes: [], evidence: [], decisions: [] };
  const evidence: EvidencePart = {
    from: ends[0].id,
    to: ends[1].id,
    relation: knownAs(relation, basis),
    voice: JSON.stringify([author.kind, author.name, sessionId]),
    basis,
    stance,
    projectId,
    episodeId: null,
    sessionId,
    fromItem: null,
    toItem: null,
    claimId: id,
    note,
    author,
    at: claim.createdAt,
  };
  return { id, seq, nodes: [...ends], evidence: [evidence], decisions: [] };
}
