import { EmbeddingFailure, type EmbeddingFailureKind } from './embedding-failure.ts';
import { type EmbeddingProvider, endpointOf, PROTOCOLS } from './protocols.ts';

/** Settings of an embedding server. */
export interface EmbedderSetup {
  provider: EmbeddingProvider;
  /** http or https; a path is kept. */
  url: string;
  model: string;
  /** Sent as a bearer token; null for none. */
  key: string | null;
}

/** Options of one request. */
export interface EmbedOptions {
  /** Maximum time for the whole request, in milliseconds. */
  timeoutMs: number;
  /** Cancels the request. */
  signal?: AbortSignal;
  /** Required vector length. When left out, any length is accepted, but the same for all. */
  dimension?: number;
  /** Somebody waits for the answer, so it goes before other texts where texts are embedded one by one. */
  urgent?: boolean;
}

/** Turns texts into vectors of length 1, in the same order. Throws {@link EmbeddingFailure}, or the signal's reason. */
export type Embed = (texts: readonly string[], options: EmbedOptions) => Promise<Float32Array[]>;

/** Maximum size of an answer, in bytes. Sixteen vectors of 8,192 numbers take about 3 MB. */
const MAX_ANSWER_BYTES = 16_777_216;
/** Maximum number of dimensions that can be stored. */
const MAX_DIMENSION = 8192;

const STATUS: Record<number, readonly [EmbeddingFailureKind, string]> = {
  ...Object.fromEntries([301, 302, 303, 307, 308].map((status) => [status, ['redirected', 'redirects elsewhere']])),
  400: ['refused_input', 'refused the texts'],
  401: ['unauthorised', 'wants a key'],
  403: ['unauthorised', 'refuses the key'],
  404: ['no_model', 'does not know the model, or is not an embedding server'],
  413: ['refused_input', 'finds the texts too long'],
  422: ['refused_input', 'refused the texts'],
  429: ['rate_limited', 'is asked too often'],
};

function failureOf(response: Response, where: string): EmbeddingFailure {
  const { status } = response;
  const [kind, what] = STATUS[status] ?? ['server_error', 'failed'];
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const retry = Number.isFinite(seconds) && seconds >= 0 ? { retryAfterMs: seconds * 1000 } : {};
  return new EmbeddingFailure(kind, `The embedding server at ${where} ${what} (HTTP ${status}).`, retry);
}

/** The error when fetch itself failed. The message contains only the code of the system's error. */
function unreachable(error: unknown, where: string): EmbeddingFailure {
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined;
  const code = typeof cause?.code === 'string' ? ` (${cause.code})` : '';
  const message = `The embedding server at ${where} cannot be reached${code}.`;
  return new EmbeddingFailure('unreachable', message, { cause: error });
}

async function readBounded(response: Response): Promise<string | null> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > MAX_ANSWER_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** The vector scaled to length 1, so that distances compare directions only; null when it is invalid. */
function normalised(value: unknown): Float32Array | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_DIMENSION) return null;
  let square = 0;
  for (const number of value) {
    if (typeof number !== 'number') return null;
    square += number * number;
  }
  const length = Math.sqrt(square);
  if (!Number.isFinite(length) || length === 0) return null;
  return Float32Array.from(value as number[], (number) => number / length);
}

/** Parses and checks an answer: one vector per text, all finite, not zero, and of the same dimension. */
function toVectors(text: string | null, provider: EmbeddingProvider, count: number, where: string): Float32Array[] {
  const bad = (what: string) => new EmbeddingFailure('bad_answer', `The answer of ${where} ${what}.`);
  if (text === null) throw bad('is too long');
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw bad('is not JSON');
  }
  const found = PROTOCOLS[provider].vectors(answer);
  if (found === null) throw bad('holds no embeddings');
  if (found.length !== count) throw bad(`holds ${found.length} embeddings for ${count} texts`);
  const vectors = found.map((value) => {
    const vector = normalised(value);
    if (vector === null) throw bad('holds an embedding that is not a list of finite numbers, or all zero');
    return vector;
  });
  const [first] = vectors;
  if (vectors.some(({ length }) => length !== first?.length)) throw bad('holds embeddings of different lengths');
  return vectors;
}

function requireDimension(vectors: readonly Float32Array[], dimension: number | undefined, where: string): void {
  const [first] = vectors;
  if (dimension === undefined || first === undefined || first.length === dimension) return;
  const message = `The embedding server at ${where} answered ${first.length} numbers per text instead of ${dimension}.`;
  throw new EmbeddingFailure('wrong_dimension', message);
}

/** Creates a client for one embedding server. Redirects are not followed, so texts go only where the person specified. */
export function createEmbedder(setup: EmbedderSetup): Embed {
  const { provider, model, key } = setup;
  const endpoint = endpointOf(provider, setup.url);
  const where = endpoint.origin;
  const headers = { 'content-type': 'application/json', ...(key === null ? {} : { authorization: `Bearer ${key}` }) };
  return async (texts, { timeoutMs, signal, dimension }) => {
    if (texts.length === 0) return [];
    const timeout = AbortSignal.timeout(timeoutMs);
    const request = {
      method: 'POST',
      headers,
      body: JSON.stringify(PROTOCOLS[provider].body(model, texts)),
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    } as const;
    let text: string | null;
    try {
      const response = await fetch(endpoint, request);
      if (!response.ok) {
        await response.body?.cancel();
        throw failureOf(response, where);
      }
      text = await readBounded(response);
    } catch (error) {
      if (error instanceof EmbeddingFailure) throw error;
      signal?.throwIfAborted();
      if (timeout.aborted) {
        const message = `The embedding server at ${where} did not answer within ${timeoutMs / 1000} s.`;
        throw new EmbeddingFailure('timeout', message, { cause: error });
      }
      throw unreachable(error, where);
    }
    const vectors = toVectors(text, provider, texts.length, where);
    requireDimension(vectors, dimension, where);
    return vectors;
  };
}
