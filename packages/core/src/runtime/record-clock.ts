/** A clock that was put back: `from` is the time of the newest record until then, `to` what the clock says since. */
export interface ClockSetBack {
  from: string;
  to: string;
}

/**
 * How far the times of records are lifted so that they do not run backwards, in milliseconds. What clocks are put right by
 * lies within it; a record that says another time than a clock by more would be a lie for as long as that lasts.
 */
export const MAX_LIFT_MS = 300_000;

/**
 * The time that records are stamped with. It is the clock's; while the clock is behind the newest record by at most
 * {@link MAX_LIFT_MS}, it is that record's. The order of records is never taken from it, but from `seq`.
 */
export class RecordClock {
  readonly #now: () => number;
  readonly #told: (setBack: ClockSetBack) => void;
  /** In milliseconds since 1970. */
  #newest: number;
  #setBack: ClockSetBack | null = null;

  /** @param newest Time of the newest record there is. @param told Called when the clock turns out to be far behind it. */
  constructor(now: () => number, newest: string | null, told: (setBack: ClockSetBack) => void) {
    this.#now = now;
    this.#told = told;
    this.#newest = newest === null ? 0 : Date.parse(newest);
    this.#look();
  }

  /** The last time that the clock was put back, as far as this process knows. */
  get setBack(): ClockSetBack | null {
    return this.#setBack;
  }

  /** Time for a record that is written now. */
  next(): string {
    this.#newest = Math.max(this.#look(), this.#newest);
    return new Date(this.#newest).toISOString();
  }

  /** What the clock says. */
  #look(): number {
    const now = this.#now();
    if (this.#newest - now <= MAX_LIFT_MS) return now;
    this.#setBack = { from: new Date(this.#newest).toISOString(), to: new Date(now).toISOString() };
    this.#newest = now;
    this.#told(this.#setBack);
    return now;
  }
}
