import * as z from 'zod';
import { outcome } from './reflection.ts';
import { instant } from './time.ts';

// What numbers about lessons and numbers about attempts have in common.

/** Number of records by outcome. */
export const outcomeCounts = z.object(
  Object.fromEntries(outcome.options.map((name) => [name, z.int()])) as OutcomeShape,
);
type OutcomeShape = Record<z.infer<typeof outcome>, z.ZodInt>;
/** See {@link outcomeCounts}. */
export type OutcomeCounts = z.infer<typeof outcomeCounts>;

/**
 * A share with its 95 % interval by Wilson's score (E. B. Wilson, 1927), which holds for small n and near 0 and 1.
 * All three are null for n = 0.
 */
export const rate = z.object({
  value: z.number().nullable(),
  n: z.int(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});
/** See {@link rate}. */
export type Rate = z.infer<typeof rate>;

/** The ends of one step of a time series. */
export const pointFields = {
  from: instant.describe('First instant of the step, or of what was asked for'),
  until: instant.describe('First instant after it'),
};
