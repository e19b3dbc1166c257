import type { Backup, ChangeEvent, Envelope, Failure, ParsedInputOf, Request, StoreHealth } from '@twicewise/contract';
import type { HostFacts, InsightRequest, PurgePreviewName, UnusedRequest } from '@twicewise/core';
import type { AgentAnswerFilter, StorePaths, WaitingScope } from '@twicewise/store';

/** What the store worker needs to open the memory. */
export interface WorkerSetup {
  paths: StorePaths;
  readOnlyCopy: string | null;
  /** For the embedding server; see `embedding-key.ts`. */
  embeddingKey: string | null;
  /** Whether the built-in model may be used. */
  builtInModel: boolean;
  facts: HostFacts;
  /** The command's entry, where it is not this program's own. */
  entry?: string | undefined;
}

/** A request on its way to the worker. */
export interface Call {
  id: number;
  request: Request;
}

/** What a worker reports: the answer to a call, or what a commit changed. */
export type News = { id: number; envelope: Envelope } | { event: Omit<ChangeEvent, 'epoch'> };

/** Longest message that others may join, in UTF-16 units. Several large answers could exceed the longest possible string. */
const MAX_MESSAGE = 4_000_000;

/**
 * Collects what is sent within one turn of the event loop into one message, because waking the other thread costs more than most
 * requests.
 */
export class Outbox<T> {
  #waiting: Json<T>[] = [];
  #length = 0;
  readonly #send: (items: Json<T[]>) => void;
  readonly #later: (flush: () => void) => void;

  /** @param later Schedules the sending of what was collected; the later it runs, the more is collected. */
  constructor(send: (items: Json<T[]>) => void, later: (flush: () => void) => void) {
    this.#send = send;
    this.#later = later;
  }

  push(item: T): void {
    const text = toJson(item);
    this.#waiting.push(text);
    this.#length += text.length;
    if (this.#length > MAX_MESSAGE) this.flush();
    else if (this.#waiting.length === 1) this.#later(() => this.flush());
  }

  flush(): void {
    if (this.#waiting.length > 0) this.#send(`[${this.#waiting.splice(0).join(',')}]`);
    this.#length = 0;
  }
}

/**
 * A value as JSON text, for what crosses between the threads many times a second. Cloning the same objects field by field took a
 * sixth of the store worker's time. Nothing is lost, because every door speaks JSON.
 */
export type Json<T> = string & { readonly of?: T };

/** Converts a value to {@link Json}. */
export function toJson<T>(value: T): Json<T> {
  return JSON.stringify(value);
}

/** The value of a {@link Json} that {@link toJson} made on the other thread. */
export function fromJson<T>(text: Json<T>): T {
  return JSON.parse(text) as T;
}

/**
 * Messages from host to store worker. `open` comes first; after a `close` that keeps the thread, another may follow.
 */
export type ToWorker =
  | { type: 'open'; setup: WorkerSetup }
  | { type: 'calls'; calls: Json<Call[]> }
  | { type: 'facts'; facts: HostFacts }
  | { type: 'tick' }
  | { type: 'close'; keepsThread: boolean };

/** Messages from store worker to host. */
export type FromWorker =
  | { type: 'ready'; health: StoreHealth }
  | { type: 'turn'; news: Json<News[]> }
  | { type: 'busy'; busy: boolean }
  | { type: 'log'; message: string }
  /** `isWhole`: nothing failed, so that the thread may open another memory. */
  | { type: 'closed'; isWhole: boolean };

/** A task of the second thread. */
export type SecondThreadTask = { paths: StorePaths } & (
  | { task: 'backup'; cause: Backup['cause'] }
  | { task: 'check' }
  | { task: 'checkBackup'; name: string }
  | { task: 'metrics'; projectId: string | null; since: string | null }
  | { task: 'insights'; request: InsightRequest }
  | { task: 'unused'; request: UnusedRequest }
  | { task: 'answers'; request: AgentAnswerFilter }
  | { task: 'waiting'; request: WaitingScope }
  | { task: 'purge'; name: PurgePreviewName; which: ParsedInputOf<PurgePreviewName>['which'] }
);

/** The answer of the second thread; `failure` describes an error that the caller can correct. */
export type SecondThreadAnswer = { value: unknown } | { error: string; code?: string; failure?: Failure };
