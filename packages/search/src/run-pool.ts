import { withRoom } from './typed-array.ts';

const PAGE_BITS = 16;
const PAGE = 1 << PAGE_BITS;
/** A run takes a multiple of this many entries, so that the space of a freed run fits another of about the same length. */
const STEP = 8;

/** Maximum length of a run, in entries. */
export const MAX_RUN = PAGE;

/** Holds one run of numbers per slot, such as the words of a lesson in order. A slot must be freed before it is written again. */
export class RunPool {
  readonly #pages: Uint32Array[] = [];
  #top = PAGE;
  readonly #free = new Map<number, number[]>();
  #address = new Uint32Array(1024);
  #length = new Uint32Array(1024);

  /** Stores the first `count` of `values` as the run of `slot`. Values beyond {@link MAX_RUN} are left out. */
  set(slot: number, values: Uint32Array, count: number): void {
    this.#address = withRoom(this.#address, slot + 1);
    this.#length = withRoom(this.#length, slot + 1);
    const length = Math.min(count, MAX_RUN);
    const address = this.#allocate(Math.ceil(length / STEP) * STEP);
    const page = this.#pages[address >>> PAGE_BITS];
    page?.set(values.subarray(0, length), address & (PAGE - 1));
    this.#address[slot] = address;
    this.#length[slot] = length;
  }

  /** The run of a slot, as a view that is valid until the slot is freed. */
  get(slot: number): Uint32Array {
    const address = this.#address[slot] ?? 0;
    const start = address & (PAGE - 1);
    const page = this.#pages[address >>> PAGE_BITS] ?? EMPTY;
    return page.subarray(start, start + (this.#length[slot] ?? 0));
  }

  free(slot: number): void {
    const size = Math.ceil((this.#length[slot] ?? 0) / STEP) * STEP;
    this.#length[slot] = 0;
    if (size === 0) return;
    const sameSize = this.#free.get(size);
    if (sameSize) sameSize.push(this.#address[slot] as number);
    else this.#free.set(size, [this.#address[slot] as number]);
  }

  /** Memory, in bytes. */
  bytes(): number {
    return this.#pages.length * PAGE * 4 + this.#address.length * 8;
  }

  #allocate(size: number): number {
    if (size === 0) return 0;
    const freed = this.#free.get(size)?.pop();
    if (freed !== undefined) return freed;
    if (this.#top + size > PAGE) {
      this.#pages.push(new Uint32Array(PAGE));
      this.#top = 0;
    }
    const address = (this.#pages.length - 1) * PAGE + this.#top;
    this.#top += size;
    return address;
  }
}

const EMPTY = new Uint32Array(0);
