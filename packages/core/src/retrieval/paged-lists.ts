import { grown } from './typed-array.ts';

/** Entries of a page; addresses are page × PAGE + offset. */
const PAGE_BITS = 16;
const PAGE = 1 << PAGE_BITS;
/** The first slice of a list has 2^2 entries, each next one twice as many, up to 2^11. One entry is the link. */
const FIRST_CLASS = 2;
const LAST_CLASS = 11;
const NONE = 0xffff_ffff;
/** Bytes per list in the tables beside the pages. */
const TABLE_BYTES = 15;

/**
 * Many growing lists of 32-bit numbers in few large arrays. A list is a chain of slices of doubling size, as in
 * Lucene's in-memory postings: most terms occur once or twice, and an array object for each would weigh more than what
 * it holds. Appending never moves anything, so there is no pause and no peak while an index grows.
 */
export class PagedLists {
  readonly #pages: Uint32Array[] = [];
  /** First unused entry of the last page. */
  #top = PAGE;
  readonly #free: number[][] = [];
  #head = new Uint32Array(1024);
  #tail = new Uint32Array(1024);
  /** Entries used in the last slice. */
  #used = new Uint16Array(1024);
  /** Size class of the last slice. */
  #class = new Uint8Array(1024);
  #length = new Uint32Array(1024);
  #lists = 0;
  #longest = 0;

  /** Makes an empty list and answers its number: 0, 1, 2 … */
  create(): number {
    const list = this.#lists++;
    if (list >= this.#head.length) this.#growTables();
    return list;
  }

  /** Entries of a list. */
  lengthOf(list: number): number {
    return this.#length[list] as number;
  }

  /** Entries that the longest list has ever had: a buffer of this size takes any list. */
  get longest(): number {
    return this.#longest;
  }

  append(list: number, value: number): void {
    const length = this.#length[list] as number;
    if (length === 0) this.#begin(list);
    else if (this.#used[list] === (1 << (this.#class[list] as number)) - 1) this.#extend(list);
    const address = (this.#tail[list] as number) + (this.#used[list] as number);
    (this.#pages[address >>> PAGE_BITS] as Uint32Array)[address & (PAGE - 1)] = value;
    this.#used[list] = (this.#used[list] as number) + 1;
    this.#length[list] = length + 1;
    if (length >= this.#longest) this.#longest = length + 1;
  }

  /** Copies a list to the start of `target` in the order of appending; answers its length. */
  copyTo(list: number, target: Uint32Array): number {
    let left = this.#length[list] as number;
    let address = this.#head[list] as number;
    let copied = 0;
    for (let sizeClass = FIRST_CLASS; left > 0; sizeClass = Math.min(sizeClass + 1, LAST_CLASS)) {
      const page = this.#pages[address >>> PAGE_BITS] as Uint32Array;
      const start = address & (PAGE - 1);
      const payload = (1 << sizeClass) - 1;
      const count = Math.min(left, payload);
      for (let at = 0; at < count; at++) target[copied + at] = page[start + at] as number;
      copied += count;
      left -= count;
      address = page[start + payload] as number;
    }
    return copied;
  }

  /** Puts the first `count` of `values` in the place of what the list held. */
  replace(list: number, values: Uint32Array, count: number): void {
    this.#release(list);
    this.#length[list] = 0;
    for (let at = 0; at < count; at++) this.append(list, values[at] as number);
  }

  /** Bytes held. */
  bytes(): number {
    return this.#pages.length * PAGE * 4 + this.#head.length * TABLE_BYTES;
  }

  #growTables(): void {
    const size = this.#head.length * 2;
    this.#head = grown(this.#head, size);
    this.#tail = grown(this.#tail, size);
    this.#used = grown(this.#used, size);
    this.#class = grown(this.#class, size);
    this.#length = grown(this.#length, size);
  }

  #begin(list: number): void {
    const address = this.#allocate(FIRST_CLASS);
    this.#head[list] = address;
    this.#tail[list] = address;
    this.#used[list] = 0;
    this.#class[list] = FIRST_CLASS;
  }

  #extend(list: number): void {
    const full = this.#class[list] as number;
    const next = Math.min(full + 1, LAST_CLASS);
    const address = this.#allocate(next);
    const link = (this.#tail[list] as number) + (1 << full) - 1;
    (this.#pages[link >>> PAGE_BITS] as Uint32Array)[link & (PAGE - 1)] = address;
    this.#tail[list] = address;
    this.#used[list] = 0;
    this.#class[list] = next;
  }

  #allocate(sizeClass: number): number {
    const freed = this.#free[sizeClass]?.pop();
    if (freed !== undefined) return freed;
    const size = 1 << sizeClass;
    if (this.#top + size > PAGE) {
      this.#pages.push(new Uint32Array(PAGE));
      this.#top = 0;
    }
    const address = (this.#pages.length - 1) * PAGE + this.#top;
    this.#top += size;
    return address;
  }

  #release(list: number): void {
    if (this.#length[list] === 0) return;
    const last = this.#tail[list] as number;
    let address = this.#head[list] as number;
    for (let sizeClass = FIRST_CLASS; address !== NONE; sizeClass = Math.min(sizeClass + 1, LAST_CLASS)) {
      const link = address + (1 << sizeClass) - 1;
      const next =
        address === last ? NONE : ((this.#pages[link >>> PAGE_BITS] as Uint32Array)[link & (PAGE - 1)] as number);
      this.#free[sizeClass] ??= [];
      this.#free[sizeClass]?.push(address);
      address = next;
    }
  }
}
