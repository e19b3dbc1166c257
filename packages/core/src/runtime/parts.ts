/** What a topic finds a part of the core by that is its own; `T` is the part. */
export interface PartKey<T> {
  /** For people who look for what is missing. */
  readonly name: string;
  /** There for the type alone. */
  readonly part?: T;
}

/** Parts of the core that the runtime knows nothing of: topics bring them, and ask for them by their keys. */
export class Parts {
  readonly #all = new Map<PartKey<unknown>, unknown>();

  /** Puts a part in its place, before anybody asks. */
  provide<T>(key: PartKey<T>, part: T): this {
    this.#all.set(key, part);
    return this;
  }

  /** The part. */
  of<T>(key: PartKey<T>): T {
    if (!this.#all.has(key)) throw new Error(`the core was made without ${key.name}`);
    return this.#all.get(key) as T;
  }
}
