/** Maximum number of reloads in a row of a page that ends at once. */
const MOST = 3;
/** A page that lived this long, in milliseconds, did not end at its start. */
const LIVED_MS = 60_000;

/**
 * Decides whether a page whose process ended is loaded again. A page that ends at its start would reload for ever and keep
 * processor and disk busy, so after a few times the person is asked.
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
