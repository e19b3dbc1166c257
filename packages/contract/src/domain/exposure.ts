import * as z from 'zod';
import { episodeId, exposureId, projectId, reflectionId, sessionId } from './ids.ts';
import { outcome, outcomeSource } from './reflection.ts';
import { metric } from './retrieval.ts';
import { instant } from './time.ts';

/** Lessons that the author of an attempt says it used. */
export const lessonsUsed = z.array(reflectionId).max(50).describe('Ids of lessons you used');

const attempted = z.object({ id: reflectionId, taskDescription: z.string(), outcome, outcomeSource });

const textLength = z
  .int()
  .nullable()
  .describe('Size of the exact text of the answer in UTF-16 units (exposure.text has it); null where none is kept');

/** One time that a lesson was shown to an agent, and the result (E-01). Unknown ranks and sizes are null. */
export const exposure = z.object({
  id: exposureId,
  seq: z.int(),
  reflectionId,
  projectId: projectId.nullable().describe('Project in which it was shown'),
  sessionRef: z.string().nullable().describe('Session as the agent named it'),
  client: z.string().nullable(),
  shownAt: instant,
  rank: z.int().nullable(),
  score: z.number().nullable(),
  relevance: z.number().nullable(),
  tokens: z.int().nullable(),
  trigger: z.string().describe('`tool`: the agent asked; `named`: it said it used it; else the hook that showed it'),
  operation: z.string().nullable().describe('Operation that showed it; null when it was only named as used'),
  task: z.string().nullable().describe('What was asked, without secrets; null where nothing was'),
  answerSeq: z
    .int()
    .nullable()
    .describe(
      'Number of the answer that showed it (exposure.text has its exact text); null when it was only named as used',
    ),
  textLength,
  actedOn: z.boolean().describe('The attempt that followed names it among the lessons it used'),
  attempt: attempted.nullable().describe('The attempt that followed in the same session; null while there is none'),
});
/** See {@link exposure}. */
export type Exposure = z.infer<typeof exposure>;

/** One answer given to an agent, with every lesson in it and the result. */
export const agentAnswer = z.object({
  seq: z.int(),
  operation: z.string().describe('Operation of the contract that answered'),
  trigger: z.string().describe('`tool`: the agent asked; else the occasion on which it was told unasked'),
  task: z.string().nullable().describe('What was asked, without secrets'),
  projectId: projectId.nullable(),
  projectName: z.string().nullable(),
  sessionRef: z.string().nullable(),
  client: z.string().nullable(),
  at: instant,
  tokens: z.int().nullable(),
  tookMs: z
    .number()
    .nullable()
    .describe('From the request to the answer in the host; null for what was told before this was measured'),
  lessons: z.array(
    z.object({
      exposureId,
      reflectionId,
      taskDescription: z.string().nullable().describe('Null when the lesson is no longer there'),
      outcome: outcome.nullable(),
      tokens: z.int().nullable(),
      actedOn: z.boolean(),
    }),
  ),
  sessions: z
    .array(
      z.object({
        episodeId,
        sessionId: sessionId.nullable(),
        task: z.string().nullable().describe('Null when the episode is no longer there'),
        outcome: outcome.nullable(),
      }),
    )
    .describe('Earlier sessions that were told'),
  attempt: attempted.nullable().describe('The attempt that followed in the same session; null while there is none'),
  textLength,
});
/** See {@link agentAnswer}. */
export type AgentAnswer = z.infer<typeof agentAnswer>;

/** How memory is used and whether it helps. Counts are 0 when nothing happened; rates are then null. */
export const memoryMetrics = z.object({
  reflectionStoreCount: metric.describe('Lessons stored'),
  reflectionSearchCount: metric.describe('Searches and briefs of agents'),
  reflectionHitRate: metric.describe('Share of those that found something relevant'),
  outcomeImprovementRate: metric.describe('Success rate of attempts that used lessons'),
  successAfterExposure: metric.describe('Success rate of attempts that were shown lessons before, used or not'),
  successWithoutExposure: metric.describe('Success rate of attempts that were shown none: what to compare with'),
  crossSessionReuse: metric.describe('Lessons used in another session than their own; n: lessons used at all'),
  exposureUseRate: metric.describe('Share of shown lessons that the attempt after it names as used'),
  helpfulRate: metric.describe('Share of verdicts that say helpful'),
  briefTokens: metric.describe('Mean size of a brief in tokens'),
});
/** See {@link memoryMetrics}. */
export type MemoryMetrics = z.infer<typeof memoryMetrics>;
