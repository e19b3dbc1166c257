import * as z from 'zod';
import { label, text } from './text.ts';

// What a turn holds besides its columns. Null means that nobody said or measured it, which is not 0.

/** Maximum of all texts of a turn together, in UTF-8 bytes (1.25 MB): a context of 300,000 tokens. */
export const MAX_TURN_BYTES = 1_310_720;
/** Maximum number of parts of a turn. */
export const MAX_TURN_PARTS = 2000;
/** Maximum number of calls of tools in a turn. */
export const MAX_TURN_CALLS = 1000;
/** Version of the schema below, written into each record. */
export const TURN_CONTENT_VERSION = 1;

/** Known kinds of parts; unknown kinds are kept as they are (X9). */
export const KNOWN_PART_KINDS = [
  'system',
  'task',
  'history',
  'workspace',
  'summaries',
  'recalled',
  'lessons',
  'tools',
  'thoughts',
  'reply',
  'output',
  'other',
] as const;

/** Whether the model was given a part, or it came of the turn: what the model answered, or a tool returned. */
export const partSide = z.enum(['context', 'result']);

const count = z.int().min(0);
const milliseconds = z.number().min(0).describe('Milliseconds');
const kind = label(64).describe(`${KNOWN_PART_KINDS.join(', ')}, or another word`);
const about = z
  .array(label(512))
  .max(1000)
  .describe('Ids of the turns or lessons whose text it is; of which lessons and turns the model was told');

/** A text of a turn as a caller gives it. Secrets are taken out of it, and control characters replaced. */
export const givenPart = z.strictObject({
  kind,
  name: label(256).nullable().default(null).describe('Such as a file, or who speaks'),
  text: z.string().max(MAX_TURN_BYTES),
  about: about.default([]),
});
/** See {@link givenPart}. */
export type GivenPart = z.infer<typeof givenPart>;

/** A text of a turn as it is answered: its size instead of the text, which `turn.text` has. */
export const turnPart = z.object({
  side: partSide,
  kind,
  name: label(256).nullable(),
  bytes: count.describe('Size in UTF-8'),
  tokens: count.describe('Counted by a real tokenizer, in pieces of about 4 KB whose counts are added'),
  hash: z.string().max(64).describe('Of its text: parts of equal text have the same one'),
  about,
});
/** See {@link turnPart}. */
export type TurnPart = z.infer<typeof turnPart>;

/** What the model asked to be reminded of, and what it got (S2-31). */
const recall = z.strictObject({
  numbers: z.array(count).max(100).default([]),
  ids: z.array(label(512)).max(100).default([]),
  words: z.array(text(1024)).max(100).default([]),
  found: z.array(label(512)).max(100).default([]).describe('Ids of the turns that it was given'),
});

/** A round of thinking before the model acts (S2-02, B2-14). */
export const thinkingRound = z.strictObject({
  text: text().default('').describe('What the model thought'),
  continues: z.boolean().nullable().default(null).describe('Whether it wanted another round; null: it did not say'),
  reason: text().nullable().default(null),
  nextFocus: text().nullable().default(null),
  recalls: z.array(recall).max(20).default([]),
  tokens: count.nullable().default(null).describe('Input and output of the round'),
  ms: milliseconds.nullable().default(null),
});
/** See {@link thinkingRound}. */
export type ThinkingRound = z.infer<typeof thinkingRound>;

const callFields = {
  tool: label(256),
  params: z.record(z.string(), z.json()).default({}),
  outcome: z.enum(['success', 'failure', 'timeout', 'error', 'unknown']).default('unknown'),
  ms: milliseconds.nullable().default(null),
};

/** A call of a tool as a caller gives it. */
export const givenTurnCall = z.strictObject({
  ...callFields,
  output: z.string().max(MAX_TURN_BYTES).nullable().default(null).describe('Whole'),
});
/** A call of a tool as it is answered. */
export const turnCall = z.object({
  ...callFields,
  part: count.nullable().describe('Place of its output among the parts; null where nobody gave one'),
});

/** What a turn cost. */
export const turnCost = z.strictObject({
  inputTokens: count.nullable().default(null),
  outputTokens: count.nullable().default(null),
  ms: milliseconds.nullable().default(null),
  amount: z.number().min(0).nullable().default(null),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullable()
    .default(null)
    .describe('ISO 4217, such as EUR'),
});

/** Fields of the content that are given as they are stored. */
const same = {
  rounds: z.array(thinkingRound).max(200),
  cost: turnCost.nullable(),
  error: text().nullable().describe('What broke the turn off; null where nothing did'),
};

/** The content of a turn as a caller gives it. */
export const givenTurnContent = {
  context: z.array(givenPart).max(MAX_TURN_PARTS).describe('What the model was given, in its order'),
  reply: z.array(givenPart).max(MAX_TURN_PARTS).default([]).describe('What it answered'),
  calls: z.array(givenTurnCall).max(MAX_TURN_CALLS).default([]).describe('Tools it called, in their order'),
  rounds: same.rounds.default([]),
  cost: same.cost.default(null),
  error: same.error.default(null),
};

/** The content of a turn as it is answered. */
export const turnContent = z.object({
  schemaVersion: z.int().min(1).describe('Version of this schema that wrote it'),
  parts: z
    .array(turnPart)
    .describe('Those of the context, of the reply, and the outputs of calls; `turn.text` has their texts'),
  calls: z.array(turnCall),
  ...same,
});
/** See {@link turnContent}. */
export type TurnContent = z.infer<typeof turnContent>;

/** Content that says nothing. */
export function blankTurnContent(): TurnContent {
  return { schemaVersion: TURN_CONTENT_VERSION, parts: [], calls: [], rounds: [], cost: null, error: null };
}
