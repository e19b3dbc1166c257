/** Number of refusals that count. */
const AGAIN_AFTER = 3;
/** Refusals further apart than this are no row, in milliseconds: calls that were accepted in between are not reported. */
const ROW_MS = 300_000;
/** Refusals this close are of calls that were made beside each other, which are one try. */
const BESIDE_MS = 1000;
/** Maximum number of calls that are remembered; the one refused longest ago is dropped first. */
const MAX_CALLS = 500;

interface Refusals {
  times: number;
  at: number;
  isTold: boolean;
}

/**
 * Counts calls that an agent's program refused in the same way, such as edits that do not fit their file. A transcript says more of
 * them, but is read too late: an agent tries a few times within a minute, and nothing else of it fails meanwhile.
 */
export class RefusedCalls {
  readonly #calls = new Map<string, Refusals>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Notes a refusal. True when it is one too many, once per row. */
  isAgain(session: string, call: string): boolean {
    const key = `${session}\n${call}`;
    const now = this.#now();
    const before = this.#calls.get(key);
    const isRow = before !== undefined && now - before.at <= ROW_MS;
    const times = !isRow ? 1 : now - before.at < BESIDE_MS ? before.times : before.times + 1;
    const isAgain = times >= AGAIN_AFTER && !(isRow && before.isTold);
    this.#calls.delete(key);
    this.#calls.set(key, { times, at: now, isTold: isAgain || (isRow && before.isTold) });
    for (const oldest of this.#calls.keys()) {
      if (this.#calls.size <= MAX_CALLS) break;
      this.#calls.delete(oldest);
    }
    return isAgain;
  }
}
