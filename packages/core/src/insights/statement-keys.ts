import { statementKey } from '@twicewise/search';

/** Statements whose keys are kept, at most twice as many: those asked for lately, and those before them. */
const MAX_KEPT = 50_000;
/** A longer statement is not kept, in UTF-16 units. */
const MAX_LENGTH = 1000;

/** The keys of statements, kept between questions: most of what lessons say was there at the last one as well. */
export class StatementKeys {
  #recent = new Map<string, string>();
  #older = new Map<string, string>();
  #made = 0;

  /** Keys that were made anew so far. */
  get made(): number {
    return this.#made;
  }

  /** The form under which a statement counts; never empty for a text that is not. */
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
