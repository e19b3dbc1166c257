import { statementKey } from '@twicewise/search';

/**
 * Total length of the statements per generation of the cache, of which there are two, in UTF-16 units: enough for 100,000 statements
 * of usual length. A key is about as long as its statement.
 */
const MAX_KEPT = 16_000_000;

/** Computes the keys of statements, with a cache across requests: most statements were there at the last one too. */
export class StatementKeys {
  #recent = new Map<string, string>();
  #older = new Map<string, string>();
  /** Length of the recent statements. */
  #length = 0;
  #made = 0;

  /** Number of keys computed so far, without cache hits. */
  get made(): number {
    return this.#made;
  }

  /** The normal form under which a statement is counted; not empty unless the text is. */
  of(text: string): string {
    const known = this.#recent.get(text);
    if (known !== undefined) return known;
    const key = this.#older.get(text) ?? this.#make(text);
    this.#keep(text, key);
    return key;
  }

  #make(text: string): string {
    this.#made++;
    return statementKey(text) || text.toLowerCase();
  }

  #keep(text: string, key: string): void {
    if (this.#length >= MAX_KEPT) {
      this.#older = this.#recent;
      this.#recent = new Map();
      this.#length = 0;
    }
    this.#recent.set(text, key);
    this.#length += text.length;
  }
}
