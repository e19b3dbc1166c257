import { statementKey } from '@twicewise/search';

/** Number of keys per generation of the cache, of which there are two. */
const MAX_KEPT = 50_000;
/** Longer statements are not cached, in UTF-16 units. */
const MAX_LENGTH = 1000;

/** Computes the keys of statements, with a cache across requests: most statements were there at the last one too. */
export class StatementKeys {
  #recent = new Map<string, string>();
  #older = new Map<string, string>();
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
    if (text.length <= MAX_LENGTH) this.#keep(text, key);
    return key;
  }

  #make(text: string): string {
    this.#made++;
    return statementKey(text) || text.toLowerCase();
  }

  #keep(text: string, key: string): void {
    if (this.#recent.size >= MAX_KEPT) {
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(text, key);
  }
}
