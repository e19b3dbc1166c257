import * as z from 'zod';
import type { Tool, ToolCall } from '../model/model.ts';

const decision = z.object({
  continueThinking: z.boolean(),
  reason: z.string().default(''),
  nextFocus: z.string().nullish(),
});
/** Most numbers, ids or words of one wish; the memory takes no more. */
const MOST = 100;

const wish = z.object({
  turnNumbers: z.array(z.int().min(0)).max(100).default([]),
  contextIds: z.array(z.string()).max(100).default([]),
  keywords: z.array(z.string()).max(100).default([]),
});

/** What the model decided after a round. */
export type Decision = z.infer<typeof decision>;
/** What the model wants to be reminded of. */
export type Wish = z.infer<typeof wish>;

/** S2-30. */
const CONTINUE: Tool = {
  name: 'continue_thinking',
  description: 'Say whether you need another round of thinking, or are ready to act.',
  input: {
    type: 'object',
    properties: {
      continueThinking: { type: 'boolean', description: 'true: think once more; false: act now' },
      reason: { type: 'string', description: 'Why' },
      nextFocus: { type: 'string', description: 'What the next round is about' },
    },
    required: ['continueThinking', 'reason'],
  },
};
/** S2-31. */
const RECALL: Tool = {
  name: 'recall_context',
  description: 'See what you were given in earlier turns, complete. The summaries tell only the most important of it.',
  input: {
    type: 'object',
    properties: {
      turnNumbers: { type: 'array', items: { type: 'integer' }, description: 'Turns by their numbers' },
      contextIds: { type: 'array', items: { type: 'string' }, description: 'Turns by their ids' },
      keywords: { type: 'array', items: { type: 'string' }, description: 'Words to look for in all earlier turns' },
    },
  },
};

/** The tools of a round of thinking. */
export function thinkingTools(canRecall: boolean): Tool[] {
  return canRecall ? [CONTINUE, RECALL] : [CONTINUE];
}

function inputsOf<T>(calls: readonly ToolCall[], { name }: Tool, schema: z.ZodType<T>): T[] {
  return calls.flatMap(({ tool, input }) => {
    const parsed = tool === name ? schema.safeParse(input) : null;
    return parsed?.success ? [parsed.data] : [];
  });
}

/** What the model decided; null where it said nothing, or nothing that can be understood. Of several the last counts. */
export function decisionIn(calls: readonly ToolCall[]): Decision | null {
  return inputsOf(calls, CONTINUE, decision).at(-1) ?? null;
}

/** What the model wants to be reminded of, all its wishes together; null where it has none. */
export function wishIn(calls: readonly ToolCall[]): Wish | null {
  const wishes = inputsOf(calls, RECALL, wish);
  const all = {
    turnNumbers: wishes.flatMap(({ turnNumbers }) => turnNumbers).slice(0, MOST),
    contextIds: wishes.flatMap(({ contextIds }) => contextIds).slice(0, MOST),
    keywords: wishes.flatMap(({ keywords }) => keywords.filter((word) => word.trim() !== '')).slice(0, MOST),
  };
  return all.turnNumbers.length + all.contextIds.length + all.keywords.length === 0 ? null : all;
}
