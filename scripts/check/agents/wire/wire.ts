import { randomUUID } from 'node:crypto';

/** A tool that the model wants called, in whatever wire format the client speaks. */
export interface ToolCall {
  readonly name: string;
  /** Its arguments; a plain text for tools that take one (`custom` tools of the Responses API). */
  readonly input: Readonly<Record<string, unknown>> | string;
  /** Group of tools it belongs to, where the Responses API has tools in groups. */
  readonly namespace?: string;
}

/** What the model answers to one request. */
export interface Said {
  readonly text?: string;
  readonly calls?: readonly ToolCall[];
  /** Tokens that the request is said to have cost: clients compact when that nears their model's window. */
  readonly inputTokens?: number;
}

/** An answer as it goes over the wire: one document, or events of a stream. */
export type Answer = { readonly json: unknown } | { readonly events: readonly StreamEvent[] };

/** One event of a stream; OpenAI's and Google's have no name. */
export interface StreamEvent {
  readonly event?: string;
  readonly data: unknown;
}

/** The body of a request, as far as all formats share it. */
export type Body = Readonly<Record<string, unknown>>;

/** One provider's format. */
export interface Wire {
  readonly name: 'anthropic' | 'responses' | 'chat' | 'gemini';
  /** Whether a request with this path asks the model for an answer in this format. */
  matches(path: string): boolean;
  /** What of a request is the conversation, without the client's tools and standing instructions. */
  conversation(body: Body): unknown;
  answer(said: Said, body: Body, path: string): Answer;
}

/** Tokens that an answer is said to have cost when a script does not say. */
export const USUAL_TOKENS = { input: 100, output: 10 } as const;

/** An id as providers make them: a prefix and something unique. */
export function newId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll('-', '')}`;
}
