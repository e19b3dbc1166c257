import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { Embed } from './embedder.ts';
import { EmbeddingFailure } from './embedding-failure.ts';

/** Longest time a search waits for the vector of its question, in milliseconds. */
export const MAX_WAIT_MS = 150;
/** The same for an agent that asks and then reads: a model of our own that has to be loaded first is there by then. */
export const ASKED_WAIT_MS = 1500;
/** After so long a request is given up; until then a model may load, for the benefit of later questions. */
const REQUEST_MS = 20_000;
/** Requests at the same time; a question beyond is answered by words alone. */
const MAX_IN_FLIGHT = 8;
/** A question of nobody, to see how soon an answer comes. */
export const WARM_UP = 'warm-up';
/** Pause after a failure, in milliseconds; doubled with each further one up to the longest. */
const FIRST_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 300_000;
/** Questions whose vectors are kept: agents ask the same again, and typing goes back and forth. */
const MAX_CACHED = 128;

/** What a question embedder needs. */
export interface QuestionEmbedderOptions {
  embed: Embed;
  /** Makes the text to send of a question: without secrets, and not longer than needed. Empty when nothing is left. */
  prepare: (question: string) => string;
  /** Numbers per vector of the set that is searched. */
  dimension: number;
  /** Whether the model could answer at once; null for a server, of which one only knows how soon it answered last. */
  isLoaded: (() => boolean) | null;
  /** Told of each answer, null for a good one. */
  answered: (failure: EmbeddingFailure | null) => void;
  log: (error: unknown) => void;
  /** Monotonic milliseconds. */
  clock?: () => number;
}

/**
 * Vectors of questions, without ever making a search slow. Only an endpoint whose last answer came in time is waited for, and a
 * model of our own by who says that he can wait. One that has not shown that yet, is not loaded, was slow, or has not answered
 * so far, is asked beside the search and not waited for; one that failed is not asked for a while. So a dead or slow endpoint costs one search one wait, and all others nothing.
 */
export class QuestionEmbedder {
  readonly #options: QuestionEmbedderOptions;
  readonly #clock: () => number;
  readonly #cache = new Map<string, Float32Array>();
  readonly #closing = new AbortController();
  #isQuick: boolean;
  #inFlight = 0;
  #failures = 0;
  #pausedUntil = 0;

  constructor(options: QuestionEmbedderOptions) {
    this.#options = options;
    // Nothing lies between us and a model of our own but the loading.
    this.#isQuick = options.isLoaded !== null;
    this.#clock = options.clock ?? (() => performance.now());
  }

  /** The vector of a question, or null when it cannot be had in `waitMs`. Never rejects. */
  async vectorOf(question: string, waitMs: number = MAX_WAIT_MS): Promise<Float32Array | null> {
    const known = this.#recall(question);
    if (known) return known;
    const isWaited = this.#isWorthWaiting(waitMs);
    if (this.#clock() < this.#pausedUntil || this.#inFlight >= (isWaited ? MAX_IN_FLIGHT : 1)) return null;
    const asked = this.#ask(question);
    return isWaited ? this.#inTime(asked, waitMs) : null;
  }

  /** The wait for a server stays short for every caller: why it is slow is not known. */
  #isWorthWaiting(waitMs: number): boolean {
    if (this.#options.isLoaded === null) return this.#isQuick;
    return waitMs > MAX_WAIT_MS || (this.#isQuick && this.#isLoaded());
  }

  /** Has the model loaded, for questions that are to come. */
  load(): void {
    if (this.#isLoaded() || this.#inFlight > 0 || this.#clock() < this.#pausedUntil) return;
    this.#ask(WARM_UP);
  }

  /** Gives up what is under way. */
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
    this.#inFlight++;
    try {
      // A search that does not wait for this is answered first.
      await nextTurn();
      const text = prepare(question);
      if (text === '') return null;
      const started = this.#clock();
      const wasLoaded = this.#isLoaded();
      const { signal } = this.#closing;
      const [vector = null] = await embed([text], { timeoutMs: REQUEST_MS, dimension, signal, urgent: true });
      // The time that loading takes says nothing about the next question.
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
    } finally {
      this.#inFlight--;
    }
  }

  #recall(question: string): Float32Array | undefined {
    const known = this.#cache.get(question);
    if (known) this.#keep(question, known);
    return known;
  }

  /** The map keeps its order: what was used last stands last. */
  #keep(question: string, vector: Float32Array): void {
    this.#cache.delete(question);
    this.#cache.set(question, vector);
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > MAX_CACHED && oldest !== undefined) this.#cache.delete(oldest);
  }
}
