import { type Postings, slotOf, weightOf } from './postings.ts';
import type { PlannedTerm, PlannedWord } from './query-plan.ts';
import { LEVEL } from './scoring.ts';
import { withRoom } from './typed-array.ts';

/** If more than this share of all slots was touched, clearing whole arrays is faster than clearing the touched slots. */
const FILL_SHARE = 1 / 8;

/**
 * The scores of all slots for one query at a time. The arrays are as long as the index and are kept between queries. Usually only
 * the slots that a query touched are cleared, so a rare word costs nothing in a large index.
 */
export class Candidates {
  /** Two numbers per slot: its score and what it covers of the query. They are adjacent because both are needed together. */
  #sums = new Float32Array(2048);
  #touched = new Uint32Array(1024);
  #count = 0;
  /** For words with several terms: the word for which a slot was last scored, and its score and cover for that word. */
  #word = new Uint8Array(1024);
  #best = new Float32Array(2048);
  #postings = 0;

  /**
   * Slots with a score, in no order. Slots of removed lessons are among them. Valid until the next {@link Candidates.collect}.
   */
  get touched(): Uint32Array {
    return this.#touched.subarray(0, this.#count);
  }

  /** Postings read for the last query. */
  get postingsRead(): number {
    return this.#postings;
  }

  scoreOf(slot: number): number {
    return this.#sums[2 * slot] as number;
  }

  /** Total rarity of those words of the query that the lesson in this slot contains. */
  coveredBy(slot: number): number {
    return this.#sums[2 * slot + 1] as number;
  }

  /** Scores every slot for these words. All slots must be below `slots`. */
  collect(words: readonly PlannedWord[], postings: Postings, slots: number): void {
    this.#clear();
    this.#sums = withRoom(this.#sums, 2 * slots);
    this.#touched = withRoom(this.#touched, slots);
    this.#word = withRoom(this.#word, slots);
    this.#best = withRoom(this.#best, 2 * slots);
    words.forEach(({ terms }, at) => {
      const [only] = terms;
      if (terms.length > 1) for (const term of terms) this.#addBest(term, at + 1, postings);
      else if (only) this.#add(only, postings);
    });
  }

  #clear(): void {
    if (this.#count > this.#word.length * FILL_SHARE) {
      this.#sums.fill(0);
      this.#word.fill(0);
    } else {
      for (let at = 0; at < this.#count; at++) {
        const slot = this.#touched[at] as number;
        this.#sums[2 * slot] = 0;
        this.#sums[2 * slot + 1] = 0;
        this.#word[slot] = 0;
      }
    }
    this.#count = 0;
    this.#postings = 0;
  }

  #add({ term, worth, cover }: PlannedTerm, postings: Postings): void {
    const count = postings.read(term);
    const buffer = postings.buffer;
    const sums = this.#sums;
    const touched = this.#touched;
    const perLevel = worth * LEVEL;
    let found = this.#count;
    for (let at = 0; at < count; at++) {
      const posting = buffer[at] as number;
      const slot = slotOf(posting);
      const before = sums[2 * slot] as number;
      if (before === 0) touched[found++] = slot;
      sums[2 * slot] = before + perLevel * weightOf(posting);
      sums[2 * slot + 1] = (sums[2 * slot + 1] as number) + cover;
    }
    this.#count = found;
    this.#postings += count;
  }

  /** Like `#add`, but a slot gets the best score and the best cover among all terms of the word. */
  #addBest({ term, worth, cover }: PlannedTerm, word: number, postings: Postings): void {
    const count = postings.read(term);
    this.#postings += count;
    const perLevel = worth * LEVEL;
    for (let at = 0; at < count; at++) {
      const posting = postings.buffer[at] as number;
      const slot = slotOf(posting);
      if (this.#word[slot] !== word) {
        if (this.#sums[2 * slot] === 0) this.#touched[this.#count++] = slot;
        this.#word[slot] = word;
        this.#best[2 * slot] = 0;
        this.#best[2 * slot + 1] = 0;
      }
      this.#raise(2 * slot, perLevel * weightOf(posting));
      this.#raise(2 * slot + 1, cover);
    }
  }

  /** Raises what a word has added to a sum to `value`, if `value` is larger. */
  #raise(at: number, value: number): void {
    const gain = Math.fround(value) - (this.#best[at] as number);
    if (gain <= 0) return;
    this.#best[at] = value;
    this.#sums[at] = (this.#sums[at] as number) + gain;
  }
}
