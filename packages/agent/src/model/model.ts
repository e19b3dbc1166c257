// The one port to a model: a function. Adapters turn a provider's library into it.

/** A call of a tool that a model asks for. */
export interface ToolCall {
  readonly id: string;
  readonly tool: string;
  /** As the model wrote it; what it holds is checked by whoever carries the call out. */
  readonly input: unknown;
}

/** One message of a conversation. A `tool` message answers the call whose id it carries. */
export type Message =
  | { readonly role: 'system'; readonly text: string }
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls?: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly callId: string; readonly tool: string; readonly text: string };

/** A tool that a model may call. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its input, an object. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** Options of a single request. */
export interface ModelOptions {
  readonly tools?: readonly Tool[];
  /** The model must call one of the tools. Default: it may. */
  readonly mustCall?: boolean;
  /** Most tokens of the reply; default: the provider's. */
  readonly maxTokens?: number;
  readonly signal?: AbortSignal;
}

/** What a model replied. Token counts are null where the provider says nothing of them. */
export interface Reply {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
}

/** Asks a model. Rejects when it cannot be reached or refuses, after whatever retries its library makes. */
export type Model = (messages: readonly Message[], options?: ModelOptions) => Promise<Reply>;
