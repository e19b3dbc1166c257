/** The key of a part of type `T` that a topic adds to the core. */
export interface PartKey<T> {
  /** Name for error messages. */
  readonly name: string;
  /** Never set; it only carries the type. */
  readonly part?: T;
}

/** Parts of the core that topics add and look up by key. The runtime knows nothing about them. */
export class Parts {
  readonly #all = new Map<PartKey<unknown>, unknown>();

  /** Adds a part. Call it before any request. */
  provide<T>(key: PartKey<T>, part: T): this {
    this.#all.set(key, part);
    return this;
  }

  /** Gets a part. */
  of<T>(key: PartKey<T>): T {
    if (!this.#all.has(key)) throw new Error(`the core was made without ${key.name}`);
    return this.#all.get(key) as T;
  }
}
