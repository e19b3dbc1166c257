import * as z from 'zod';
import { MAX_COUNTED_BEYOND } from '../facts/filters.ts';
import { reflectionId } from './ids.ts';
import { outcomeSource, reflection } from './reflection.ts';
import { session } from './session.ts';

/** Maximum query in UTF-16 units. The ranking reads less and says so (`query.cut`). */
export const MAX_QUERY = 1_000_000;

/**
 * The text to search for. Unlike stored text it may contain anything, including the control characters of a pasted log: only its
 * words are used, and it is not stored as it is.
 */
export const queryText = z.string().max(MAX_QUERY);

/** What can rank hits. `vector` needs an embedder (X8). */
export const ranker = z.enum(['lexical', 'vector']);
/** See {@link ranker}. */
export type Ranker = z.infer<typeof ranker>;

/** Why a hit has its rank; the parts add up to its score unless stated otherwise. */
export const hitReason = z.object({
  terms: z.array(
    z.object({
      query: z.string().describe('Word of the query'),
      term: z.string().describe('Indexed form that it matched'),
      match: z.enum(['exact', 'prefix', 'similar', 'synonym']),
      words: z.array(z.string()).describe('Words of the lesson behind it, folded, at most five: for marking them'),
      fields: z.array(z.string()).describe('Fields of the lesson it stands in'),
      score: z.number(),
    }),
  ),
  proximity: z.number().describe('Share for words of the query that stand close together'),
  session: z.number().describe('Share for its session and its neighbours in it'),
  vector: z.number().nullable().describe('Share of the vector ranking; null when it did not take part'),
  priors: z.array(z.object({ name: z.string(), factor: z.number() })).describe('Pinned, draft, superseded …'),
});
/** See {@link hitReason}. */
export type HitReason = z.infer<typeof hitReason>;

const ranking = {
  rank: z.int().describe('Place in the answer, from 1'),
  score: z.number().nullable().describe('Compares hits of one answer only; null when nothing was ranked'),
  relevance: z.number().nullable().describe('0 to 1, comparable between queries; null when nothing was ranked'),
  rankers: z.array(ranker).describe('Which rankings found it'),
  why: hitReason.optional().describe('With explain'),
};

/** A lesson that was found. */
export const searchHit = z.object({ reflection, ...ranking });
/** See {@link searchHit}. */
export type SearchHit = z.infer<typeof searchHit>;

/** Kinds of records that `memory.search` looks through. */
export const memoryKind = z.enum(['reflection', 'session']);

/** Anything that was found; `kind` says what it is. */
export const memoryHit = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('reflection'), reflection, ...ranking }),
  z.object({ kind: z.literal('session'), session, ...ranking }),
]);
/** See {@link memoryHit}. */
export type MemoryHit = z.infer<typeof memoryHit>;

/** Lessons that did not fit into an answer. */
export const tooLong = z
  .array(reflectionId)
  .describe('Asked for, but too long for this answer: reflection.get has each of them');

/** What every search returns besides its hits. */
export const searchNotes = {
  rankers: z.array(ranker).describe('Which rankings answered; empty when there was nothing to rank'),
  omitted: z.object({
    belowThreshold: z.int().describe('Matched, but not relevant enough'),
    beyondLimit: z
      .int()
      .describe(
        `Relevant, but more than was asked for. Without words: passing the filters, of which at most ${MAX_COUNTED_BEYOND} are counted`,
      ),
  }),
  tooLong,
  query: z.object({
    terms: z.array(z.string()).describe('What was looked for'),
    cut: z.boolean().describe('The query was longer than what is looked at'),
    unknown: z.array(z.string()).describe('Words that nothing in memory resembles'),
  }),
};

/** A number and how many observations it is based on; null without observations, which differs from 0 (E-06). */
export const metric = z.object({ value: z.number().nullable(), n: z.int() });
/** See {@link metric}. */
export type Metric = z.infer<typeof metric>;

/** How many outcomes are known in which way. */
export const bySource = z.object(
  Object.fromEntries(outcomeSource.options.map((name) => [name, z.int()])) as SourceShape,
);
type SourceShape = Record<z.infer<typeof outcomeSource>, z.ZodInt>;
/** How many outcomes are known in which way. */
export type BySource = z.infer<typeof bySource>;

/** A statement that several lessons make, near-identical wordings together. */
export const summaryEntry = z.object({
  text: z.string().describe('The most frequent wording, as it was written'),
  count: z.int().describe('How often it was stated'),
  n: z.int().describe('Lessons looked at'),
  lessonIds: z.array(reflectionId).describe('Lessons that state it, newest first'),
  sources: bySource.describe('How the outcomes of these lessons are known'),
});
/** See {@link summaryEntry}. */
export type SummaryEntry = z.infer<typeof summaryEntry>;

/** Summary of a project or session: the five fields of the source document (S0-36), and what they rest on. */
export const reflectionSummary = z.object({
  totalReflections: z.int(),
  successRate: z.number().describe('Successes ÷ all lessons; 0 when there are none. See success for what is known'),
  commonFailures: z.array(z.string()).describe('Top five, in lower case'),
  effectiveStrategies: z.array(z.string()).describe('Top five, in lower case'),
  recentLessons: z.array(reflection).describe('The newest five'),
  outcomes: z.object({ success: z.int(), partial: z.int(), failure: z.int(), unknown: z.int() }),
  sources: bySource.describe('How the outcomes are known'),
  success: metric.describe('Successes ÷ lessons whose outcome is known'),
  measuredSuccess: metric.describe('The same over measured and corrected outcomes only'),
  failures: z.array(summaryEntry).describe('commonFailures with counts'),
  strategies: z.array(summaryEntry).describe('effectiveStrategies with counts'),
});
/** See {@link reflectionSummary}. */
export type ReflectionSummary = z.infer<typeof reflectionSummary>;
