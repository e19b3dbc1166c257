import type * as z from 'zod';
import { answerTokens } from '../domain/page.ts';
import type { OperationName } from '../operations/index.ts';

/** The operation that a tool call maps to. `dispatch` parses the input again. */
export interface ToolCall {
  name: OperationName;
  input: Record<string, unknown>;
}

/**
 * Most bytes of lessons read for a list that an agent requests; its door can send no more (`MAX_LISTS` in `tool-result.ts`). A
 * longer lesson is only named, and can be read by its id.
 */
export const LISTED_BYTES = 48_000;

/** Most tokens of a list that an agent requests, with the default. */
export const listedTokens = answerTokens.default(2000).describe('Most tokens of the answer');

/** A tool that an agent may call: product text, its own input, and a pure mapping to one operation. */
export interface AgentTool {
  readonly name: string;
  readonly title: string;
  /** What the agent gains, when to call it, and what it returns. */
  readonly description: string;
  readonly input: z.ZodType;
  readonly readOnly: boolean;
  /**
   * Standing instructions name this tool. Programs that show their model only the names of tools are asked to show this one in
   * full.
   */
  readonly isNamed?: boolean;
  /** Field names of other tools that agents use here by mistake, with the fields they mean. */
  readonly alsoCalled?: Readonly<Record<string, string>>;
  readonly toCall: (input: never) => ToolCall;
}

/** Declares a tool; the mapping gets the parsed input. */
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
