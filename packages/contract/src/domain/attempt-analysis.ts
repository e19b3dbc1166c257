import * as z from 'zod';
import { taskIdentity } from './attempt.ts';
import { confidenceKept, reflectionQuality } from './attempt-quality.ts';
import { rewardSource } from './attempt-reward.ts';
import { attemptId, projectId } from './ids.ts';
import { failureCategory, outcome } from './reflection.ts';
import { instant } from './time.ts';

/** Maximum number of attempts that are analysed, the latest ones. */
export const MAX_ANALYSED = 1000;
/** Number of attempts in a row that count as being stuck. Fewer do where an edit is made again, or a call repeated. */
export const STUCK_AFTER = 3;

/** Maximum number of statements that an analysis answers. */
export const MAX_STATEMENTS = 20;

const count = z.int().min(0);
const reward = z.number().nullable();

/**
 * Why attempts count as stuck: their authors said so (no progress, or worse each time); the same error came after each of them;
 * more tests failed after each of them; an edit was made, taken back, and made again; during one of them the same call failed in
 * the same way again and again, while nothing had changed.
 */
export const stuckReason = z.enum(['declared', 'same_error', 'more_failures', 'back_and_forth', 'repeated_call']);
/** See {@link stuckReason}. */
export type StuckReason = z.infer<typeof stuckReason>;

/** Attempts in a row that led nowhere, of one project. */
export const stuckStretch = z.object({
  reason: stuckReason,
  attemptIds: z.array(attemptId).describe('In their order'),
  what: z
    .string()
    .nullable()
    .describe('The error that came again, the file of the edit that did, or the call; null for the other reasons'),
});
/** See {@link stuckStretch}. */
export type StuckStretch = z.infer<typeof stuckStretch>;

/** One attempt in an analysis, against the one before it at the same task of its project. */
export const analysedAttempt = z.object({
  attemptId,
  projectId,
  taskIdentity,
  startedAt: instant.nullable().describe('When it began, else as `at`'),
  at: instant.nullable().describe('When it ended, else began, else was recorded; null for one of a file without times'),
  outcome,
  reward: reward.describe('The stated one, else what its checks say'),
  rewardSource,
  failed: count.nullable().describe('Tests that failed in its last check that counted; null: none counted'),
  rewardChange: reward.describe(
    'Null for the first at its task, where either was not measured, and where they are of other measures',
  ),
  failedChange: z.int().nullable().describe('Fewer is better; null as above'),
  improved: z.boolean().nullable().describe('Null where nothing of both can be compared'),
});
/** See {@link analysedAttempt}. */
export type AnalysedAttempt = z.infer<typeof analysedAttempt>;

/** What the attempts of a session, or at a task, came to (S3-55). Numbers are of the analysed ones. */
export const attemptAnalysis = z.object({
  total: count.describe('Attempts there are'),
  analysed: count.describe(`The latest of them, at most ${MAX_ANALYSED}`),
  outcomes: z.object({ success: count, partial: count, failure: count, unknown: count }),
  curve: z.array(analysedAttempt).describe('In the order in which they ended'),
  learningRate: z
    .object({ perAttempt: z.number(), n: count })
    .nullable()
    .describe(
      'Change of the reward from the first to the last measured attempt, per step between the n measured ones; null with fewer ' +
        'than two. Only attempts of the same measure and project as the last one count',
    ),
  confidence: z
    .object({ mean: z.number(), n: count })
    .nullable()
    .describe('Of the reflections that state one; null without any'),
  categories: z.array(z.object({ category: failureCategory, count })).describe('Most frequent first'),
  tasks: z
    .array(
      z.object({
        projectId,
        taskIdentity,
        task: z.string(),
        attempts: count,
        toSuccess: count.nullable().describe('Attempts until the first success, that one included; null: none yet'),
      }),
    )
    .describe('In the order in which they were begun; a task of the same name in another project is one of its own'),
  breakthroughs: z
    .array(z.object({ attemptId, after: count.describe('Attempts at the task before it that did not succeed') }))
    .describe('Successes after at least two attempts in a row at the task that did not succeed'),
  stuck: z.array(stuckStretch),
  quality: reflectionQuality,
  confidenceKept: z
    .array(confidenceKept)
    .describe(
      'By band, those left out of which there is nothing to compare; the next attempt is one of those analysed',
    ),
  statements: z
    .array(
      z.object({
        text: z.string().describe('As it was said last'),
        count: count.describe('Attempts whose reflection says it, as an insight or a lesson'),
        categories: z.array(failureCategory).describe('Failure categories of these attempts'),
        attemptIds: z.array(attemptId),
      }),
    )
    .describe(`What at least two reflections say, the most frequent first, at most ${MAX_STATEMENTS}`),
});
/** See {@link attemptAnalysis}. */
export type AttemptAnalysis = z.infer<typeof attemptAnalysis>;
