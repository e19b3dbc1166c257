/** Reasons why an embedding endpoint gave no vectors. A closed list: each has a message and advice. */
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
  'not_installed',
  'altered',
  'crashed',
  'unloaded',
] as const;
export type EmbeddingFailureKind = (typeof EMBEDDING_FAILURES)[number];

/** Name of the environment variable with the API key, which is never stored. */
export const KEY_VARIABLE = 'TWICEWISE_EMBEDDING_KEY';

const ADVICE: Record<EmbeddingFailureKind, string> = {
  unreachable: 'Start the embedding server, or correct the setting embedding.url.',
  timeout: 'The model is too slow or still being loaded; it is tried again by itself.',
  redirected: 'Set embedding.url to the address it redirects to, if you trust it.',
  unauthorised: `Set the environment variable ${KEY_VARIABLE} where Twicewise is started, and restart it.`,
  no_model: 'Install the model on the server (for Ollama: ollama pull), or correct embedding.model and embedding.url.',
  rate_limited: 'Nothing to do: it is tried again later.',
  refused_input: 'Check that the model is made for embeddings.',
  server_error: 'Look into the log of the embedding server; it is tried again by itself.',
  bad_answer: 'Check embedding.provider and embedding.url: this does not answer like an embedding server.',
  wrong_dimension: 'The model has changed on the server; all vectors are computed again.',
  not_installed:
    'Install Twicewise again with its optional packages (npm install), or set embedding.provider to a server or to off.',
  altered: 'Install Twicewise again (npm ci), or set embedding.provider to a server or to off.',
  crashed: 'Nothing to do: it is started again by itself. The log of the host says more.',
  unloaded: 'Nothing to do: it is loaded again when there is a use for it.',
};

/** Failures that last until a person acts. */
const LASTING: readonly EmbeddingFailureKind[] = ['not_installed', 'altered'];
/** Interval for retrying these anyway, in milliseconds: the package may have been installed meanwhile. */
const LASTING_MS = 3_600_000;

/** A model gave no usable vectors. The message contains nothing of the texts, the key or the answer's body. */
export class EmbeddingFailure extends Error {
  readonly kind: EmbeddingFailureKind;
  /** Advice for a person. */
  readonly hint: string;
  /** Delay before the next attempt, in milliseconds; null when neither the server nor the kind of failure sets one. */
  readonly retryAfterMs: number | null;

  /** True when only a person can resolve the failure. */
  get isLasting(): boolean {
    return LASTING.includes(this.kind);
  }

  constructor(kind: EmbeddingFailureKind, message: string, options: { cause?: unknown; retryAfterMs?: number } = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.name = 'EmbeddingFailure';
    this.kind = kind;
    this.hint = ADVICE[kind];
    this.retryAfterMs = options.retryAfterMs ?? (this.isLasting ? LASTING_MS : null);
  }
}
