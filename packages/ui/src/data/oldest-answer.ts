import type { Position } from '@twicewise/contract';

/** The oldest state of the memory that any answer was from. */
export class OldestAnswer {
  #oldest: Position | null = null;
  /** Answers of several hosts, or of one that does not say, cannot be compared. */
  #isKnown = true;

  /** Notes the state that an answer was from; null when the host did not say. */
  note(position: Position | null): void {
    if (position === null || (this.#oldest !== null && this.#oldest.epoch !== position.epoch)) this.#isKnown = false;
    if (position !== null && (this.#oldest === null || position.revision < this.#oldest.revision))
      this.#oldest = position;
  }

  /** True if no answer was from before this state. */
  isUpTo({ epoch, revision }: Position): boolean {
    if (!this.#isKnown) return false;
    return this.#oldest === null || (this.#oldest.epoch === epoch && this.#oldest.revision >= revision);
  }
}
