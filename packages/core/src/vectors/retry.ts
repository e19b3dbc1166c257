/** First pause after a failure, in milliseconds; doubled with each further one up to the maximum. */
const FIRST_MS = 5000;
const LONGEST_MS = 600_000;
/** Maximum pause that a server may request, in milliseconds. */
const LONGEST_ASKED_MS = 3_600_000;

/** Schedules retries after failures. Calls back after each pause; does not keep the process alive. */
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

  /** Milliseconds until the next attempt; 0 when it is due. */
  remaining(): number {
    return Math.max(0, this.#at - performance.now());
  }

  /** Notes a failure. `asked` is the pause that the server requested, if any. */
  failed(asked: number | null): void {
    const usual = Math.min(LONGEST_MS, this.#firstMs * 2 ** this.#failures);
    const delay = Math.min(LONGEST_ASKED_MS, Math.max(usual, asked ?? 0));
    this.#failures++;
    this.#at = performance.now() + delay;
    if (this.#timer) clearTimeout(this.#timer);
    // One millisecond more, so that `remaining` is 0 by then.
    this.#timer = setTimeout(this.#due, delay + 1).unref();
  }

  /** Notes a success, or that another endpoint is used. */
  reset(): void {
    this.#failures = 0;
    this.#at = Number.NEGATIVE_INFINITY;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
