import * as z from 'zod';

/** Text of a reflection from which it is not too short, in UTF-16 units (S3-61). */
export const MIN_REFLECTION_LENGTH = 100;
/** Confidence from which its author is sure, and below which in doubt (B3-08). */
export const CONFIDENCE_BANDS = { sure: 0.8, doubt: 0.5 } as const;

/**
 * What makes the reflection on an attempt that did not succeed a weak one (S3-61): nothing to do next; a text below
 * {@link MIN_REFLECTION_LENGTH}; neither a root cause nor a failing action; its author was sure, and the next attempt at the task
 * was no better. Doubt is honest and no fault (B3-08).
 */
export const reflectionFlag = z.enum(['no_insights', 'too_short', 'no_credit', 'overconfident']);
/** See {@link reflectionFlag}. */
export type ReflectionFlag = z.infer<typeof reflectionFlag>;

const count = z.int().min(0);

/** How good the reflections on analysed attempts are that did not succeed (S3-62). */
export const reflectionQuality = z.object({
  n: count.describe('Reflections on attempts that did not succeed'),
  flags: z.array(z.object({ flag: reflectionFlag, count })).describe('Those that were found, the most frequent first'),
});

/** What became of confidence (S3-52): how often the next attempt at the task was better. */
export const confidenceKept = z.object({
  band: z.enum(['sure', 'middle', 'doubt']).describe('sure: from 0.8; doubt: below 0.5'),
  n: count.describe('Attempts without success that state it, and after which the next can be compared'),
  improved: count.describe('Of these, so many were followed by a better one'),
});
