import { Worker } from 'node:worker_threads';
import { shorten } from '@twicewise/contract';
import { type BuiltInModel, type Embed, EmbeddingFailure, type EmbedOptions } from '@twicewise/core';
import type { FromModel, ToModel } from './model-protocol.ts';

/** Longest text that is sent, in UTF-16 units; the model reads 128 tokens of it. */
const MAX_TEXT = 8000;
/**
 * The thread ends after this long without a text, in milliseconds. With the model loaded it takes up to 200 MB. An agent at work
 * asks every few minutes; the first question after a pause is answered by words alone.
 */
const IDLE_MS = 600_000;

/** Texts of one call, until all have their vectors. */
interface Request {
  readonly texts: readonly string[];
  readonly vectors: Float32Array[];
  readonly isUrgent: boolean;
  settle(failure: unknown): void;
}

/** Choices of {@link ModelThread}. */
export interface ModelThreadOptions {
  /** Script of the thread: TypeScript in the checkout, JavaScript in a bundle. */
  script: URL;
  log: (message: string, error?: unknown) => void;
  idleMs?: number;
}

/**
 * The sentence model on its own thread: loaded for the first text, ended after a time without texts, started again after a crash
 * or hang. It gets one text at a time, so that a question can go before lessons that wait for their vectors.
 */
export class ModelThread implements BuiltInModel {
  readonly model = 'all-MiniLM-L6-v2';
  readonly #options: ModelThreadOptions;
  #thread: Worker | null = null;
  #isLoaded = false;
  #requests: Request[] = [];
  /** The request whose text the thread works on, even if nobody waits for it any more. */
  #current: Request | null = null;
  #idle: NodeJS.Timeout | null = null;

  constructor(options: ModelThreadOptions) {
    this.#options = options;
  }

  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  readonly embed: Embed = async (texts, options) => {
    options.signal?.throwIfAborted();
    if (texts.length === 0) return [];
    return new Promise((resolve, reject) => this.#enqueue(texts, options, resolve, reject));
  };

  unload(): void {
    this.#end(new EmbeddingFailure('unloaded', 'The built-in model was unloaded before it answered.'));
  }

  #enqueue(
    texts: readonly string[],
    { timeoutMs, signal, urgent = false }: EmbedOptions,
    resolve: (vectors: Float32Array[]) => void,
    reject: (reason: unknown) => void,
  ): void {
    const abort = () => request.settle(signal?.reason);
    const timer = setTimeout(() => this.#late(request, timeoutMs), timeoutMs);
    timer.unref();
    const request: Request = {
      texts: texts.map((text) => shorten(text, MAX_TEXT)),
      vectors: [],
      isUrgent: urgent,
      settle: (failure) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        this.#requests = this.#requests.filter((other) => other !== request);
        if (failure === null) resolve(request.vectors);
        else reject(failure);
      },
    };
    signal?.addEventListener('abort', abort);
    this.#requests.push(request);
    this.#next();
  }

  /** Ends a thread that hangs on a text, because a call into it cannot be interrupted. */
  #late(request: Request, timeoutMs: number): void {
    const message = `The built-in model did not answer within ${timeoutMs / 1000} s.`;
    const failure = new EmbeddingFailure('timeout', message);
    const current = this.#current;
    // A text whose request was given up has no other timer.
    const isStuck = current === request || (current !== null && !this.#requests.includes(current));
    if (isStuck || !this.#isLoaded) this.#end(failure);
    else request.settle(failure);
  }

  #next(): void {
    if (this.#idle) clearTimeout(this.#idle);
    if (this.#requests.length === 0) {
      this.#idle = setTimeout(() => this.unload(), this.#options.idleMs ?? IDLE_MS).unref();
      return;
    }
    this.#thread ??= this.#start();
    if (!this.#isLoaded || this.#current) return;
    const request = this.#requests.find(({ isUrgent }) => isUrgent) ?? (this.#requests[0] as Request);
    this.#current = request;
    this.#thread.postMessage({ text: request.texts[request.vectors.length] as string } satisfies ToModel);
  }

  #start(): Worker {
    const thread = new Worker(this.#options.script);
    const isMine = () => this.#thread === thread;
    thread.on('message', (message: FromModel) => {
      if (isMine()) this.#hear(message);
    });
    thread.on('error', (error) => {
      if (!isMine()) return;
      this.#options.log('the thread of the built-in model failed', error);
      this.#end(new EmbeddingFailure('crashed', 'The built-in model failed.', { cause: error }));
    });
    thread.on('exit', () => {
      if (isMine()) this.#end(new EmbeddingFailure('crashed', 'The built-in model ended by itself.'));
    });
    // Must come last: adding a listener for messages makes the thread keep the process alive again.
    thread.unref();
    return thread;
  }

  #hear(message: FromModel): void {
    if (message.type === 'unusable') {
      this.#end(new EmbeddingFailure(message.kind, message.message));
      return;
    }
    if (message.type === 'loaded') this.#isLoaded = true;
    else this.#receive(message.vector);
    this.#next();
  }

  #receive(vector: Float32Array): void {
    const request = this.#current;
    this.#current = null;
    if (!request || !this.#requests.includes(request)) return;
    request.vectors.push(vector);
    if (request.vectors.length === request.texts.length) request.settle(null);
  }

  /** Ends the thread, and rejects all waiting requests with the reason. */
  #end(reason: EmbeddingFailure): void {
    if (this.#idle) clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = null;
    this.#isLoaded = false;
    this.#current = null;
    for (const request of [...this.#requests]) request.settle(reason);
    thread?.terminate().catch((error: unknown) => this.#options.log('the built-in model could not be ended', error));
  }
}
