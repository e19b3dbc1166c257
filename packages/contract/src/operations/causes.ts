import * as z from 'zod';
import {
  causalClaim,
  causalEdge,
  causalEvidence,
  causalNode,
  claimContent,
  decisionHit,
  edgeId,
  nodeId,
} from '../domain/cause.ts';
import { causalRelation, episodeLink, episodeSummary, evidenceBasis, itemId } from '../domain/episode.ts';
import { claimId, episodeId, operationId, reference, reflectionId } from '../domain/ids.ts';
import { limit } from '../domain/page.ts';
import { queryText } from '../domain/retrieval.ts';
import { filled, label } from '../domain/text.ts';
import { instant } from '../domain/time.ts';
import { command, query } from './define.ts';

const place = {
  projectId: reference.optional().describe('Default for an agent: its own project; else all projects'),
  everywhere: z.boolean().default(false).describe('All projects'),
};
const end = label(1000).describe('A node id, or what it says');

/** Most nodes in the answer of one graph query. */
export const MAX_NODES = 500;

/** A requested node: given by its id, or the best match for words. */
const resolved = z.object({
  asked: z.string(),
  node: causalNode.nullable().describe('Null: nothing here is like it'),
  candidates: z
    .array(z.object({ node: causalNode, relevance: z.number() }))
    .describe('What else the words found, best first; where node is null, what has only a part of them'),
});

/** Fields of an answer that is text for agents; the bounds are those of ADR-038. */
export const told = {
  text: z.string().describe('The answer in words, within its token budget'),
  tokens: z.int().describe('Size of the text (cl100k_base)'),
  omitted: z.int().describe('Parts that did not fit into the text'),
};

const step = z.object({
  edge: causalEdge,
  from: causalNode,
  to: causalNode,
  evidence: z.array(causalEvidence).max(3).describe('The strongest'),
});
const chain = z.object({
  strength: z.number().describe('Product of the weights of its edges'),
  steps: z.array(step),
});

const decisionOf = z.strictObject({ episodeId, itemId });

/** Operations on causes: what led to what across all sessions, how that is known, and what disputes it. */
export const causalOperations = {
  'causal.graph': query(
    'Nodes and edges of the causal graph: around one node, or the most connected ones. Order in time is left out unless asked for.',
    z.strictObject({
      ...place,
      around: end.optional().describe('The middle: a node id, or what it says'),
      depth: z.int().min(1).max(4).default(1).describe('Steps from the middle, along edges in either direction'),
      relations: z.array(causalRelation).max(5).default(['causes', 'enables', 'prevents', 'correlates']),
      bases: z.array(evidenceBasis).max(5).optional().describe('Edges known in one of these ways'),
      minWeight: z.number().min(0).max(1).default(0),
      since: instant.optional().describe('Edges with evidence at or after'),
      until: instant.optional().describe('Edges with evidence before'),
      disputed: z.boolean().default(true).describe('Disputed edges too'),
      limit: limit(300, MAX_NODES),
    }),
    z.object({
      middle: resolved.nullable(),
      nodes: z.array(causalNode),
      edges: z.array(causalEdge),
      total: z.object({
        nodes: z.int().describe('Of the project or projects'),
        edges: z.int().describe('Of these relations, whatever the other filters'),
        isolated: z.int().describe('Nodes without an edge of these relations; they are not drawn'),
        inactive: z.int().describe('Those of them that are no longer active'),
      }),
      notShown: z.int().describe('Nodes that belong to the answer and are beyond the limit'),
    }),
  ),
  'causal.nodes': query(
    'Nodes by what they say, the most relevant first, those without a cause or an effect after others that are hardly less so; without text those with most causes and effects, then commits last, then those with most edges and episodes.',
    z.strictObject({
      ...place,
      text: queryText.optional(),
      kinds: z.array(label(64)).max(20).optional(),
      inactive: z.boolean().default(false).describe('Those that left the active graph too'),
      near: z.boolean().default(false).describe('Those with only a part of the words too, after the others'),
      prefix: z.boolean().default(false).describe('The last word may be unfinished'),
      limit: limit(20, 100),
      offset: z.int().min(0).max(1_000_000).default(0),
    }),
    z.object({
      items: z.array(
        causalNode.extend({
          relevance: z.number().nullable(),
          isNear: z.boolean().describe('It has only a part of the words'),
        }),
      ),
      total: z.int(),
      near: z.int().describe('How many of the total have only a part of the words'),
    }),
  ),
  'causal.overview': query(
    'Where to begin: how much is known, the strongest chains, and the failures that sessions met most.',
    z.strictObject({ ...place, limit: limit(6, 20) }),
    z.object({
      total: z.object({
        nodes: z.int().describe('Of the project or projects'),
        edges: z.int().describe('Without order in time, which is no cause'),
      }),
      chains: z
        .array(chain)
        .describe(
          'Through the strongest edges, each from where it begins to where it ends; first the one whose weakest edge is the strongest',
        ),
      failures: z
        .array(causalNode)
        .describe('Errors, and decisions that failed: those with a known cause or effect first, then those met most'),
    }),
  ),
  'causal.bySession': query(
    'Decisions, errors, and what was done about errors (root causes, fixes, commits), by session, the newest first and those with only commits last: to connect them by causal.assert. Of one session alone, what else happened in it, too, as far as there is room.',
    z.strictObject({
      ...place,
      episodeId: episodeId.optional().describe('That session only'),
      limit: limit(10, 50),
      offset: z.int().min(0).max(1_000_000).default(0),
    }),
    z.object({
      items: z.array(
        z.object({
          episode: episodeSummary,
          nodes: z.array(causalNode).describe('In order of time, at most 50'),
          nodeCount: z.int(),
        }),
      ),
      total: z.int().describe('Sessions with such a node'),
    }),
  ),
  'causal.ofEpisode': query(
    'What agents and people said leads to what among the items of one session log, beside the links of the log itself, and which of those are disputed.',
    z.strictObject({ ...place, id: episodeId }),
    z.object({
      links: z
        .array(episodeLink.extend({ edgeId }))
        .describe(
          'At most 200, the strongest edges first, none that is disputed; each between the first items that say what its ends say',
        ),
      disputed: z
        .array(episodeLink.omit({ basis: true }).extend({ edgeId }))
        .describe('Links of the log whose edge is disputed, at most 200'),
    }),
  ),
  'causal.node': query(
    'One node: its text in full, its edges in both directions, the strongest first, and the episodes that have it.',
    z.strictObject({ ...place, id: nodeId }),
    z.object({
      node: causalNode,
      text: z.string(),
      edges: z.array(z.object({ edge: causalEdge, other: causalNode })).describe('At most 200, order in time last'),
      edgeCount: z.int(),
      mentions: z
        .array(z.object({ episode: episodeSummary, itemId: itemId.nullable() }))
        .describe('The newest first, at most 50'),
    }),
  ),
  'causal.edge': query(
    'One edge with all of its evidence.',
    z.strictObject({ ...place, id: edgeId }),
    z.object({
      edge: causalEdge,
      from: causalNode,
      to: causalNode,
      evidence: z.array(causalEvidence).describe('At most 200, the strongest first'),
      evidenceCount: z.int(),
    }),
  ),
  'causal.assert': command(
    'Say that one thing leads to another, or with `disputes` that it does not. It is one voice among the evidence; a later word of the same author in the same session takes its place.',
    z.strictObject({
      projectId: reference.optional(),
      sessionId: reference.optional().describe('Default: your own session'),
      from: z
        .union([nodeId, z.strictObject({ kind: label(64), text: claimContent.fromText })])
        .describe('A node, or a new one'),
      to: z.union([nodeId, z.strictObject({ kind: label(64), text: claimContent.toText })]),
      relation: causalRelation.exclude(['precedes']),
      stance: claimContent.stance.default('supports'),
      note: filled(claimContent.note).describe('What shows it'),
    }),
    z.object({
      claim: causalClaim,
      edge: causalEdge.nullable().describe('As it stands now; null when nothing speaks of it any longer'),
      isFirst: z
        .boolean()
        .describe(
          'Nothing that is seen said before that one leads to the other: it is connected. False for one that is confirmed or disputed',
        ),
      operationId: operationId.nullable(),
      notes: z.array(z.string()),
    }),
  ),
  'causal.retract': command(
    'Take a claim back. What episodes say of the edge stays.',
    z.strictObject({ id: claimId }),
    z.object({ claim: causalClaim, operationId: operationId.nullable() }),
  ),
  'causal.path': query(
    'How one thing led to another: the strongest chains of causes between them, with their evidence.',
    z.strictObject({ ...place, from: end, to: end, depth: z.int().min(1).max(8).default(6), limit: limit(3, 10) }),
    z.object({
      from: resolved,
      to: resolved,
      paths: z.array(chain).describe('The strongest first'),
      inOrder: z
        .object({ episodeId, first: z.enum(['from', 'to']) })
        .nullable()
        .describe('Where no chain is known: a session that has both, and which came first. That is no cause'),
      isComplete: z.boolean().describe('False: there were too many ways to look at all of them'),
      ...told,
    }),
  ),
  'causal.why': query(
    'What led to it: chains of causes back to where they begin, the strongest first.',
    z.strictObject({ ...place, of: end, depth: z.int().min(1).max(8).default(4), limit: limit(5, 20) }),
    z.object({
      of: resolved,
      chains: z.array(chain),
      isComplete: z.boolean(),
      before: z
        .array(z.object({ episodeId, itemId, kind: z.string(), text: z.string(), at: instant.nullable() }))
        .describe('Where no cause is known: what came before it in its session, the earliest first. That is no cause'),
      sessions: z
        .array(z.object({ episodeId, task: z.string(), failures: z.array(causalNode) }))
        .max(3)
        .describe(
          'Where no node is like the words: sessions about them, the most relevant first, with what failed in each',
        ),
      ...told,
    }),
  ),
  'causal.whatIf': query(
    'What if another choice had been made: what followed it in similar decisions, and which effects would lose their cause. Says on how few cases it rests.',
    z.strictObject({
      ...place,
      decision: z.union([decisionOf, end]).describe('The decision: of an episode, a node id, or what was chosen'),
      alternative: label(1000).describe('What would have been chosen'),
      limit: limit(5, 20),
    }),
    z.object({
      decision: resolved,
      actual: z.object({ cases: z.int(), success: causalNode.shape.success, outcomes: causalNode.shape.outcomes }),
      alternative: z.object({
        cases: z.array(decisionHit),
        success: causalNode.shape.success,
        outcomes: causalNode.shape.outcomes,
      }),
      loses: z
        .array(z.object({ node: causalNode, otherCauses: z.int() }))
        .describe('What the decision led to, with how many causes each has besides'),
      edges: z.array(causalEdge).describe('By which the decision led to those'),
      gains: z.array(step).describe('What followed the alternative'),
      ...told,
    }),
  ),
  'causal.similarDecisions': query(
    'Decisions that were about something similar, with what was chosen, why, and how it turned out.',
    z.strictObject({ ...place, context: queryText.min(1), limit: limit(5, 50) }),
    z.object({
      items: z.array(decisionHit),
      onRecord: z.boolean().describe('False: none is about what was asked; the items are only the nearest'),
      ...told,
    }),
  ),
  'causal.deadEnds': query(
    'What was tried for such a task and did not work: from lessons and from decisions that failed, with what showed it and what worked instead.',
    z.strictObject({ ...place, task: queryText.min(1), limit: limit(5, 20) }),
    z.object({
      items: z.array(
        z.object({
          tried: z.string(),
          disprovedBy: z.string().nullable().describe('What showed it; null when nobody said'),
          instead: z.string().nullable().describe('What was to be done instead'),
          worksElsewhere: z.int().describe('Episodes in which the same choice succeeded'),
          isDraft: z.boolean().describe('A lesson that nobody has reviewed'),
          lessonId: reflectionId.nullable(),
          episodeId: episodeId.nullable(),
          itemId: itemId.nullable(),
          nodeId: nodeId
            .nullable()
            .describe(
              'The node that tells of it: the decision that failed, the error of its session, or the decision taken instead',
            ),
          at: instant.nullable(),
          relevance: z.number(),
        }),
      ),
      steps: z.array(step).describe('What led to those nodes and what they led to, the strongest first'),
      ...told,
    }),
  ),
  'causal.export': query(
    'The causal graph of a project as a causal-graph.json of ADR-038, its newest generation: without secrets, home folders and addresses. What came from such a file, and was not changed since, stands in it as it stood there.',
    z.strictObject({ projectId: reference.optional().describe('Default: your own project') }),
    z.object({
      name: z.string().describe('Name for the file'),
      file: z.record(z.string(), z.json()),
      nodes: z.int(),
      edges: z.int(),
      patterns: z.int(),
      redacted: z.int().describe('Secrets, home folders and addresses that were replaced in it'),
      notCarried: z.array(z.string()).describe('What the format has no place for'),
    }),
  ),
  'episode.digest': query(
    'What happened in a session, in less than 500 tokens: its outcome, its weightiest decisions, errors and lessons.',
    z.union([
      z.strictObject({ id: episodeId }),
      z.strictObject({ sessionId: reference, projectId: reference.optional() }),
      z.strictObject({
        about: z.string().min(1).max(1000).describe('A session by id or name, else the one nearest to these words'),
        projectId: reference.optional(),
      }),
    ]),
    z.object({
      id: episodeId,
      ...told,
      others: z
        .array(episodeId)
        .describe('Others that are near to the words, the nearest first; empty where it was named'),
    }),
  ),
};
