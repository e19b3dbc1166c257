import type { Backup, ChangeEvent, Envelope, Failure, Request, StoreHealth } from '@twicewise/contract';
import type { HostFacts, InsightRequest, UnusedRequest } from '@twicewise/core';
import type { StorePaths } from '@twicewise/store';

/** What the store worker opens the memory with. */
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

/** What a worker tells: the answer to a call, or what a commit changed. */
export type News = { id: number; envelope: Envelope } | { event: Omit<ChangeEvent, 'epoch'> };

/** Longest message that others join, in UTF-16 units: large answers together could exceed the longest string there is. */
const MAX_MESSAGE = 4_000_000;

/**
 * Collects what is said within one turn of the event loop and sends it as one message: waking the other thread costs
 * more than most requests.
 */
export class Outbox<T> {
  #waiting: Json<T>[] = [];
  #length = 0;
  readonly #send: (items: Json<T[]>) => void;
  readonly #later: (flush: () => void) => void;

  /** @param later when to send what one callback of the event loop has said; more is collected the later it is. */
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
 * What crosses between the threads many times a second goes as one JSON text: cloning the same objects field by field took
 * the store worker a sixth of its time. Nothing is lost by it, because every door speaks JSON.
 */
export type Json<T> = string & { readonly of?: T };

/** As {@link Json}. */
export function toJson<T>(value: T): Json<T> {
  return JSON.stringify(value);
}

/** The value of a {@link Json} that {@link toJson} made on the other thread. */
export function fromJson<T>(text: Json<T>): T {
  return JSON.parse(text) as T;
}

/** Host → store worker; `open` comes first, and once. */
export type ToWorker =
  | { type: 'open'; setup: WorkerSetup }
  | { type: 'calls'; calls: Json<Call[]> }
  | { type: 'facts'; facts: HostFacts }
  | { type: 'tick' }
  | { type: 'close' };

/** Store worker → host. */
export type FromWorker =
  | { type: 'ready'; health: StoreHealth }
  | { type: 'turn'; news: Json<News[]> }
  | { type: 'busy'; busy: boolean }
  | { type: 'log'; message: string }
  | { type: 'closed' };

/** What a maintenance worker is asked. */
export type MaintenanceSetup = { paths: StorePaths } & (
  | { task: 'backup'; cause: Backup['cause'] }
  | { task: 'check' }
  | { task: 'checkBackup'; name: string }
  | { task: 'metrics'; projectId: string | null; since: string | null }
  | { task: 'insights'; request: InsightRequest }
  | { task: 'unused'; request: UnusedRequest }
);

/** What it answers; `failure` is what a caller can correct. */
export type MaintenanceAnswer = { value: unknown } | { error: string; code?: string; failure?: Failure };
