/** Maximum number of reloads in a row of a page that ends at its start. */
const MOST = 3;
/** A page that ran for at least this long, in milliseconds, did not end at its start. */
const LIVED_MS = 60_000;

/**
 * Decides whether a page whose process ended is reloaded. A page that ends at its start would reload forever and keep processor
 * and disk busy, so after a few times the person is asked.
 */
export class PageLoads {
  #inVain = 0;
  #loadedAt: number;

  constructor(now: number) {
    this.#loadedAt = now;
  }

  /** True if the page that has just ended may be reloaded. */
  mayLoad(now: number): boolean {
    this.#inVain = now - this.#loadedAt < LIVED_MS ? this.#inVain + 1 : 1;
    this.#loadedAt = now;
    return this.#inVain <= MOST;
  }

  /** Starts counting again, because a person wants the page reloaded. */
  beginAnew(now: number): void {
    this.#inVain = 0;
    this.#loadedAt = now;
  }
}
