import { AppError } from '@twicewise/contract';
import type { ReadableDb } from '@twicewise/store';
import { CLOSING } from './memory.ts';

/** Maximum time that a slice of indexing holds the thread while a search waits for it, in milliseconds. */
const URGENT_SLICE_MS = 5;
/** Maximum slice while no search waits, in milliseconds: short, so that other requests hardly notice it. */
const SLICE_MS = 2;
/** Pause between slices while no search waits, in milliseconds. It leaves most of the thread to requests. */
const PAUSE_MS = 6;
/** Maximum time that `soon` waits for the index, in milliseconds. */
const PATIENCE_MS = 300;
/** Number of records read from the file at once: a small part of a slice. */
const PER_READ = 16;

/** The data structure that an index builder fills and keeps up to date. */
export interface Shelf<D> {
  put(document: D): void;
  remove(id: string): void;
}

/** Where an index builder reads its documents from, and the structure it puts them into. */
export interface DocumentSource<D extends { id: string; seq: number }, S extends Shelf<D>> {
  create(): S;
  /** The next documents after `seq`, in order of `seq`. */
  after(db: ReadableDb, seq: number, limit: number): D[];
  one(db: ReadableDb, id: string): D | null;
}

/**
 * Keeps an in-memory index, such as that of the search or the causal graph, up to date with the file. It is built from the
 * records after each start and follows each commit. Nothing is on disk that could become stale or damaged, or survive a purge.
 * The work is done in short slices between requests.
 */
export class IndexBuilder<D extends { id: string; seq: number }, S extends Shelf<D>> {
  readonly #source: DocumentSource<D, S>;
  readonly #db: () => ReadableDb;
  readonly #log: (error: unknown) => void;
  readonly #pauseMs: number;
  #index: S;
  /** Records with a `seq` up to this one are indexed; `Infinity` once the index has caught up with the file. */
  #builtTo = 0;
  readonly #changed = new Set<string>();
  #waiting: { resolve: (index: S) => void; reject: (error: unknown) => void }[] = [];
  #immediate: NodeJS.Immediate | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(source: DocumentSource<D, S>, db: () => ReadableDb, log: (error: unknown) => void, pauseMs = PAUSE_MS) {
    this.#pauseMs = pauseMs;
    this.#source = source;
    this.#index = source.create();
    this.#db = db;
    this.#log = log;
  }

  /** True while the index lacks records. */
  get isBehind(): boolean {
    return this.#builtTo !== Number.POSITIVE_INFINITY || this.#changed.size > 0;
  }

  /** Clears the index and rebuilds it, because another file is open now. */
  restart(): void {
    this.#index = this.#source.create();
    this.#builtTo = 0;
    this.#changed.clear();
    this.#schedule();
  }

  /** Notes records that a commit wrote, changed or removed. */
  note(ids: Iterable<string>): void {
    for (const id of ids) this.#changed.add(id);
    if (this.isBehind) this.#schedule();
  }

  /** The index, once it contains everything committed before this call. */
  ready(): Promise<S> {
    if (this.#isClosed) return Promise.reject(new AppError(CLOSING));
    if (!this.isBehind) return Promise.resolve(this.#index);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#schedule();
    });
  }

  /** Like {@link ready}, but null when that takes too long because a large file is being read for the first time. */
  soon(): Promise<S | null> {
    if (this.#builtTo === Number.POSITIVE_INFINITY) return this.ready();
    if (this.#isClosed) return Promise.reject(new AppError(CLOSING));
    return new Promise((resolve, reject) => {
      const waiter = { resolve, reject };
      this.#waiting.push(waiter);
      this.#schedule();
      const giveUp = () => {
        // No search waits any more, so indexing continues at the slower pace.
        this.#waiting = this.#waiting.filter((other) => other !== waiter);
        resolve(null);
      };
      setTimeout(giveUp, PATIENCE_MS).unref();
    });
  }

  /** The index if it is complete, otherwise null. Does not speed up indexing. */
  get current(): S | null {
    return this.#isClosed || this.isBehind ? null : this.#index;
  }

  /** Stops indexing because the memory is being closed. Rejects pending calls. */
  close(): void {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(new AppError(CLOSING));
  }

  #schedule(): void {
    if (this.#isClosed) return;
    if (this.#waiting.length > 0) this.#immediate ??= setImmediate(() => this.#work());
    else this.#timer ??= setTimeout(() => this.#work(), this.#pauseMs).unref();
  }

  #work(): void {
    if (this.#immediate) clearImmediate(this.#immediate);
    if (this.#timer) clearTimeout(this.#timer);
    this.#immediate = null;
    this.#timer = null;
    if (this.#isClosed) return;
    try {
      const until = performance.now() + (this.#waiting.length > 0 ? URGENT_SLICE_MS : SLICE_MS);
      while (this.isBehind && performance.now() < until) this.#step();
    } catch (error) {
      // The memory is closed for a moment, or damaged: pending calls reject, and the next request tries again.
      this.#log(error);
      for (const { reject } of this.#waiting.splice(0)) reject(error);
      return;
    }
    if (this.isBehind) this.#schedule();
    else for (const { resolve } of this.#waiting.splice(0)) resolve(this.#index);
  }

  #step(): void {
    if (this.#builtTo === Number.POSITIVE_INFINITY) {
      this.#refreshOne();
      return;
    }
    const documents = this.#source.after(this.#db(), this.#builtTo, PER_READ);
    for (const document of documents) {
      this.#put(document);
      this.#changed.delete(document.id);
    }
    this.#builtTo = documents.at(-1)?.seq ?? Number.POSITIVE_INFINITY;
  }

  /** Adds one document. A record that cannot be indexed must not make the others unsearchable. */
  #put(document: D): void {
    try {
      this.#index.put(document);
    } catch (error) {
      this.#log(error);
    }
  }

  #refreshOne(): void {
    for (const id of this.#changed) {
      const document = this.#source.one(this.#db(), id);
      if (document) this.#put(document);
      else this.#index.remove(id);
      this.#changed.delete(id);
      return;
    }
  }
}
