/** Why an embedding endpoint gave no vectors. Closed: each kind has a message and an advice. */
export const EMBEDDING_FAILURES = [
  'unreachable',
  'timeout',
  'redirected',
  'unauthorised',
  'no_model',
  'rate_limited',
  'refused_input',
  'server_error',
  'bad_answer',
  'wrong_dimension',
] as const;
/** One of {@link EMBEDDING_FAILURES}. */
export type EmbeddingFailureKind = (typeof EMBEDDING_FAILURES)[number];

/** Name of the environment variable that holds the key; it is never stored. */
export const KEY_VARIABLE = 'TWICEWISE_EMBEDDING_KEY';

const ADVICE: Record<EmbeddingFailureKind, string> = {
  unreachable: 'Start the embedding server, or correct the setting embedding.url.',
  timeout: 'The server is too slow or still loads the model; it is tried again by itself.',
  redirected: 'Set embedding.url to the address it redirects to, if you trust it.',
  unauthorised: `Set the environment variable ${KEY_VARIABLE} where Twicewise is started, and restart it.`,
  no_model: 'Install the model on the server (for Ollama: ollama pull), or correct embedding.model and embedding.url.',
  rate_limited: 'Nothing to do: it is tried again later.',
  refused_input: 'Check that the model is made for embeddings.',
  server_error: 'Look into the log of the embedding server; it is tried again by itself.',
  bad_answer: 'Check embedding.provider and embedding.url: this does not answer like an embedding server.',
  wrong_dimension: 'The model has changed on the server; all vectors are computed again.',
};

/** An embedding endpoint gave no usable vectors. The message holds nothing of the texts, the key or the answer's body. */
export class EmbeddingFailure extends Error {
  readonly kind: EmbeddingFailureKind;
  /** What a person can do about it. */
  readonly hint: string;
  /** When the server wants to be asked again, in milliseconds from now; null when it does not say. */
  readonly retryAfterMs: number | null;

  constructor(kind: EmbeddingFailureKind, message: string, options: { cause?: unknown; retryAfterMs?: number } = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.name = 'EmbeddingFailure';
    this.kind = kind;
    this.hint = ADVICE[kind];
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}
