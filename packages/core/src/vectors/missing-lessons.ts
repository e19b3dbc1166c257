/**
 * Lessons without a vector, last added first. Lessons are compared in the order they were stored, and then as they are written,
 * so new ones come before old ones and the newest of the old ones before the rest.
 */
export class MissingLessons {
  readonly #ids = new Set<string>();
  /** In the order of addition. May contain duplicates and lessons no longer missing, which are dropped later. */
  #order: string[] = [];

  get size(): number {
    return this.#ids.size;
  }

  /** Adds a lesson, or moves it to the front. */
  add(id: string): void {
    if (this.#order.at(-1) !== id) this.#order.push(id);
    this.#ids.add(id);
  }

  delete(id: string): void {
    this.#ids.delete(id);
    if (this.#ids.size === 0) this.#order = [];
  }

  /** The first `count` lessons. */
  first(count: number): string[] {
    while (this.#order.length > 0 && !this.#ids.has(this.#order.at(-1) as string)) this.#order.pop();
    const found = new Set<string>();
    for (let at = this.#order.length - 1; at >= 0 && found.size < count; at--) {
      const id = this.#order[at] as string;
      if (this.#ids.has(id)) found.add(id);
    }
    return [...found];
  }
}
