import type { Postings } from './postings.ts';
import { slotOf, weightOf } from './postings.ts';
import type { PlannedTerm, PlannedWord } from './query-plan.ts';
import { LEVEL } from './scoring.ts';
import { withRoom } from './typed-array.ts';

/**
 * Scores of all slots for one query at a time. The arrays are as long as the index and kept between queries; only what a
 * query touched is cleared, so a rare word costs nothing in a large index.
 */
export class Candidates {
  #score = new Float32Array(1024);
  #covered = new Float32Array(1024);
  #touched = new Uint32Array(1024);
  #count = 0;
  /** For words with several terms: the word a slot was last scored for, and with what. */
  #word = new Uint8Array(1024);
  #best = new Float32Array(1024);
  #bestCover = new Float32Array(1024);
  #postings = 0;

  /** Slots with a score, dead ones included, in no order. Holds until the next {@link Candidates.collect}. */
  get touched(): Uint32Array {
    return this.#touched.subarray(0, this.#count);
  }

  /** Postings read for the last query. */
  get postingsRead(): number {
    return this.#postings;
  }

  scoreOf(slot: number): number {
    return this.#score[slot] ?? 0;
  }

  /** Rarity of the query's words that the slot has. */
  coveredBy(slot: number): number {
    return this.#covered[slot] ?? 0;
  }

  /** Scores every slot below `slots` for these words. */
  collect(words: readonly PlannedWord[], postings: Postings, slots: number): void {
    this.#clear(slots);
    words.forEach(({ terms }, at) => {
      const [only] = terms;
      if (terms.length > 1) for (const term of terms) this.#addBest(term, at + 1, postings);
      else if (only) this.#add(only, postings);
    });
  }

  #clear(slots: number): void {
    for (let at = 0; at < this.#count; at++) {
      const slot = this.#touched[at] as number;
      this.#score[slot] = 0;
      this.#covered[slot] = 0;
      this.#word[slot] = 0;
    }
    this.#count = 0;
    this.#postings = 0;
    this.#score = withRoom(this.#score, slots);
    this.#covered = withRoom(this.#covered, slots);
    this.#touched = withRoom(this.#touched, slots);
    this.#word = withRoom(this.#word, slots);
    this.#best = withRoom(this.#best, slots);
    this.#bestCover = withRoom(this.#bestCover, slots);
  }

  #add({ term, worth, cover }: PlannedTerm, postings: Postings): void {
    const count = postings.read(term);
    const buffer = postings.buffer;
    const [score, covered, touched] = [this.#score, this.#covered, this.#touched];
    let found = this.#count;
    for (let at = 0; at < count; at++) {
      const posting = buffer[at] as number;
      const slot = slotOf(posting);
      if (score[slot] === 0) touched[found++] = slot;
      score[slot] = (score[slot] as number) + worth * LEVEL * weightOf(posting);
      covered[slot] = (covered[slot] as number) + cover;
    }
    this.#count = found;
    this.#postings += count;
  }

  /** As above, but of all terms of a word a slot keeps the best score and the best cover. */
  #addBest({ term, worth, cover }: PlannedTerm, word: number, postings: Postings): void {
    const count = postings.read(term);
    this.#postings += count;
    for (let at = 0; at < count; at++) {
      const posting = postings.buffer[at] as number;
      const slot = slotOf(posting);
      const value = worth * LEVEL * weightOf(posting);
      if (this.#word[slot] !== word) {
        if (this.#score[slot] === 0) this.#touched[this.#count++] = slot;
        this.#word[slot] = word;
        this.#best[slot] = 0;
        this.#bestCover[slot] = 0;
      }
      this.#score[slot] = (this.#score[slot] as number) + this.#gain(this.#best, slot, value);
      this.#covered[slot] = (this.#covered[slot] as number) + this.#gain(this.#bestCover, slot, cover);
    }
  }

  /** Notes the better of two values and answers by how much it grew. */
  #gain(best: Float32Array, slot: number, value: number): number {
    const gain = Math.fround(value) - (best[slot] as number);
    if (gain <= 0) return 0;
    best[slot] = value;
    return gain;
  }
}
