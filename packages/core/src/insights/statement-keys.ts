import { statementKey } from '@twicewise/search';
import { parseList } from '@twicewise/store';

/**
 * What a generation of a cache may hold: the lengths of its texts in UTF-16 units, and {@link ENTRY} for each. A cache has two, so 200,000
 * texts of usual length stay in it. What is made of a text is about as long.
 */
const MAX_KEPT = 16_000_000;
/** What an entry takes beside its text. */
const ENTRY = 40;

/** Remembers what was made of texts; what was not asked for since goes first. */
class Made<T> {
  #recent = new Map<string, T>();
  #older = new Map<string, T>();
  #size = 0;

  of(text: string, make: (text: string) => T): T {
    const known = this.#recent.get(text);
    if (known !== undefined) return known;
    const made = this.#older.get(text) ?? make(text);
    if (this.#size >= MAX_KEPT) {
      this.#older = this.#recent;
      this.#recent = new Map();
      this.#size = 0;
    }
    this.#recent.set(text, made);
    this.#size += text.length + ENTRY;
    return made;
  }
}

/** A statement, and the normal form under which it is counted; not empty unless the text is. */
export interface KeyedStatement {
  key: string;
  text: string;
}

/** Finds the keys of statements, with a cache across requests: most statements were there at the last one too. */
export class StatementKeys {
  readonly #keys = new Made<string>();
  readonly #lists = new Made<readonly KeyedStatement[]>();
  #made = 0;

  /** Number of keys computed so far, without cache hits. */
  get made(): number {
    return this.#made;
  }

  /** The statements of a stored list, each key once; of statements with the same key the first. */
  ofList(cell: string): readonly KeyedStatement[] {
    return this.#lists.of(cell, () => {
      const texts = parseList(cell).map((statement) => statement.trim());
      const keys = new Map<string, KeyedStatement>();
      for (const text of texts) {
        const key = this.#keys.of(text, () => this.#make(text));
        if (key !== '' && !keys.has(key)) keys.set(key, { key, text });
      }
      return [...keys.values()];
    });
  }

  #make(text: string): string {
    this.#made++;
    return statementKey(text) || text.toLowerCase();
  }
}
