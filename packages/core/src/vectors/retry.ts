/** First pause after a failure, in milliseconds; doubled with each further one up to the longest. */
const FIRST_MS = 5000;
const LONGEST_MS = 600_000;
/** Longest pause that a server may ask for, in milliseconds. */
const LONGEST_ASKED_MS = 3_600_000;

/** When to try something again that failed. Calls back once each pause is over; keeps no process alive. */
export class Retry {
  readonly #due: () => void;
  readonly #firstMs: number;
  #failures = 0;
  #at = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | null = null;

  constructor(due: () => void, firstMs: number = FIRST_MS) {
    this.#due = due;
    this.#firstMs = firstMs;
  }

  /** Milliseconds until it is time; 0 when it is. */
  remaining(): number {
    return Math.max(0, this.#at - performance.now());
  }

  /** It failed. `asked` is the pause that the server wants, if it said. */
  failed(asked: number | null): void {
    const usual = Math.min(LONGEST_MS, this.#firstMs * 2 ** this.#failures);
    const delay = Math.min(LONGEST_ASKED_MS, Math.max(usual, asked ?? 0));
    this.#failures++;
    this.#at = performance.now() + delay;
    if (this.#timer) clearTimeout(this.#timer);
    // A little later, so that nothing remains.
    this.#timer = setTimeout(this.#due, delay + 1).unref();
  }

  /** It worked, or it is another thing now. */
  reset(): void {
    this.#failures = 0;
    this.#at = Number.NEGATIVE_INFINITY;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
