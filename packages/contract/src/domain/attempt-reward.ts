import * as z from 'zod';
import type { REWARD_PARTS } from '../facts/attempts.ts';

/** One of {@link REWARD_PARTS}. */
export type RewardPart = (typeof REWARD_PARTS)[number];

/** The latest checks of an attempt from which its reward is made. */
export const MAX_SCORED_CHECKS = 50;

const score = z.number().min(0).max(1).nullable();

/** Where a reward comes from: its author stated it, or its checks were measured; null when there is none. */
export const rewardSource = z.enum(['reported', 'measured']).nullable();
/** See {@link rewardSource}. */
export type RewardSource = z.infer<typeof rewardSource>;

/**
 * How well an attempt did. What its author stated stays as it is and stands first; what its checks say is derived when it is asked
 * for, so that new weights hold for attempts of before, too.
 */
export const attemptReward = z.object({
  value: score.describe('The stated one, else the measured one; null when there is neither'),
  source: rewardSource,
  measured: score.describe('Mean of the parts that were measured, by their weights; null when none was'),
  parts: z
    .object({ tests: score, types: score, lint: score })
    .describe('Tests: the share that passed; types and lint: 1 without an error, else 0. Null where no check said so'),
});
/** See {@link attemptReward}. */
export type AttemptReward = z.infer<typeof attemptReward>;
