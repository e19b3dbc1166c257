/** A clock that was set back: `from` is the time of the newest record until then, `to` the clock's time since. */
export interface ClockSetBack {
  from: string;
  to: string;
}

/**
 * Maximum amount by which record times are moved forward to stay in order, in milliseconds. Ordinary clock corrections are
 * smaller. With a larger difference, records would carry a wrong time for as long as it lasts.
 */
export const MAX_LIFT_MS = 300_000;

/**
 * Supplies the time for new records. It is the clock's time. While the clock is behind the newest record by at most {@link
 * MAX_LIFT_MS}, it is that record's time. Order never depends on it, but on `seq`.
 */
export class RecordClock {
  readonly #now: () => number;
  readonly #told: (setBack: ClockSetBack) => void;
  /** In milliseconds since 1970. */
  #newest: number;
  #setBack: ClockSetBack | null = null;

  /** @param newest Time of the newest record. @param told Called when the clock turns out to be far behind it. */
  constructor(now: () => number, newest: string | null, told: (setBack: ClockSetBack) => void) {
    this.#now = now;
    this.#told = told;
    this.#newest = newest === null ? 0 : Date.parse(newest);
    this.#look();
  }

  /** The last time that the clock was set back, as far as this process knows. */
  get setBack(): ClockSetBack | null {
    return this.#setBack;
  }

  /** The time for a record that is written now. */
  next(): string {
    this.#newest = Math.max(this.#look(), this.#newest);
    return new Date(this.#newest).toISOString();
  }

  /** Reads the clock, and detects when it was set back. */
  #look(): number {
    const now = this.#now();
    if (this.#newest - now <= MAX_LIFT_MS) return now;
    this.#setBack = { from: new Date(this.#newest).toISOString(), to: new Date(now).toISOString() };
    this.#newest = now;
    this.#told(this.#setBack);
    return now;
  }
}
