import { closeStore, deleteVectors, isVectorDamage, openVectors, type VectorDb } from '@twicewise/store';

/** The vectors are not usable: not opened, closed, or just found damaged. */
export class VectorsGone extends Error {}

/** Rebuilding calls the model, which may cost money, so a file that breaks repeatedly is not rebuilt each time. */
const MAX_REBUILDS = 1;

/**
 * The open file `vectors.db`. If it is found damaged, it is deleted and started again, because everything in it can be
 * recomputed; the second time in one run it stays closed.
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

  /** Why there are no vectors; null while the file is open or not needed. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Opens the file if it is not open. Returns false when that fails, with the reason in `problem`. */
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

  /**
   * Runs `work` on the file. Throws {@link VectorsGone} when it is closed or damaged, and other errors (a full disk) as they are.
   */
  use<T>(work: (db: VectorDb) => T): T {
    if (!this.#db) throw new VectorsGone('the vectors are not open');
    try {
      return work(this.#db);
    } catch (error) {
      if (!isVectorDamage(error)) throw error;
      this.#log('vectors.db is damaged; it is computed again', error);
      // Deferred, because the caller is still working with the file.
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
