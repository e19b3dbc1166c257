import * as z from 'zod';
import { turnId } from './ids.ts';
import { turnRow, turnSummary } from './turn.ts';

/** Turns that are recalled where nothing says otherwise (S2-38). */
export const DEFAULT_RECALL = 3;
/** Most turns of one recall. */
export const MAX_RECALL = 20;
/** Largest budget of a recall, and of summaries for a prompt, in tokens. */
export const MAX_RECALL_TOKENS = 200_000;

const count = z.int().min(0);

/** A turn that was recalled, with what it held. */
const recalledTurn = z.object({
  turn: turnRow,
  by: z.array(z.enum(['number', 'id', 'words'])).describe('All the ways in which it was found'),
  relevance: z.number().nullable().describe('To the words asked for, 0 to 1; null where none were'),
  text: z
    .string()
    .describe(
      'The context as the model was given it; where it is cut, the passages that fit the words best; of a pruned turn its summary',
    ),
  tokens: count,
  isWhole: z
    .boolean()
    .describe('False: it did not fit into the budget, and passages of it stand here; or it was pruned (turn.prunedAt)'),
});

/** What a recall found. No turn is in it twice. */
export const turnRecall = z.object({
  items: z
    .array(recalledTurn)
    .describe('Those asked for by number or id first, as asked; then those found by words, the most relevant first'),
  missing: z
    .object({ numbers: z.array(count), ids: z.array(z.string()), words: z.array(z.string()) })
    .describe('What was asked for and is not there'),
  damaged: z
    .array(turnId)
    .describe(
      'Turns that were found and whose texts are not as they were written: nothing of them is told (twicewise doctor)',
    ),
  leftOut: count.describe('Turns that were found, and are beyond the limit or the budget'),
  tokens: count.describe('Of all texts together'),
});
/** See {@link turnRecall}. */
export type TurnRecall = z.infer<typeof turnRecall>;

/** What the turns of a session came to, for a prompt. */
export const turnSummaries = z.object({
  text: z
    .string()
    .describe('`[Turn N] summary`, a line `Insights: a; b`, and a blank line between turns; older ones folded above'),
  tokens: count.describe('Of the text'),
  items: z
    .array(z.object({ turnId, number: turnRow.shape.number, summary: turnSummary }))
    .describe('Turns that stand in the text in full, in their order'),
  folded: z
    .object({ turns: count, from: count, to: count, text: z.string() })
    .nullable()
    .describe(
      'Older turns of which the running summary at the beginning tells less; each is still there (turn.recall)',
    ),
  unsummarised: z.array(count).max(1000).describe('Numbers of turns without a summary'),
  total: z.object({ turns: count, summarised: count, summaryTokens: count }).describe('Of the whole session'),
});
/** See {@link turnSummaries}. */
export type TurnSummaries = z.infer<typeof turnSummaries>;
