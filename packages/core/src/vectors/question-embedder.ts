import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { Embed } from './embedder.ts';
import { EmbeddingFailure } from './embedding-failure.ts';

/** Maximum time that a search waits for the vector of its question, in milliseconds. */
export const MAX_WAIT_MS = 150;
/** The same for an agent's question, long enough to load the built-in model first. */
export const ASKED_WAIT_MS = 1500;
/** Maximum time of a request, in milliseconds. Until then a model may load, which helps later questions. */
const REQUEST_MS = 20_000;
/** Maximum number of concurrent requests; further questions are answered by words alone. */
const MAX_IN_FLIGHT = 8;
/** A dummy question that measures how fast the endpoint answers. */
export const WARM_UP = 'warm-up';
/** Pause after a failure, in milliseconds; doubled with each further one up to the maximum. */
const FIRST_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 300_000;
/** Number of cached vectors: agents repeat questions, and typing goes back and forth. */
const MAX_CACHED = 128;

/** The options of {@link QuestionEmbedder}. */
export interface QuestionEmbedderOptions {
  embed: Embed;
  /** Prepares a question for sending: redacted and shortened. Empty when nothing is left. */
  prepare: (question: string) => string;
  /** Dimension of the vectors of the searched set. */
  dimension: number;
  /** Whether the model is loaded; null for a server, for which only its last answer time is known. */
  isLoaded: (() => boolean) | null;
  /** Called after each answer, with null for a good one. */
  answered: (failure: EmbeddingFailure | null) => void;
  log: (error: unknown) => void;
  /** Monotonic clock, in milliseconds. */
  clock?: () => number;
}

/**
 * Computes vectors of questions without making a search slow. A search waits only for an endpoint whose last answer came in time,
 * or, if the caller allows it, for the built-in model to load. An endpoint that is not proven, not loaded or slow is asked
 * without waiting; one that failed is not asked for a while. So a dead or slow endpoint delays one search once and no others.
 */
export class QuestionEmbedder {
  readonly #options: QuestionEmbedderOptions;
  readonly #clock: () => number;
  readonly #cache = new Map<string, Float32Array>();
  /** The answers under way, by question. */
  readonly #asked = new Map<string, Promise<Float32Array | null>>();
  readonly #closing = new AbortController();
  #isQuick: boolean;
  #failures = 0;
  #pausedUntil = 0;

  constructor(options: QuestionEmbedderOptions) {
    this.#options = options;
    // The built-in model has no network; only loading can make it slow.
    this.#isQuick = options.isLoaded !== null;
    this.#clock = options.clock ?? (() => performance.now());
  }

  /** The vector of a question, or null when it is not available within `waitMs`. Never rejects. */
  async vectorOf(question: string, waitMs: number = MAX_WAIT_MS): Promise<Float32Array | null> {
    const known = this.#recall(question);
    if (known) return known;
    const isWaited = this.#isWorthWaiting(waitMs);
    const asked = this.#asked.get(question) ?? this.#begin(question, isWaited ? MAX_IN_FLIGHT : 1);
    return isWaited ? this.#inTime(asked, waitMs) : null;
  }

  /** Asks unless so many requests are under way, or the last one failed not long ago. */
  async #begin(question: string, most: number): Promise<Float32Array | null> {
    if (this.isPaused() || this.#asked.size >= most) return null;
    const asked = this.#ask(question).finally(() => this.#asked.delete(question));
    this.#asked.set(question, asked);
    return asked;
  }

  /** True for a while after a failure, and once it is closed: nothing is asked. */
  isPaused(): boolean {
    return this.#clock() < this.#pausedUntil;
  }

  /** For a server the wait stays short for every caller, because the cause of its slowness is unknown. */
  #isWorthWaiting(waitMs: number): boolean {
    if (this.#options.isLoaded === null) return this.#isQuick;
    return waitMs > MAX_WAIT_MS || (this.#isQuick && this.#isLoaded());
  }

  /** Loads the model for questions to come. */
  load(): void {
    if (!this.#isLoaded()) void this.#begin(WARM_UP, 1);
  }

  /** Cancels current requests. */
  close(): void {
    this.#closing.abort();
    this.#pausedUntil = Number.POSITIVE_INFINITY;
  }

  #isLoaded(): boolean {
    return this.#options.isLoaded?.() ?? true;
  }

  async #inTime(asked: Promise<Float32Array | null>, waitMs: number): Promise<Float32Array | null> {
    const stop = new AbortController();
    const longest = this.#options.isLoaded === null ? MAX_WAIT_MS : waitMs;
    const late = wait(longest, 'late' as const, { signal: stop.signal, ref: false }).catch(() => 'late' as const);
    const answer = await Promise.race([asked, late]);
    stop.abort();
    if (answer !== 'late') return answer;
    this.#isQuick = false;
    return null;
  }

  async #ask(question: string): Promise<Float32Array | null> {
    const { embed, prepare, dimension, answered, log } = this.#options;
    try {
      // Lets searches that do not wait for this go first.
      await nextTurn();
      const text = prepare(question);
      if (text === '') return null;
      const started = this.#clock();
      const wasLoaded = this.#isLoaded();
      const { signal } = this.#closing;
      const [vector = null] = await embed([text], { timeoutMs: REQUEST_MS, dimension, signal, urgent: true });
      // The loading time does not predict the time of the next answer.
      if (wasLoaded) this.#isQuick = this.#clock() - started <= MAX_WAIT_MS;
      this.#failures = 0;
      if (vector) this.#keep(question, vector);
      answered(null);
      return vector;
    } catch (error) {
      this.#isQuick = this.#options.isLoaded !== null;
      if (this.#closing.signal.aborted) return null;
      this.#pausedUntil = this.#clock() + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#failures);
      this.#failures++;
      if (error instanceof EmbeddingFailure) answered(error);
      else log(error);
      return null;
    }
  }

  #recall(question: string): Float32Array | undefined {
    const known = this.#cache.get(question);
    if (known) this.#keep(question, known);
    return known;
  }

  /** The map is ordered by last use. */
  #keep(question: string, vector: Float32Array): void {
    this.#cache.delete(question);
    this.#cache.set(question, vector);
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > MAX_CACHED && oldest !== undefined) this.#cache.delete(oldest);
  }
}
