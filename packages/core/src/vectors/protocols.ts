/** Protocols of embedding servers. */
export type EmbeddingProvider = 'ollama' | 'openai';

/** One protocol: the path to send texts to, and how to read the answer. */
export interface Protocol {
  /** Appended to the configured address unless already present. */
  readonly path: string;
  body(model: string, texts: readonly string[]): unknown;
  /** The vectors in the order of the texts, unchecked; null when the answer has another shape. */
  vectors(answer: unknown): unknown[] | null;
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** Sorts vectors by `index`, because servers may answer in any order. */
function byIndex(items: readonly unknown[]): unknown[] | null {
  const vectors: unknown[] = new Array(items.length).fill(undefined);
  for (const [place, item] of items.entries()) {
    const index = field(item, 'index') ?? place;
    if (!Number.isInteger(index) || !((index as number) in vectors) || vectors[index as number] !== undefined) {
      return null;
    }
    vectors[index as number] = field(item, 'embedding');
  }
  return vectors;
}

/** `POST /api/embed` of Ollama, and `POST /v1/embeddings` of OpenAI and compatible servers. */
export const PROTOCOLS: Record<EmbeddingProvider, Protocol> = {
  ollama: {
    path: '/api/embed',
    // Cuts a text longer than the model's context instead of failing.
    body: (model, input) => ({ model, input, truncate: true }),
    vectors(answer) {
      const found = field(answer, 'embeddings');
      return Array.isArray(found) ? found : null;
    },
  },
  openai: {
    path: '/v1/embeddings',
    body: (model, input) => ({ model, input, encoding_format: 'float' }),
    vectors(answer) {
      const found = field(answer, 'data');
      return Array.isArray(found) ? byIndex(found) : null;
    },
  },
};

/** The full address. A person may give the server, the server with `/v1`, or the whole address. */
export function endpointOf(provider: EmbeddingProvider, url: string): URL {
  const { path } = PROTOCOLS[provider];
  const address = new URL(url);
  let given = address.pathname;
  while (given.endsWith('/')) given = given.slice(0, -1);
  const [first = ''] = path.slice(1).split('/');
  if (given.endsWith(path)) address.pathname = given;
  else if (given.endsWith(`/${first}`)) address.pathname = given + path.slice(first.length + 1);
  else address.pathname = given + path;
  return address;
}
