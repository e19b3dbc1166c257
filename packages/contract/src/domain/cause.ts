import * as z from 'zod';
import { author } from './author.ts';
import { causalRelation, evidenceBasis, itemId } from './episode.ts';
import { claimId, episodeId, projectId, sessionId, sourceId } from './ids.ts';
import { rate } from './insight-parts.ts';
import { outcome, outcomeSource } from './reflection.ts';
import { label, text } from './text.ts';
import { instant } from './time.ts';

/** Maximum label of a node in an answer, in UTF-16 units; its episodes have the whole text. */
export const MAX_LABEL = 400;
/** Maximum text that a claim may give a node, in UTF-8 bytes. */
export const MAX_CLAIM_TEXT = 4096;

/**
 * `node_` and the first twelve hex digits of SHA-256 over `kind:text`, with white space in the text collapsed: the same statement
 * in two sessions, or on two machines, is one node (R13, B1-04).
 */
export const nodeId = z
  .string()
  .regex(/^node_[0-9a-f]{12}$/, { message: 'must be a node id such as node_0123456789ab' });
/** `edge_` and twelve hex digits of a hash over both ends and the relation. */
export const edgeId = z
  .string()
  .regex(/^edge_[0-9a-f]{12}$/, { message: 'must be an edge id such as edge_0123456789ab' });

/** How often each outcome occurred, one per episode. */
export const nodeOutcomes = z.object({
  success: z.int(),
  partial: z.int(),
  failure: z.int(),
  unknown: z.int(),
  defaulted: z.int().describe('Known only because nobody said otherwise; in none of the other counts'),
});
/** See {@link nodeOutcomes}. */
export type NodeOutcomes = z.infer<typeof nodeOutcomes>;

/** Something that happened or was decided, in any number of sessions. Its numbers are derived from episodes, never stored. */
export const causalNode = z.object({
  id: nodeId,
  kind: z.string().describe('decision, or the type of the event: error, milestone, commit, test, another word'),
  label: z.string().describe(`What it says, at most ${MAX_LABEL} characters`),
  isCut: z.boolean().describe('The label is only the beginning'),
  episodes: z.int().describe('Episodes that have it'),
  outcomes: nodeOutcomes.describe('Of the decision where it is known, else of the episode'),
  ownOutcome: outcome.describe(
    'What most of its cases were by their own word, not by that of their session, the worse of two that are as frequent; unknown where none has one. An error is a failure',
  ),
  success: rate.describe('Successes ÷ episodes whose outcome is known and not only assumed by default'),
  lastAt: instant.nullable().describe('When it was last met, if known'),
  causes: z.int().describe('Edges by which something causes or enables it, disputed ones left out'),
  effects: z.int().describe('Edges by which it causes or enables something, disputed ones left out'),
  disputedCauses: z.int().describe('Disputed edges by which something causes or enables it'),
  disputedEffects: z.int().describe('Disputed edges by which it causes or enables something'),
  prevents: z.int().describe('Edges by which it prevents something, disputed ones left out; no effects'),
  preventedBy: z.int().describe('Edges by which something prevents it, disputed ones left out; no causes'),
  disputedPrevents: z.int().describe('Disputed edges by which it prevents something'),
  disputedPreventedBy: z.int().describe('Disputed edges by which something prevents it'),
  isActive: z.boolean().describe('False: met once, tied to nothing, and older than causes.isolatedDays'),
});
/** See {@link causalNode}. */
export type CausalNode = z.infer<typeof causalNode>;

/** That one thing led to another, or came before it. All numbers are derived from the evidence (B1-02). */
export const causalEdge = z.object({
  id: edgeId,
  from: nodeId,
  to: nodeId,
  relation: causalRelation,
  weight: z
    .number()
    .min(0)
    .max(1)
    .describe(
      's ÷ (s + d + 1): s and d are the strengths of what supports and disputes it (ADR 20). 0.5 is one word of a person',
    ),
  supports: z.int().describe('Voices for it: an episode, or an author in a session, counts once'),
  disputes: z.int().describe('Voices against it'),
  isDisputed: z.boolean().describe('By the last word of a person, else by the stronger side; no answer uses it then'),
  bases: z.array(evidenceBasis).describe('How it is known, the strongest first'),
  together: rate.describe('Of the episodes that have the first, those that have the second as well'),
});
/** See {@link causalEdge}. */
export type CausalEdge = z.infer<typeof causalEdge>;

/** One piece of evidence for or against an edge. */
export const causalEvidence = z.object({
  basis: evidenceBasis,
  stance: z.enum(['supports', 'disputes']),
  strength: z.number().describe('What it adds to its side (ADR 20)'),
  projectId,
  episodeId: episodeId.nullable(),
  sessionId: sessionId.nullable(),
  fromItem: itemId.nullable().describe('The item of the episode'),
  toItem: itemId.nullable(),
  claimId: claimId.nullable().describe('The claim, for what an agent or a person said of the edge itself'),
  note: z.string().nullable(),
  author: author.nullable(),
  at: instant.nullable(),
});
/** See {@link causalEvidence}. */
export type CausalEvidence = z.infer<typeof causalEvidence>;

/** What a claim is about: an edge, or with `calls_for` a pattern, whose trigger calls for its action (ADR 21). */
export const claimRelation = z.enum([...causalRelation.options, 'calls_for']);

/** Fields of a claim that its author writes. */
export const claimContent = {
  stance: z.enum(['supports', 'disputes']),
  relation: claimRelation,
  fromKind: label(64),
  fromText: label(MAX_CLAIM_TEXT),
  toKind: label(64),
  toText: label(MAX_CLAIM_TEXT),
  note: text().describe('Why: what shows it'),
};

/** A statement by an agent or a person that an edge or a pattern holds, or that it does not. */
export const causalClaim = z.object({
  id: claimId,
  seq: z.int(),
  projectId,
  sessionId: sessionId.nullable(),
  sourceId: sourceId.nullable(),
  sourcePointer: z.string().nullable(),
  ...claimContent,
  basis: evidenceBasis,
  author,
  createdAt: instant,
  updatedAt: instant,
  revision: z.int(),
  deletedAt: instant.nullable().describe('Retracted since'),
});
/** See {@link causalClaim}. */
export type CausalClaim = z.infer<typeof causalClaim>;

/** A decision of an episode, found by its subject. */
export const decisionHit = z.object({
  episodeId,
  sessionId,
  projectId,
  itemId,
  nodeId,
  context: z.string(),
  chosen: z.string(),
  options: z.array(z.string()),
  rationale: z.string().nullable(),
  outcome: outcome.describe('Of the decision where it is known, else of the episode'),
  outcomeSource,
  outcomeOf: z.enum(['decision', 'episode']).describe('Whose outcome it is'),
  at: instant.nullable(),
  relevance: z.number().min(0).max(1),
});
/** See {@link decisionHit}. */
export type DecisionHit = z.infer<typeof decisionHit>;
