import { withRoom } from './typed-array.ts';

/** Number of address bits for an entry within a page; an address is page × PAGE + offset. */
const PAGE_BITS = 16;
const PAGE = 1 << PAGE_BITS;
/**
 * Sizes of slices, as powers of 2: the first slice of a list has 4 entries, and each next one twice as many, up to 2048. The last
 * entry of a slice is the address of the next slice.
 */
const FIRST_CLASS = 2;
const LAST_CLASS = 11;

/**
 * The fields of a list: address of its first slice, address of the next entry, entries left in the last slice, number of entries.
 */
const HEAD = 0;
const NEXT = 1;
const LEFT = 2;
const LENGTH = 3;
const FIELDS = 4;

function nextClass(sizeClass: number): number {
  return Math.min(sizeClass + 1, LAST_CLASS);
}

/** Number of values in a slice: all its entries but the link. */
function payloadOf(sizeClass: number): number {
  return (1 << sizeClass) - 1;
}

/**
 * Many growing lists of 32-bit numbers in few large arrays. A list is a chain of slices of doubling size, as in Lucene's
 * in-memory postings. Most terms occur once or twice, and an array object for each would take more memory than its contents.
 * Appending never moves existing values, so a growing index has no pauses and no peaks in memory.
 */
export class PagedLists {
  readonly #pages: Uint32Array[] = [];
  /** First unused entry of the last page. */
  #top = PAGE;
  readonly #free: number[][] = Array.from({ length: LAST_CLASS + 1 }, () => []);
  /** The fields of a list are adjacent: appending needs all of them, and they are rarely in the processor's cache. */
  #fields = new Uint32Array(1024 * FIELDS);
  #lists = 0;

  /** Creates an empty list and returns its number: 0, 1, 2 … */
  create(): number {
    this.#fields = withRoom(this.#fields, (this.#lists + 1) * FIELDS);
    return this.#lists++;
  }

  /** Number of values in a list. */
  lengthOf(list: number): number {
    return this.#fields[list * FIELDS + LENGTH] as number;
  }

  append(list: number, value: number): void {
    const fields = this.#fields;
    const at = list * FIELDS;
    if (fields[at + LEFT] === 0) this.#addSlice(at);
    const address = fields[at + NEXT] as number;
    (this.#pages[address >>> PAGE_BITS] as Uint32Array)[address & (PAGE - 1)] = value;
    fields[at + NEXT] = address + 1;
    fields[at + LEFT] = (fields[at + LEFT] as number) - 1;
    fields[at + LENGTH] = (fields[at + LENGTH] as number) + 1;
  }

  /** Copies a list to the start of `target`, in the order of appending, and returns its length. */
  copyTo(list: number, target: Uint32Array): number {
    let left = this.lengthOf(list);
    let address = this.#fields[list * FIELDS + HEAD] as number;
    let copied = 0;
    for (let sizeClass = FIRST_CLASS; left > 0; sizeClass = nextClass(sizeClass)) {
      const page = this.#pages[address >>> PAGE_BITS] as Uint32Array;
      const start = address & (PAGE - 1);
      const count = Math.min(left, payloadOf(sizeClass));
      for (let at = 0; at < count; at++) target[copied + at] = page[start + at] as number;
      copied += count;
      left -= count;
      address = page[start + payloadOf(sizeClass)] as number;
    }
    return copied;
  }

  /** Replaces the contents of a list by the first `count` of `values`. */
  replace(list: number, values: Uint32Array, count: number): void {
    this.#release(list);
    for (let at = 0; at < count; at++) this.append(list, values[at] as number);
  }

  /** Memory, in bytes. */
  bytes(): number {
    return this.#pages.length * PAGE * 4 + this.#fields.byteLength;
  }

  /** Adds a slice to a list whose last slice is full, or that has none yet. */
  #addSlice(at: number): void {
    const fields = this.#fields;
    const sizeClass = this.#classAfter(fields[at + LENGTH] as number);
    const address = this.#allocate(sizeClass);
    if (fields[at + LENGTH] === 0) fields[at + HEAD] = address;
    else this.#write(fields[at + NEXT] as number, address);
    fields[at + NEXT] = address;
    fields[at + LEFT] = payloadOf(sizeClass);
  }

  /** Size class of the slice that follows `length` values in full slices. */
  #classAfter(length: number): number {
    let sizeClass = FIRST_CLASS;
    for (let left = length; left > 0; sizeClass = nextClass(sizeClass)) {
      // All further slices have the same size, so there is no need to step through a long list.
      if (sizeClass === LAST_CLASS) return LAST_CLASS;
      left -= payloadOf(sizeClass);
    }
    return sizeClass;
  }

  #write(address: number, value: number): void {
    (this.#pages[address >>> PAGE_BITS] as Uint32Array)[address & (PAGE - 1)] = value;
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
    const at = list * FIELDS;
    let left = this.lengthOf(list);
    let address = this.#fields[at + HEAD] as number;
    for (let sizeClass = FIRST_CLASS; left > 0; sizeClass = nextClass(sizeClass)) {
      this.#free[sizeClass]?.push(address);
      left -= payloadOf(sizeClass);
      const link = address + payloadOf(sizeClass);
      address = (this.#pages[link >>> PAGE_BITS] as Uint32Array)[link & (PAGE - 1)] as number;
    }
    this.#fields.fill(0, at, at + FIELDS);
  }
}
