/**
 * What a generation of a cache may hold: {@link ENTRY} for each key, and the lengths of those that are texts, in UTF-16 units. A cache has
 * two. So 200,000 texts of usual length stay in it, of which something about as long is made, or 400,000 numbers.
 */
const MAX_KEPT = 16_000_000;
/** What an entry takes beside the text that is its key. */
const ENTRY = 40;

/** Remembers what was made of texts, or of other keys; what was not asked for since goes first. */
export class Made<Key extends string | number, T> {
  #recent = new Map<Key, T>();
  #older = new Map<Key, T>();
  #size = 0;

  of(key: Key, make: (key: Key) => T): T {
    return this.find(key) ?? this.add(key, make(key));
  }

  find(key: Key): T | undefined {
    const known = this.#recent.get(key);
    if (known !== undefined) return known;
    const older = this.#older.get(key);
    return older === undefined ? undefined : this.add(key, older);
  }

  add(key: Key, made: T): T {
    if (this.#size >= MAX_KEPT) {
      this.#older = this.#recent;
      this.#recent = new Map();
      this.#size = 0;
    }
    this.#recent.set(key, made);
    this.#size += ENTRY + (typeof key === 'string' ? key.length : 0);
    return made;
  }
}
