import { withRoom } from './typed-array.ts';

const FIRST_HASH = 0x811c9dc5;
const HASH_PRIME = 0x01000193;

/** Hash of no characters (FNV-1a over UTF-16 units). */
export const EMPTY_HASH = FIRST_HASH | 0;

/** Hash with one more character. */
export function hashWith(hash: number, code: number): number {
  return Math.imul(hash ^ code, HASH_PRIME);
}

/** Characters as UTF-16 units, or as bytes where they are ASCII. */
type Codes = Uint8Array | Uint16Array;

/**
 * Strings as numbers from 1, found by their characters where they stand in a text. Half a million words as strings in a
 * Map would be twice as much memory, work for every garbage collection, and one new string for each word that is read.
 */
export class StringTable {
  /** Open addressing: number and hash side by side; number 0 is free. */
  #places = new Int32Array(2 * 4096);
  /** Where each string begins; it ends where the next one begins. */
  #start = new Uint32Array(1024);
  #characters = new Uint16Array(8192);
  #used = 0;
  #encoded = new Uint16Array(256);
  #size = 0;

  /** Strings there are; the largest number. */
  get size(): number {
    return this.#size;
  }

  /** The number of a string, or 0. */
  find(text: string): number {
    const hash = this.#encode(text);
    return this.findAt(this.#encoded, 0, text.length, hash);
  }

  /** The number of the string at `start` … `end`, or 0. `hash` is that of its characters. */
  findAt(codes: Codes, start: number, end: number, hash: number): number {
    const places = this.#places;
    const mask = places.length - 2;
    for (let at = (hash << 1) & mask; places[at] !== 0; at = (at + 2) & mask) {
      if (places[at + 1] === hash && this.#holds(places[at] as number, codes, start, end)) return places[at] as number;
    }
    return 0;
  }

  /** Adds a string that is not there and answers its number. */
  add(text: string): number {
    if (this.#size * 4 >= this.#places.length) this.#grow();
    const hash = this.#encode(text);
    const number = ++this.#size;
    this.#start = withRoom(this.#start, number + 2);
    this.#characters = withRoom(this.#characters, this.#used + text.length);
    this.#characters.set(this.#encoded.subarray(0, text.length), this.#used);
    this.#used += text.length;
    this.#start[number + 1] = this.#used;
    this.#place(number, hash);
    return number;
  }

  text(number: number): string {
    return String.fromCharCode(...this.#characters.subarray(this.#start[number], this.#start[number + 1]));
  }

  lengthOf(number: number): number {
    return (this.#start[number + 1] as number) - (this.#start[number] as number);
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
    return this.#places.byteLength + this.#start.byteLength + this.#characters.byteLength;
  }

  #holds(number: number, codes: Codes, start: number, end: number): boolean {
    const first = this.#start[number] as number;
    const length = (this.#start[number + 1] as number) - first;
    if (length !== end - start) return false;
    for (let at = 0; at < length; at++) {
      if (this.#characters[first + at] !== codes[start + at]) return false;
    }
    return true;
  }

  /** Writes the characters of a string to `#encoded`; answers their hash. */
  #encode(text: string): number {
    this.#encoded = withRoom(this.#encoded, text.length);
    let hash = EMPTY_HASH;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      this.#encoded[at] = code;
      hash = hashWith(hash, code);
    }
    return hash;
  }

  #place(number: number, hash: number): void {
    const mask = this.#places.length - 2;
    let at = (hash << 1) & mask;
    while (this.#places[at] !== 0) at = (at + 2) & mask;
    this.#places[at] = number;
    this.#places[at + 1] = hash;
  }

  #grow(): void {
    const old = this.#places;
    this.#places = new Int32Array(old.length * 2);
    for (let at = 0; at < old.length; at += 2) {
      if (old[at] !== 0) this.#place(old[at] as number, old[at + 1] as number);
    }
  }
}
