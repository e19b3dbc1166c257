import * as z from 'zod';
import { MAX_BRIEF_TOKENS } from '../facts/setting-ranges.ts';

/** Largest page of any list. */
export const MAX_PAGE = 500;

/**
 * Most bytes of stored text in one answer, whatever number of rows was asked for: 500 lessons of 256 KB would be 128 MB, and
 * many such answers at once the end of the host. One row is always given.
 */
export const MAX_ANSWER_BYTES = 1_000_000;

/** How much text an answer without pages may hold; what does not fit is passed over and named in `tooLong`. */
export const maxBytes = z
  .int()
  .min(0)
  .max(MAX_ANSWER_BYTES)
  .default(MAX_ANSWER_BYTES)
  .describe('Most bytes of lessons in the answer; those that do not fit are left out and named in tooLong');

/** Smallest answer in tokens: room to say what was left out. */
const MIN_LISTED_TOKENS = 300;

/** How long an answer may be as agents read it, in tokens. */
export const answerTokens = z.int().min(MIN_LISTED_TOKENS).max(MAX_BRIEF_TOKENS);

/** {@link answerTokens} of a list; what does not fit is passed over and named in `tooLong`. */
export const maxTokens = answerTokens
  .optional()
  .describe('Most tokens of the answer as agents read it; lessons that do not fit are left out and named in tooLong');

/** How many rows to return. 0 is 0. */
export function limit(byDefault: number, max: number = MAX_PAGE) {
  return z.int().min(0).max(max).default(byDefault).describe(`Rows to return, 0 to ${max}`);
}

/** Where the page before ended, as given by `nextCursor`. Opaque. */
export const cursor = z.string().max(512).optional().describe('nextCursor of the page before');

/** A page of a list, ended early by {@link MAX_ANSWER_BYTES}; `nextCursor` is null on the last page. */
export function page<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}
