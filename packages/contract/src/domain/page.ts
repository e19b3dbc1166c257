import * as z from 'zod';
import { MAX_BRIEF_TOKENS } from '../facts/setting-ranges.ts';

/** Maximum page size of any list. */
export const MAX_PAGE = 500;

/**
 * Maximum stored text in one answer, in bytes, however many rows were requested: 500 lessons of 256 KB would be 128 MB, and many
 * such answers at once would crash the host. The first row is always returned.
 */
export const MAX_ANSWER_BYTES = 1_000_000;

/** Limit on the text in an answer without pages; rows that do not fit are skipped and named in `tooLong`. */
export const maxBytes = z
  .int()
  .min(0)
  .max(MAX_ANSWER_BYTES)
  .default(MAX_ANSWER_BYTES)
  .describe('Most bytes of lessons in the answer; those that do not fit are left out and named in tooLong');

/** Minimum answer in tokens: enough to say what was left out. */
const MIN_LISTED_TOKENS = 300;

/** Limit on an answer in tokens, counted as agents read it. */
export const answerTokens = z.int().min(MIN_LISTED_TOKENS).max(MAX_BRIEF_TOKENS);

/** {@link answerTokens} of a list; rows that do not fit are skipped and named in `tooLong`. */
export const maxTokens = answerTokens
  .optional()
  .describe('Most tokens of the answer as agents read it; lessons that do not fit are left out and named in tooLong');

/** How many rows to return; 0 returns none. */
export function limit(byDefault: number, max: number = MAX_PAGE) {
  return z.int().min(0).max(max).default(byDefault).describe(`Rows to return, 0 to ${max}`);
}

/** `nextCursor` of the previous page. Opaque. */
export const cursor = z.string().max(2048).optional().describe('nextCursor of the page before');

/** A page of a list, which {@link MAX_ANSWER_BYTES} may end early; `nextCursor` is null on the last page. */
export function page<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}
