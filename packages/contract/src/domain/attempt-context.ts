import * as z from 'zod';
import { MAX_BRIEF_TOKENS, MIN_BRIEF_TOKENS } from '../facts/setting-ranges.ts';
import { attemptId } from './ids.ts';

/** How much a line has to do with the goal, the most first (S4-13, S4-23). */
export const RELEVANCE_TIERS = ['high', 'medium', 'low'] as const;
/** One of {@link RELEVANCE_TIERS}. */
export type RelevanceTier = (typeof RELEVANCE_TIERS)[number];

/** Most tokens of a context. */
export const contextTokens = z.int().min(MIN_BRIEF_TOKENS).max(MAX_BRIEF_TOKENS).default(600);

const count = z.int().min(0);
/** A sum over the attempts of which it is known. */
const sum = z.object({ sum: z.number().min(0), n: count.describe('Attempts of which it is known') }).nullable();

/** What was tried, compressed for a prompt: a line for each attempt, and for each call of which there is something to say. */
export const attemptContext = z.object({
  text: z.string().describe('The exact text an agent gets, fenced as data'),
  tokens: count.describe('Size of the text, counted by a real tokenizer'),
  budget: count,
  goal: z
    .object({ text: z.string(), from: z.enum(['asked', 'summary', 'session', 'task']) })
    .nullable()
    .describe('What relevance is measured by, and who said so; null where nothing was tried'),
  attempts: count.describe('Attempts there are'),
  lines: z
    .array(
      z.object({
        attemptId: attemptId.describe('The attempt by which the whole can be read'),
        call: count.nullable().describe('Place of the call in the attempt, from 0; null for the attempt itself'),
        failed: z.boolean().describe('One of the last attempts, which did not succeed: told first, with the reason'),
        tier: z.enum(RELEVANCE_TIERS),
      }),
    )
    .describe('Of the text, in its order'),
  omitted: z.object({
    overBudget: count.describe('Lines that did not fit'),
    notLookedAt: count.describe('Attempts of before that were not looked at'),
  }),
  cost: z.object({ tokens: sum, ms: sum }).describe('Of the attempts that were looked at'),
});
/** See {@link attemptContext}. */
export type AttemptContext = z.infer<typeof attemptContext>;
