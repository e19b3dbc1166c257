import * as z from 'zod';
import { MAX_INSIGHT_ATTEMPTS } from '../facts/attempts.ts';
import { attemptId } from './ids.ts';
import { outcomeCounts, pointFields, rate } from './insight-parts.ts';
import { failureCategory } from './reflection.ts';

/** Maximum number of attempts that are counted, the latest ones; the answer says how many there are. */
export const MAX_COUNTED_ATTEMPTS = 20_000;

const count = z.int().min(0);
const attemptIds = z
  .array(attemptId)
  .max(MAX_INSIGHT_ATTEMPTS)
  .describe(`The attempts behind it, the newest first, ${MAX_INSIGHT_ATTEMPTS} at most`);

/**
 * A mean with its 95 % interval by Student's t, which holds for few values. All but n are null for n = 0; for n = 1 there is a value and
 * no interval.
 */
export const mean = z.object({
  value: z.number().nullable(),
  n: count,
  low: z.number().nullable(),
  high: z.number().nullable(),
});
/** See {@link mean}. */
export type Mean = z.infer<typeof mean>;

/** Attempts that ended within one time step. */
export const attemptPoint = z.object({
  ...pointFields,
  count,
  outcomes: outcomeCounts,
  reward: mean.describe('Of those whose reward is known'),
});
/** See {@link attemptPoint}. */
export type AttemptPoint = z.infer<typeof attemptPoint>;

/** Successes of tasks that are checked in one way, by when work on them began (S3-54). */
export const successRow = z.object({
  kind: z.string().nullable().describe('Kind of the last check of the task; null where none ran'),
  before: mean.describe('Attempts to success where no lesson had been shown in the project yet'),
  after: mean.describe('The same where one had been shown'),
  openBefore: count.describe('Tasks without a success yet, which are in no mean'),
  openAfter: count,
  attemptIds,
});
/** See {@link successRow}. */
export type SuccessRow = z.infer<typeof successRow>;

/** How often the next attempt did better, of reflections that were about as sure of themselves (S3-52, B3-10). */
export const calibrationRow = z.object({
  from: z.number().min(0).max(1).describe('Confidence from, inclusive'),
  to: z.number().min(0).max(1).describe('Confidence to, exclusive but for 1'),
  improved: rate.describe(
    'Of attempts without success: next ones at the task that did better ÷ those of which it is known',
  ),
  attemptIds,
});
/** See {@link calibrationRow}. */
export type CalibrationRow = z.infer<typeof calibrationRow>;

/**
 * What attempts came to over sessions and tasks (S3-52 to S3-54, S3-56). A run is the attempts at one task in one session up to its first
 * success; the next attempt begins another run. Nothing here says why: what was shown and what came of it may have one cause.
 */
export const attemptInsights = z.object({
  total: count.describe('Attempts of the time asked for'),
  counted: count.describe(`The latest of them, at most ${MAX_COUNTED_ATTEMPTS}`),
  outcomes: outcomeCounts,
  success: rate.describe('Successes ÷ attempts whose outcome is known and not only assumed by default'),
  points: z.array(attemptPoint).describe('The steps of the other series'),
  learning: z
    .object({ perAttempt: mean, attemptIds })
    .describe(
      'Change of the reward from one measured attempt of a run to the next, a value for each run with two or more',
    ),
  errors: z
    .object({ change: mean, attemptIds })
    .describe(
      'Change of the number of failed tests from the first to the last count of a run, a value for each run with two or more',
    ),
  toSuccess: z.array(successRow).describe('Most runs first'),
  calibration: z.array(calibrationRow).describe('From unsure to sure; every row, empty ones too'),
  categories: z.array(z.object({ category: failureCategory, count, attemptIds })).describe('Most frequent first'),
});
/** See {@link attemptInsights}. */
export type AttemptInsights = z.infer<typeof attemptInsights>;
