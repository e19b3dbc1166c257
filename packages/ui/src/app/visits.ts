/** As many entries as anybody goes back through. */
const MOST = 50;

/** What was kept of the entries of a history, by their keys. */
export class Visits<T> {
  readonly #kept = new Map<string, T>();
  #current: string;

  constructor(current: string) {
    this.#current = current;
  }

  /** The current entry is replaced: what is kept later is kept for the new one. */
  rename(key: string): void {
    this.#current = key;
  }

  /** Leaves the current entry with what is to be kept of it for another one; returns what was kept of that. */
  go(key: string, kept: T): T | undefined {
    this.#kept.delete(this.#current);
    this.#kept.set(this.#current, kept);
    this.#current = key;
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST && oldest !== undefined) this.#kept.delete(oldest);
    return this.#kept.get(key);
  }
}
