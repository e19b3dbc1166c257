import * as z from 'zod';
import { author } from './author.ts';
import { projectId, sessionId, sourceId, turnId, turnSummaryId } from './ids.ts';
import { extra } from './reflection.ts';
import { label, text } from './text.ts';
import { instant } from './time.ts';
import { turnContent } from './turn-content.ts';

/** Largest number of a turn that is accepted. */
export const MAX_TURN_NUMBER = 1_000_000_000;
/** Most summaries of one turn: each new one is kept beside those before. */
export const MAX_TURN_SUMMARIES = 100;
/** Most turns that one pruning takes; what is left is for the next. */
export const MAX_PRUNED = 500;

const count = z.int().min(0);

/** Where the words of a summary come from: a model wrote them, or they were cut from the turn because no model did (S2-48, B2-06). */
export const turnSummarySource = z.enum(['model', 'fallback', 'person']);

/** What a caller gives as the summary of a turn. */
export const givenTurnSummary = {
  text: text(8192).refine((value) => value.trim() !== '', { message: 'must not be empty' }),
  insights: z.array(label(2048)).max(50).default([]),
  source: turnSummarySource.default('model'),
};

/** One summary of a turn (S2-13 to S2-16). Those written before it stay; the last one counts. */
export const turnSummary = z.object({
  id: turnSummaryId,
  text: z.string(),
  insights: z.array(z.string()),
  source: turnSummarySource,
  tokens: count.describe('Of its text and insights, counted by a real tokenizer'),
  at: instant,
});
/** See {@link turnSummary}. */
export type TurnSummary = z.infer<typeof turnSummary>;

/** One turn of a run: what a model was given, what it thought, what it did, and what it cost (S2-06 to S2-12). */
export const turn = z.object({
  id: turnId,
  /** Id in the system it came from; unique within a project. */
  nativeId: z.string().nullable(),
  seq: z.int(),
  projectId,
  projectName: z.string(),
  sessionId,
  sessionNativeId: z.string().nullable(),
  number: z.int().min(0).max(MAX_TURN_NUMBER).describe('As its author counts; a turn made again has the same one'),
  take: z.int().min(1).describe('Which turn of this number in the session, from 1; counted here'),
  model: label(256).nullable(),
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
  content: turnContent,
  contextBytes: count.describe('Size of all that the model was given, in UTF-8'),
  contextTokens: count.describe('The same in tokens, counted by a real tokenizer'),
  summaries: z.array(turnSummary).describe('The oldest first'),
  agent: z.string().nullable(),
  author,
  sourceId: sourceId.nullable(),
  createdAt: instant,
  updatedAt: instant,
  revision: z.int(),
  extra,
  deletedAt: instant.nullable(),
  prunedAt: instant
    .nullable()
    .describe('When its texts were put aside by a rule (turn.prune); all else of it stays. Null: they are there'),
});
/** See {@link turn}. */
export type Turn = z.infer<typeof turn>;

/** A turn as lists show it. */
export const turnRow = turn.omit({ content: true, summaries: true, extra: true }).extend({
  summary: turnSummary.nullable().describe('The last one'),
  tools: z.array(z.string()).describe('Names of the tools it called, each once, in their order'),
  calls: count,
  rounds: count,
  recalls: count.describe('Turns that it was reminded of'),
  inputTokens: count.nullable().describe('As its author says; null where nobody did'),
  outputTokens: count.nullable(),
  ms: z.number().min(0).nullable().describe('Milliseconds'),
  error: z.string().nullable(),
});
/** See {@link turnRow}. */
export type TurnRow = z.infer<typeof turnRow>;
