import { closeStore, deleteVectors, isVectorDamage, openVectors, type VectorDb } from '@twicewise/store';

/** The vectors cannot be used now: never there, closed, or just found damaged. */
export class VectorsGone extends Error {}

/** Rebuilding is asked of the model; a file that breaks again and again must not be paid for again and again. */
const MAX_REBUILDS = 1;

/**
 * `vectors.db` as long as it is open. What turns out to be damaged while in use is deleted and begun anew, because it can
 * all be computed again; the second time in one run it stays off.
 */
export class VectorFile {
  readonly path: string;
  readonly #now: () => number;
  readonly #log: (message: string, error?: unknown) => void;
  readonly #rebuilt: () => void;
  #db: VectorDb | null = null;
  #problem: string | null = null;
  #rebuilds = 0;

  /** @param rebuilt is called when a damaged file was replaced by an empty one. */
  constructor(
    path: string,
    surroundings: { now: () => number; log: (message: string, error?: unknown) => void; rebuilt: () => void },
  ) {
    this.path = path;
    this.#now = surroundings.now;
    this.#log = surroundings.log;
    this.#rebuilt = surroundings.rebuilt;
  }

  /** Why there are no vectors; null while they are open or nobody has asked for them. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Opens the file unless it is open; false when that is not possible, with the reason in `problem`. */
  open(): boolean {
    if (this.#db) return true;
    const opened = openVectors(this.path, this.#now());
    if (opened.state === 'unavailable') {
      this.#problem = opened.message;
      this.#log(`search goes by words alone: ${opened.message}`);
      return false;
    }
    if (opened.setAside !== null) this.#log(`vectors.db was not ours and was moved to ${opened.setAside}`);
    this.#db = opened.db;
    this.#problem = null;
    return true;
  }

  /** Works on the file. Throws {@link VectorsGone} when it is closed or damaged, and other errors (a full disk) as they are. */
  use<T>(work: (db: VectorDb) => T): T {
    if (!this.#db) throw new VectorsGone('the vectors are not open');
    try {
      return work(this.#db);
    } catch (error) {
      if (!isVectorDamage(error)) throw error;
      this.#log('vectors.db is damaged; it is computed again', error);
      // Not in here: whoever was working is still in the middle of it.
      setImmediate(() => this.#rebuild());
      this.close();
      throw new VectorsGone('the vectors are damaged', { cause: error });
    }
  }

  close(): void {
    if (this.#db) closeStore(this.#db);
    this.#db = null;
  }

  #rebuild(): void {
    if (this.#rebuilds >= MAX_REBUILDS) {
      this.#problem = 'vectors.db was damaged twice since the start, so it is left alone until the next one.';
      this.#log(this.#problem);
      return;
    }
    this.#rebuilds++;
    deleteVectors(this.path);
    this.#rebuilt();
  }
}
