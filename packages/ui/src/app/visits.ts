/** Maximum number of history entries that are remembered. */
const MOST = 50;

/** Values kept for entries of the history, by their keys. */
export class Visits<T> {
  readonly #kept = new Map<string, T>();
  #current: string;

  constructor(current: string) {
    this.#current = current;
  }

  /** The current entry was replaced; values are kept for the new key from now on. */
  rename(key: string): void {
    this.#current = key;
  }

  /** Leaves the current entry, keeping `kept` for it, and goes to another; returns the value kept for that one. */
  go(key: string, kept: T): T | undefined {
    this.#kept.delete(this.#current);
    this.#kept.set(this.#current, kept);
    this.#current = key;
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST && oldest !== undefined) this.#kept.delete(oldest);
    return this.#kept.get(key);
  }
}
