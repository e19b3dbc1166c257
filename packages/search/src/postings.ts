import { PagedLists } from './paged-lists.ts';
import { withRoom } from './typed-array.ts';

/** A posting is slot × 256 + weight. */
const WEIGHT_BITS = 8;
const WEIGHT_MASK = 0xff;
/** Slots that fit a posting: more lessons than any data folder will hold. */
export const MAX_SLOTS = 2 ** (32 - WEIGHT_BITS);
/** Dead slots are swept out once they are this many and a quarter of the living. */
const MIN_DEAD = 512;
const DEAD_SHARE = 0.25;
/** Postings looked at per change while a sweep is on: some microseconds, and no pause ever. */
const SWEEP_STEP = 4096;

/** Slot of a posting. */
export function slotOf(posting: number): number {
  return posting >>> WEIGHT_BITS;
}

/** Weight of a posting, 1 to 255. */
export function weightOf(posting: number): number {
  return posting & WEIGHT_MASK;
}

/**
 * Term → the slots that hold it, with weights. A removed slot stays in the lists until a sweep through all of them has
 * passed; only then is it handed out again. The sweep goes in small steps with every change of the index.
 */
export class Postings {
  readonly #lists = new PagedLists();
  #terms = 0;
  #buffer = new Uint32Array(1024);
  #dead: number[] = [];
  /** Slots that were dead when the running sweep began, and the term it is at. */
  #sweeping: ReadonlySet<number> | null = null;
  #nextTerm = 0;

  add(term: number, slot: number, weight: number): void {
    for (; this.#terms <= term; this.#terms++) this.#lists.create();
    this.#lists.append(term, ((slot << WEIGHT_BITS) | weight) >>> 0);
  }

  /** Copies the postings of a term into {@link Postings.buffer}; answers how many. Those of dead slots are among them. */
  read(term: number): number {
    if (term >= this.#terms) return 0;
    this.#buffer = withRoom(this.#buffer, this.#lists.lengthOf(term));
    return this.#lists.copyTo(term, this.#buffer);
  }

  /** What the last {@link Postings.read} copied. */
  get buffer(): Uint32Array {
    return this.#buffer;
  }

  /** The lesson in this slot is gone. */
  bury(slot: number): void {
    this.#dead.push(slot);
  }

  /** One step of sweeping, when due. Answers the slots that may be used again, most times none. */
  sweep(living: number, budget = SWEEP_STEP): readonly number[] {
    if (!this.#sweeping) {
      if (this.#dead.length < Math.max(MIN_DEAD, DEAD_SHARE * living)) return [];
      this.#sweeping = new Set(this.#dead);
      this.#dead = [];
      this.#nextTerm = 0;
    }
    return this.#advance(this.#sweeping, budget);
  }

  /** Bytes held. */
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

  /** Takes postings of these slots out of one list; answers how many were looked at. */
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
