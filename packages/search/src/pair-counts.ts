const FIRST_PLACES = 4096;
/** A pair is kept as one number. It is exact as long as both parts are below 2³² and the first is below 2²⁰. */
const FIRST_PART = 2 ** 32;

/**
 * Counts pairs of numbers, with open addressing: a Map of half a million pairs would take four times the memory. A pair whose
 * count falls to 0 keeps its place until the table grows.
 */
export class PairCounts {
  #keys = new Float64Array(FIRST_PLACES);
  #counts = new Uint32Array(FIRST_PLACES);
  #used = 0;

  /** How often the pair was counted up, minus how often it was counted down. `first` and `second` are 1 or more. */
  get(first: number, second: number): number {
    return this.#counts[this.#placeOf(first, second)] as number;
  }

  up(first: number, second: number): void {
    if (this.#used * 2 >= this.#keys.length) this.#grow();
    const place = this.#placeOf(first, second);
    if (this.#keys[place] === 0) {
      this.#keys[place] = first * FIRST_PART + second;
      this.#used++;
    }
    this.#counts[place] = (this.#counts[place] as number) + 1;
  }

  down(first: number, second: number): void {
    const place = this.#placeOf(first, second);
    if ((this.#counts[place] as number) > 0) this.#counts[place] = (this.#counts[place] as number) - 1;
  }

  /** Memory, in bytes. */
  bytes(): number {
    return this.#keys.byteLength + this.#counts.byteLength;
  }

  /** Index of the pair, or of the free place for it. */
  #placeOf(first: number, second: number): number {
    const key = first * FIRST_PART + second;
    const mask = this.#keys.length - 1;
    let place = mixed(first, second) & mask;
    while (this.#keys[place] !== 0 && this.#keys[place] !== key) place = (place + 1) & mask;
    return place;
  }

  #grow(): void {
    const [keys, counts] = [this.#keys, this.#counts];
    const living = counts.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0);
    const size = living * 4 > keys.length ? keys.length * 2 : keys.length;
    this.#keys = new Float64Array(size);
    this.#counts = new Uint32Array(size);
    this.#used = living;
    keys.forEach((key, at) => {
      const count = counts[at] as number;
      if (count === 0) return;
      const place = this.#placeOf(Math.floor(key / FIRST_PART), key % FIRST_PART);
      this.#keys[place] = key;
      this.#counts[place] = count;
    });
  }
}

/** A hash in which every bit depends on both numbers (the finaliser of MurmurHash3). */
function mixed(first: number, second: number): number {
  let hash = Math.imul(first, 0x9e3779b1) ^ second;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
