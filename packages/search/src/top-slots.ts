/**
 * Keeps the best of many slots in a heap whose root is the worst one kept. Its memory does not depend on the number of slots
 * offered, and most are refused with one comparison of numbers. It is our own because each search offers it everything it finds:
 * a library's heap takes a third longer (ADR 37).
 */
export class TopSlots {
  readonly #limit: number;
  readonly #compareTied: (a: number, b: number) => number;
  readonly #slots: number[] = [];
  readonly #scores: number[] = [];

  /** `compareTied` orders slots of equal score: negative when the first is better, never 0. */
  constructor(limit: number, compareTied: (a: number, b: number) => number) {
    this.#limit = limit;
    this.#compareTied = compareTied;
  }

  offer(slot: number, score: number): void {
    const last = this.#slots.length;
    if (last < this.#limit) {
      this.#slots.push(slot);
      this.#scores.push(score);
      this.#rise(last);
      return;
    }
    if (last === 0 || score < (this.#scores[0] as number)) return;
    if (score === this.#scores[0] && this.#compareTied(slot, this.#slots[0] as number) > 0) return;
    this.#slots[0] = slot;
    this.#scores[0] = score;
    this.#sink();
  }

  /** The slots kept, in no order. */
  values(): readonly number[] {
    return this.#slots;
  }

  /** The slots kept, best first. */
  sorted(): number[] {
    const order = this.#slots.map((_, at) => at);
    return order.sort((a, b) => (this.#isBetter(a, b) ? -1 : 1)).map((at) => this.#slots[at] as number);
  }

  #isBetter(a: number, b: number): boolean {
    const difference = (this.#scores[a] as number) - (this.#scores[b] as number);
    if (difference !== 0) return difference > 0;
    return this.#compareTied(this.#slots[a] as number, this.#slots[b] as number) < 0;
  }

  #rise(from: number): void {
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (!this.#isBetter(parent, at)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  #sink(): void {
    for (let at = 0; ; ) {
      let worst = at;
      for (let child = 2 * at + 1; child <= 2 * at + 2 && child < this.#slots.length; child++) {
        if (this.#isBetter(worst, child)) worst = child;
      }
      if (worst === at) return;
      this.#swap(at, worst);
      at = worst;
    }
  }

  #swap(a: number, b: number): void {
    const slot = this.#slots[a] as number;
    const score = this.#scores[a] as number;
    this.#slots[a] = this.#slots[b] as number;
    this.#scores[a] = this.#scores[b] as number;
    this.#slots[b] = slot;
    this.#scores[b] = score;
  }
}
