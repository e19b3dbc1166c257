import { PagedLists } from './paged-lists.ts';
import { withRoom } from './typed-array.ts';

/** A posting is one number, slot × 256 + weight. */
const WEIGHT_BITS = 8;
const WEIGHT_MASK = 0xff;
/** Number of slots that a posting can name: more lessons than any data folder will hold. */
export const MAX_SLOTS = 2 ** (32 - WEIGHT_BITS);
/**
 * A sweep begins when there are at least this many dead slots, and at least a quarter as many as living ones. A slot is dead when
 * its lesson was removed but postings still name it.
 */
const MIN_DEAD = 512;
const DEAD_SHARE = 0.25;
/**
 * Number of postings that one step of a sweep visits. Each change of the index makes one step: it takes some microseconds, so
 * that there is never a pause.
 */
const SWEEP_STEP = 4096;

/** The slot of a posting. */
export function slotOf(posting: number): number {
  return posting >>> WEIGHT_BITS;
}

/** The weight of a posting, 1 to 255. */
export function weightOf(posting: number): number {
  return posting & WEIGHT_MASK;
}

/**
 * For each term, the slots of the lessons with this term, with weights. The slot of a removed lesson stays in the lists until a
 * sweep has gone through all of them. Only then can it be reused. The sweep advances in small steps, one with every change of the
 * index.
 */
export class Postings {
  readonly #lists = new PagedLists();
  #terms = 0;
  #buffer = new Uint32Array(1024);
  #dead: number[] = [];
  /** The slots that were dead when the current sweep began, and the term that comes next. */
  #sweeping: ReadonlySet<number> | null = null;
  #nextTerm = 0;

  add(term: number, slot: number, weight: number): void {
    for (; this.#terms <= term; this.#terms++) this.#lists.create();
    this.#lists.append(term, ((slot << WEIGHT_BITS) | weight) >>> 0);
  }

  /** Copies the postings of a term into {@link Postings.buffer} and returns their number. Postings of dead slots are included. */
  read(term: number): number {
    if (term >= this.#terms) return 0;
    this.#buffer = withRoom(this.#buffer, this.#lists.lengthOf(term));
    return this.#lists.copyTo(term, this.#buffer);
  }

  /** The postings that the last {@link Postings.read} copied. */
  get buffer(): Uint32Array {
    return this.#buffer;
  }

  /** Marks a slot as dead: its lesson was removed. */
  bury(slot: number): void {
    this.#dead.push(slot);
  }

  /** Makes one step of a sweep, if one is due. Returns the slots that may be reused, usually none. */
  sweep(living: number, budget = SWEEP_STEP): readonly number[] {
    if (!this.#sweeping) {
      if (this.#dead.length < Math.max(MIN_DEAD, DEAD_SHARE * living)) return [];
      this.#sweeping = new Set(this.#dead);
      this.#dead = [];
      this.#nextTerm = 0;
    }
    return this.#advance(this.#sweeping, budget);
  }

  /** Memory, in bytes. */
  bytes(): number {
    return this.#lists.bytes() + this.#buffer.byteLength;
  }

  #advance(dead: ReadonlySet<number>, budget: number): readonly number[] {
    for (let left = budget; left > 0 && this.#nextTerm < this.#terms; this.#nextTerm++) {
      left -= 1 + this.#withoutSlots(this.#nextTerm, dead);
    }
    if (this.#nextTerm < this.#terms) return [];
    this.#sweeping = null;
    return [...dead];
  }

  /** Removes the postings of these slots from the list of a term; returns how many postings it visited. */
  #withoutSlots(term: number, slots: ReadonlySet<number>): number {
    const count = this.read(term);
    let kept = 0;
    for (let at = 0; at < count; at++) {
      const posting = this.#buffer[at] as number;
      if (!slots.has(slotOf(posting))) this.#buffer[kept++] = posting;
    }
    if (kept < count) this.#lists.replace(term, this.#buffer, kept);
    return count;
  }
}
