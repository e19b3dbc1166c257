import * as z from 'zod';
import { attempt } from './attempt.ts';
import { attemptReflection } from './attempt-content.ts';
import { attemptId } from './ids.ts';
import { outcome } from './reflection.ts';
import { instant } from './time.ts';

/** Largest number of reflections in a window (S3-26). */
export const MAX_WINDOW = 10;
/** Number of reflections in a window where nothing says otherwise (S3-26). */
export const DEFAULT_WINDOW = 3;
/** Reflections in a window by the kind of check that the latest attempt ran (S3-49). Kinds that are not here get {@link DEFAULT_WINDOW}. */
export const WINDOW_BY_VERIFICATION: Readonly<Record<string, number>> = {
  unit_tests: 1,
  integration_tests: 3,
  type_check: 1,
  lint: 1,
  combined: 3,
  manual_review: 5,
};
/** Reflections in a window by the type of the task, as the source document recommends (S3-51). */
export const WINDOW_BY_TASK = {
  simple_programming: 1,
  complex_programming: 3,
  decision_making: 3,
  reasoning: 3,
  research: 5,
} as const;
/** Reflections in a window by the number of failure categories there are, the most first (S3-50). */
export const WINDOW_BY_DIVERSITY = [
  { categories: 5, window: 5 },
  { categories: 3, window: 3 },
  { categories: 0, window: 1 },
] as const;

/**
 * Which reflections a window holds. `fifo`: those that were recorded last, in whatever order they were made; `recency`: those of the
 * attempts that ended last; `relevance_weighted`: those that have most of the words of the goal, each reflection that came after one
 * making it a tenth less.
 */
export const windowPolicy = z.enum(['fifo', 'recency', 'relevance_weighted']);
/** See {@link windowPolicy}. */
export type WindowPolicy = z.infer<typeof windowPolicy>;

/** What may decide the number of reflections in a window instead of a number. */
export const capacityRule = z.enum([
  'verification',
  'dynamic',
  ...(Object.keys(WINDOW_BY_TASK) as (keyof typeof WINDOW_BY_TASK)[]),
]);
/** See {@link capacityRule}. */
export type CapacityRule = z.infer<typeof capacityRule>;

const count = z.int().min(0);

/** A reflection in a window. */
const windowItem = z.object({
  attemptId,
  ordinal: attempt.shape.ordinal,
  outcome,
  strategy: attempt.shape.strategy,
  at: instant.describe('When the attempt ended, else began, else was recorded'),
  reflection: attemptReflection,
  failingActions: z
    .array(z.object({ place: count, action: z.string().nullable().describe('Null: there is none at this place') }))
    .describe('What stands at the places that its reflection names, counted from 0'),
  relevance: z.number().nullable().describe('Share of the words of the goal, 0 to 1; null unless the policy asks'),
  tokens: count.describe('Size of what its reflection says, counted by a real tokenizer'),
});

/** The reflections that the next attempt should know: a view of what is recorded, never stored. */
export const attemptWindow = z.object({
  policy: windowPolicy,
  capacity: z.object({
    value: z.int().min(1).max(MAX_WINDOW),
    rule: z.union([z.literal('number'), capacityRule]).describe('What decided it'),
    verification: z.string().nullable().describe('Kind of the checks of the latest attempt, where that decided'),
    categories: count.nullable().describe('Failure categories there are, where they decided'),
  }),
  goal: z.string().nullable().describe('What relevance is measured by; null unless the policy asks'),
  attempts: count.describe('Attempts there are, with a reflection or without'),
  reflections: count.describe('Reflections there are'),
  size: count.describe('Reflections in the window'),
  items: z.array(windowItem).describe('In the order in which the attempts ended'),
  leftOut: z.object({
    beyondCapacity: count.describe('Reflections outside of the window; attempt.list has them all'),
    overBudget: count.describe('Reflections of the window that did not fit into the budget'),
  }),
  tokens: count.describe('Of all items together'),
});
/** See {@link attemptWindow}. */
export type AttemptWindow = z.infer<typeof attemptWindow>;
