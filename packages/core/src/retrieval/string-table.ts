import { withRoom } from './typed-array.ts';

const FIRST_HASH = 0x811c9dc5;
const HASH_PRIME = 0x01000193;

/** Hash of no characters (FNV-1a over UTF-16 units). */
export const EMPTY_HASH = FIRST_HASH;

/** Hash with one more character. */
export function hashWith(hash: number, code: number): number {
  return Math.imul(hash ^ code, HASH_PRIME);
}

function hashOf(text: string): number {
  let hash = EMPTY_HASH;
  for (let at = 0; at < text.length; at++) hash = hashWith(hash, text.charCodeAt(at));
  return hash;
}

/** Longest string, in UTF-16 units. */
export const MAX_STRING = 255;

/**
 * Strings as numbers from 1, found by their characters where they stand in a text. Half a million words as strings in a
 * Map would be twice as much memory, work for every garbage collection, and one new string for each word that is read.
 */
export class StringTable {
  /** Open addressing; 0 is free. */
  #numbers = new Uint32Array(4096);
  #hashes = new Int32Array(4096);
  #start = new Uint32Array(1024);
  #length = new Uint8Array(1024);
  #characters = new Uint16Array(8192);
  #used = 0;
  #size = 0;

  /** Strings there are; the largest number. */
  get size(): number {
    return this.#size;
  }

  /** The number of a string, or 0. */
  find(text: string): number {
    return this.findAt(text, 0, text.length, hashOf(text));
  }

  /** The number of the string at `start` … `end`, or 0. `hash` is that of its characters. */
  findAt(text: string, start: number, end: number, hash: number): number {
    const mask = this.#numbers.length - 1;
    for (let at = hash & mask; this.#numbers[at] !== 0; at = (at + 1) & mask) {
      const number = this.#numbers[at] as number;
      if (this.#hashes[at] !== hash || this.#length[number] !== end - start) continue;
      if (this.#holds(number, text, start)) return number;
    }
    return 0;
  }

  /** Adds a string that is not there; what is behind {@link MAX_STRING} is the caller's to cut. */
  add(text: string): number {
    if (text.length > MAX_STRING) throw new RangeError(`A string here has at most ${MAX_STRING} characters.`);
    if (this.#size * 2 >= this.#numbers.length) this.#grow();
    const number = ++this.#size;
    this.#start = withRoom(this.#start, number + 1);
    this.#length = withRoom(this.#length, number + 1);
    this.#characters = withRoom(this.#characters, this.#used + text.length);
    this.#start[number] = this.#used;
    this.#length[number] = text.length;
    for (let at = 0; at < text.length; at++) this.#characters[this.#used++] = text.charCodeAt(at);
    this.#place(number, hashOf(text));
    return number;
  }

  text(number: number): string {
    const start = this.#start[number] as number;
    return String.fromCharCode(...this.#characters.subarray(start, start + (this.#length[number] as number)));
  }

  lengthOf(number: number): number {
    return this.#length[number] as number;
  }

  startsWith(number: number, prefix: string): boolean {
    if (this.lengthOf(number) < prefix.length) return false;
    const start = this.#start[number] as number;
    for (let at = 0; at < prefix.length; at++) {
      if (this.#characters[start + at] !== prefix.charCodeAt(at)) return false;
    }
    return true;
  }

  /** Bytes held. */
  bytes(): number {
    return this.#numbers.length * 8 + this.#start.length * 5 + this.#characters.length * 2;
  }

  /** Whether the text goes on with this string from `start`. */
  #holds(number: number, text: string, start: number): boolean {
    const first = this.#start[number] as number;
    const length = this.#length[number] as number;
    for (let at = 0; at < length; at++) {
      if (this.#characters[first + at] !== text.charCodeAt(start + at)) return false;
    }
    return true;
  }

  #place(number: number, hash: number): void {
    const mask = this.#numbers.length - 1;
    let at = hash & mask;
    while (this.#numbers[at] !== 0) at = (at + 1) & mask;
    this.#numbers[at] = number;
    this.#hashes[at] = hash;
  }

  #grow(): void {
    const [numbers, hashes] = [this.#numbers, this.#hashes];
    this.#numbers = new Uint32Array(numbers.length * 2);
    this.#hashes = new Int32Array(numbers.length * 2);
    for (let at = 0; at < numbers.length; at++) {
      if (numbers[at] !== 0) this.#place(numbers[at] as number, hashes[at] as number);
    }
  }
}
