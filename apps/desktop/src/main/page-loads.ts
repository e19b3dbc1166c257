/** How often in a row a page that ends at once is loaded again. */
const MOST = 3;
/** A page that lived so long did not end at its start. */
const LIVED_MS = 60_000;

/**
 * Decides whether a page whose process ended is loaded again. One that ends at its start would do so for ever, and with it
 * the processor and the disk would be busy; after a few times a person is asked.
 */
export class PageLoads {
  #inVain = 0;
  #loadedAt: number;

  constructor(now: number) {
    this.#loadedAt = now;
  }

  /** Whether to load the page again, which ended now. */
  mayLoad(now: number): boolean {
    this.#inVain = now - this.#loadedAt < LIVED_MS ? this.#inVain + 1 : 1;
    this.#loadedAt = now;
    return this.#inVain <= MOST;
  }

  /** A person wants it loaded again. */
  beginAnew(now: number): void {
    this.#inVain = 0;
    this.#loadedAt = now;
  }
}
