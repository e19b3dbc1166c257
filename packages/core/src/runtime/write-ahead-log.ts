import { setTimeout as wait } from 'node:timers/promises';
import { emptyLog, type ReadableDb } from '@twicewise/store';

/** Number of attempts to empty the write-ahead log while a reader holds it, and the pause between them in milliseconds. */
const TRIES = 20;
const BETWEEN_TRIES_MS = 50;

/**
 * The write-ahead log of the memory, which contains what was purged until it is emptied. That cannot be done while another connection
 * reads the file, so it may have to be done later.
 */
export class WriteAheadLog {
  readonly #db: () => ReadableDb;
  /** Whether it must still be emptied: at a start too, because the last program may have ended before it could. */
  #isLeft = true;

  constructor(db: () => ReadableDb) {
    this.#db = db;
  }

  /** Empties it; false when a reader holds it for long. Then {@link emptyLeft} does it later. */
  async empty(): Promise<boolean> {
    this.#isLeft = true;
    for (let n = 0; n < TRIES; n++) {
      if (this.emptyLeft()) return true;
      await wait(BETWEEN_TRIES_MS);
    }
    return false;
  }

  /** Tries once to empty it if that is left to do; false when a reader still holds it. */
  emptyLeft(): boolean {
    if (this.#isLeft) this.#isLeft = !emptyLog(this.#db());
    return !this.#isLeft;
  }
}
