import { AppError } from '@twicewise/contract';
import type { ReadableDb } from '@twicewise/store';
import { CLOSING } from './memory.ts';

/** Longest time a slice of indexing holds the thread while a search waits for it, in milliseconds. */
const URGENT_SLICE_MS = 5;
/** Longest slice while no search waits, in milliseconds: other requests should hardly notice it. */
const SLICE_MS = 2;
/** Pause between slices that nobody waits for, in milliseconds: most of the thread is left for requests. */
const PAUSE_MS = 6;
/** Longest wait for an index by a caller that can do without it, in milliseconds. */
const PATIENCE_MS = 300;
/** Records read from the file at once; a small part of a slice. */
const PER_READ = 16;

/** What an index builder keeps as the memory is. */
export interface Shelf<D> {
  put(document: D): void;
  remove(id: string): void;
}

/** Where an index builder gets its documents from, and what it puts them into. */
export interface DocumentSource<D extends { id: string; seq: number }, S extends Shelf<D>> {
  create(): S;
  /** The next ones in the order of truth. */
  after(db: ReadableDb, seq: number, limit: number): D[];
  one(db: ReadableDb, id: string): D | null;
}

/**
 * Keeps an index as the memory is: of a search, or the causal graph. It is held in memory only: it is built from the records
 * after the start and follows each commit, so there is nothing on disk that could be stale, damaged, or left behind by
 * a purge. All of it happens in short slices between requests.
 */
export class IndexBuilder<D extends { id: string; seq: number }, S extends Shelf<D>> {
  readonly #source: DocumentSource<D, S>;
  readonly #db: () => ReadableDb;
  readonly #log: (error: unknown) => void;
  readonly #pauseMs: number;
  #index: S;
  /** Records up to this one are in the index; `Infinity` once it has caught up with the file. */
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

  /** True while records are still missing from the index. */
  get isBehind(): boolean {
    return this.#builtTo !== Number.POSITIVE_INFINITY || this.#changed.size > 0;
  }

  /** Forgets everything and starts again: the file is another one now. */
  restart(): void {
    this.#index = this.#source.create();
    this.#builtTo = 0;
    this.#changed.clear();
    this.#schedule();
  }

  /** Records that a commit has written, changed or removed. */
  note(ids: Iterable<string>): void {
    for (const id of ids) this.#changed.add(id);
    this.#schedule();
  }

  /** The index, once it holds everything that was committed before this call. */
  ready(): Promise<S> {
    if (this.#isClosed) return Promise.reject(new AppError(CLOSING));
    if (!this.isBehind) return Promise.resolve(this.#index);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#schedule();
    });
  }

  /** The index as {@link ready} has it, but null when that takes long: a large file is being read for the first time. */
  soon(): Promise<S | null> {
    if (this.#builtTo === Number.POSITIVE_INFINITY) return this.ready();
    if (this.#isClosed) return Promise.reject(new AppError(CLOSING));
    return new Promise((resolve, reject) => {
      const waiter = { resolve, reject };
      this.#waiting.push(waiter);
      this.#schedule();
      const giveUp = () => {
        // No search waits any more, so the work goes on at the slower pace.
        this.#waiting = this.#waiting.filter((other) => other !== waiter);
        resolve(null);
      };
      setTimeout(giveUp, PATIENCE_MS).unref();
    });
  }

  /** The index if it holds everything that was committed; null while it does not. Hurries nobody. */
  get current(): S | null {
    return this.#isClosed || this.isBehind ? null : this.#index;
  }

  /** Stops indexing; the memory is being closed, and who waits is told so. */
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
      // The memory is closed for a moment, or damaged: who waits is told, and the next request tries again.
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

  /** One record that cannot be indexed must not take the search for all others away. */
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
