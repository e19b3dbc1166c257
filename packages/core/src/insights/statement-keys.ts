import { statementKey } from '@twicewise/search';
import { parseList } from '@twicewise/store';
import { Made } from './made.ts';

/** A statement, and the normal form under which it is counted; not empty unless the text is. */
export interface KeyedStatement {
  key: string;
  text: string;
}

/** Finds the keys of statements, with a cache across requests: most statements were there at the last one too. */
export class StatementKeys {
  readonly #keys = new Made<string, string>();
  readonly #lists = new Made<string, readonly KeyedStatement[]>();
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
