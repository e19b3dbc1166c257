import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { seeded } from '../harness.ts';

/** Words that have the same meaning for the model of these tests. */
const CONCEPTS = [
  ['login', 'authentication', 'signin', 'credentials'],
  ['expiry', 'expire', 'timeout', 'stale'],
  ['photo', 'picture', 'image', 'thumbnail'],
];

function numberOf(word: string): number {
  let number = 2_166_136_261;
  for (const unit of word) number = Math.imul(number ^ (unit.codePointAt(0) ?? 0), 16_777_619);
  return number >>> 0;
}

const directions = new Map<string, Float64Array>();

/** A direction for each concept, and for each word that belongs to none. */
function directionOf(word: string, dimension: number): Float64Array {
  const concept = CONCEPTS.find((words) => words.includes(word))?.[0] ?? word;
  const key = `${concept} ${dimension}`;
  const known = directions.get(key);
  if (known) return known;
  const random = seeded(numberOf(concept));
  const made = Float64Array.from({ length: dimension }, () => random() * 2 - 1);
  directions.set(key, made);
  return made;
}

/** The vector of a text: the sum of the directions of its words, not normalised. The order of words does not matter. */
export function embed(text: string, dimension: number): number[] {
  const vector = new Array<number>(dimension).fill(0);
  for (const word of text.toLowerCase().match(/\p{L}{3,}/gu) ?? ['']) {
    directionOf(word, dimension).forEach((value, at) => {
      vector[at] = (vector[at] as number) + value;
    });
  }
  return vector;
}

/** A request as it was received. */
export interface Asked {
  path: string;
  model: string;
  texts: string[];
  authorization: string | null;
}

/** The behaviour of the server; a test may change it while it runs. */
export interface Behaviour {
  /** Length of the vectors of each model; other models are unknown to the server. */
  models: Record<string, number>;
  /** Time before an answer, in milliseconds. */
  delayMs: number;
  /** Requests with texts for which this applies are answered only after it resolves. */
  hold: Promise<void> | null;
  holds: (texts: readonly string[]) => boolean;
  /** Answers with this status instead of vectors. */
  status: number | null;
  /** Answers with this body instead of vectors. */
  body: string | null;
  headers: Record<string, string>;
  /** Selects texts that are refused, with status 400 unless `refusal` is another. */
  refuses: (text: string) => boolean;
  refusal: number;
}

const USUAL: Behaviour = {
  models: { small: 64 },
  delayMs: 0,
  hold: null,
  holds: () => true,
  status: null,
  body: null,
  headers: {},
  refuses: () => false,
  refusal: 400,
};

/** A real embedding server on loopback with the protocols of Ollama and OpenAI. Its toy model knows synonyms. */
export class EmbeddingServer {
  readonly asked: Asked[] = [];
  behaviour: Behaviour = { ...USUAL };
  #server: Server | null = null;
  #port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** All texts that were sent, in order. */
  get texts(): string[] {
    return this.asked.flatMap(({ texts }) => texts);
  }

  /** Starts listening; after a stop, on the same port again. */
  async start(): Promise<this> {
    const server = createServer((request, response) => this.#answer(request, response));
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
    return this;
  }

  /** Stops abruptly and cuts open connections. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (!server) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { model, input } = JSON.parse(Buffer.concat(parts).toString('utf8')) as { model: string; input: string[] };
    const path = request.url ?? '';
    this.asked.push({ path, model, texts: input, authorization: request.headers.authorization ?? null });
    const { status, body } = this.#reply(path, model, input);
    const { delayMs, hold, holds, headers } = this.behaviour;
    if (holds(input)) await hold;
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  }

  #reply(path: string, model: string, input: string[]): { status: number; body: string } {
    const { models, status, body, refuses, refusal } = this.behaviour;
    if (status !== null || body !== null) return { status: status ?? 200, body: body ?? '{}' };
    const dimension = models[model];
    if (dimension === undefined) return { status: 404, body: '{"error":"model not found"}' };
    if (input.some(refuses)) return { status: refusal, body: '{"error":"input too long"}' };
    const vectors = input.map((text) => embed(text, dimension));
    if (path.endsWith('/api/embed')) return { status: 200, body: JSON.stringify({ model, embeddings: vectors }) };
    // In reverse order: only `index` gives the right order.
    const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })).reverse();
    return { status: 200, body: JSON.stringify({ object: 'list', data }) };
  }
}
