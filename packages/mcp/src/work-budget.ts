/** Most bytes that requests in work and answers not yet read hold, through all doors of a host together. */
export const MAX_WORK_BYTES = 268_435_456;
/** A client that has read nothing for so many milliseconds is let go, at every door, when there is no room for others. */
export const STALLED_MS = 10_000;

/** What one connection or request holds of a {@link WorkBudget}. */
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

  /** Holds so many bytes more, or fewer. */
  add(bytes: number): void {
    if (this.#isEnded) return;
    this.#bytes += bytes;
    this.#budget.note(bytes);
  }

  /** Holds exactly so many bytes. */
  hold(bytes: number): void {
    this.add(bytes - this.#bytes);
  }

  /** Holds nothing any more, whatever is still given back. */
  end(): void {
    this.hold(0);
    this.#isEnded = true;
  }
}

/**
 * Bytes in work: requests on their way, room kept for their answers, and answers that nobody has read yet. Each door asks
 * whether there is room before it begins something; see docs/adr/0006.
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

  /** Whether so many bytes fit. If not, every door first lets go of clients that do not read. */
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
