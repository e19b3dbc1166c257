import { withRoom } from './typed-array.ts';

const FIRST_HASH = 0x811c9dc5;
const HASH_PRIME = 0x01000193;

/** Hash of the empty string (FNV-1a over UTF-16 units). */
export const EMPTY_HASH = FIRST_HASH | 0;

/** Extends a hash by one character. */
export function hashWith(hash: number, code: number): number {
  return Math.imul(hash ^ code, HASH_PRIME);
}

/** Characters as UTF-16 units, or as bytes if they are ASCII. */
type Codes = Uint8Array | Uint16Array;

/**
 * Numbers strings from 1 and finds them by their characters, even within a longer text. Half a million words as strings in a Map
 * would take twice the memory, would slow down every garbage collection, and would need a new string for each word that is read.
 */
export class StringTable {
  /** A hash table with open addressing: number and hash of each string, side by side. Number 0 marks a free place. */
  #places = new Int32Array(2 * 4096);
  /** Start of each string in `#characters`; it ends where the next one starts. */
  #start = new Uint32Array(1024);
  #characters = new Uint16Array(8192);
  #used = 0;
  #encoded = new Uint16Array(256);
  #size = 0;

  /** Number of strings; also the largest number. */
  get size(): number {
    return this.#size;
  }

  /** The number of a string, or 0 if it is not in the table. */
  find(text: string): number {
    const hash = this.#encode(text);
    return this.findAt(this.#encoded, 0, text.length, hash);
  }

  /** The number of the string from `start` to `end`, or 0. `hash` must be the hash of its characters. */
  findAt(codes: Codes, start: number, end: number, hash: number): number {
    const places = this.#places;
    const mask = places.length - 2;
    for (let at = (hash << 1) & mask; places[at] !== 0; at = (at + 2) & mask) {
      if (places[at + 1] === hash && this.#holds(places[at] as number, codes, start, end)) return places[at] as number;
    }
    return 0;
  }

  /** Adds a string that is not in the table yet and returns its number. */
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

  /** Memory, in bytes. */
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

  /** Writes the characters of a string to `#encoded` and returns their hash. */
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
