/** Maximum bytes of requests in progress and unread answers, of all doors of a host together. */
export const MAX_WORK_BYTES = 268_435_456;
/** Milliseconds without reading after which any door disconnects a client when others need space. */
export const STALLED_MS = 10_000;

/** The part of a {@link WorkBudget} that one connection or request uses. */
export class Share {
  readonly #budget: WorkBudget;
  #bytes = 0;
  #isEnded = false;

  constructor(budget: WorkBudget) {
    this.#budget = budget;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Adds bytes, or subtracts them when negative. */
  add(bytes: number): void {
    if (this.#isEnded) return;
    this.#bytes += bytes;
    this.#budget.note(bytes);
  }

  /** Sets the number of bytes used. */
  hold(bytes: number): void {
    this.add(bytes - this.#bytes);
  }

  /** Releases everything; later calls have no effect. */
  end(): void {
    this.hold(0);
    this.#isEnded = true;
  }
}

/**
 * Bytes in use: requests in progress, space reserved for their answers, and unread answers. Each door asks for space before it
 * starts something; see docs/adr/0006.
 */
export class WorkBudget {
  readonly limit: number;
  readonly #relief = new Set<() => void>();
  #used = 0;

  constructor(limit: number = MAX_WORK_BYTES) {
    this.limit = limit;
  }

  get used(): number {
    return this.#used;
  }

  share(): Share {
    return new Share(this);
  }

  /** Whether this many bytes fit. If not, every door first disconnects clients that do not read. */
  hasRoom(bytes: number): boolean {
    if (this.#used + bytes > this.limit) for (const relieve of this.#relief) relieve();
    return this.#used + bytes <= this.limit;
  }

  /** Calls `relieve` when there is no room. */
  onShortage(relieve: () => void): void {
    this.#relief.add(relieve);
  }

  /** For {@link Share}. */
  note(bytes: number): void {
    this.#used += bytes;
  }
}
