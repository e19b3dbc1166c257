import { randomUUID } from 'node:crypto';

/** A tool call that the model makes, in whatever wire format the client uses. */
export interface ToolCall {
  readonly name: string;
  /** Its arguments, or plain text for tools that take text (`custom` tools of the Responses API). */
  readonly input: Readonly<Record<string, unknown>> | string;
  /** The group of the tool, where the Responses API groups tools. */
  readonly namespace?: string;
}

/** The model's answer to one request. */
export interface Said {
  readonly text?: string;
  readonly calls?: readonly ToolCall[];
  /** Number of tokens that the request is reported to have had. Clients compact when it comes near the limit of their model. */
  readonly inputTokens?: number;
}

/** An answer as it is sent: one document, or the events of a stream. */
export type Answer = { readonly json: unknown } | { readonly events: readonly StreamEvent[] };

/** One event of a stream; those of OpenAI's chat format and of Google have no name. */
export interface StreamEvent {
  readonly event?: string;
  readonly data: unknown;
}

/** The body of a request, as far as all formats agree. */
export type Body = Readonly<Record<string, unknown>>;

/** The format of one provider. */
export interface Wire {
  readonly name: 'anthropic' | 'responses' | 'chat' | 'gemini';
  /** True if a request with this path asks the model for an answer in this format. */
  matches(path: string): boolean;
  /** The conversation in a request, without the client's tools and system instructions. */
  conversation(body: Body): unknown;
  answer(said: Said, body: Body, path: string): Answer;
}

/** Token counts that an answer reports if the script does not set them. */
export const USUAL_TOKENS = { input: 100, output: 10 } as const;

/** An id in the form that providers use: a prefix and something unique. */
export function newId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll('-', '')}`;
}
