import type * as z from 'zod';
import { answerTokens } from '../domain/page.ts';
import type { OperationName } from '../operations/index.ts';

/** What a tool call turns into. The input is parsed again by `dispatch`. */
export interface ToolCall {
  name: OperationName;
  input: Record<string, unknown>;
}

/**
 * Most bytes of lessons read for a list that an agent asks for: what its door can send (`MAX_LISTS` in `tool-result.ts`). A
 * longer lesson is named instead, and read by its id.
 */
export const LISTED_BYTES = 48_000;

/** Most tokens of a list that an agent asks for, and the default. */
export const listedTokens = answerTokens.default(2000).describe('Most tokens of the answer');

/** What an agent may call: product text, its own input, and a pure mapping to one operation. */
export interface AgentTool {
  readonly name: string;
  readonly title: string;
  /** What the agent gains, when to call it, what comes back. */
  readonly description: string;
  readonly input: z.ZodType;
  readonly readOnly: boolean;
  /** Standing instructions name it: programs that show their model only the names of tools are asked to show all of this one. */
  readonly isNamed?: boolean;
  /** Names by which agents call fields of it, since other tools do, and the fields that they mean. */
  readonly alsoCalled?: Readonly<Record<string, string>>;
  readonly toCall: (input: never) => ToolCall;
}

/** Declares a tool; the mapping gets what the input schema parsed. */
export function tool<I extends z.ZodType>(definition: {
  name: string;
  title: string;
  description: string;
  input: I;
  readOnly: boolean;
  isNamed?: boolean;
  alsoCalled?: Readonly<Record<string, string>>;
  toCall: (input: z.output<I>) => ToolCall;
}): AgentTool {
  return definition;
}
