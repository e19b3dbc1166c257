// A purge takes records out of the texts that agents were given (docs/adr/0061). Answers name what they showed only in part: a summary
// or a cause quotes lessons without naming them. So a text is taken away, too, when it has some words of a record in a row.

/** Words in a row that two texts do not have in common by chance. */
const IN_A_ROW = 4;
/**
 * A text of fewer words counts as a whole from this length on. A shorter one ("done", a tag, a name) stands in many texts by itself and
 * says nothing of its record there: to look for it would take away what was told of everything else.
 */
const SHORTEST = 10;
/**
 * Bits of {@link RowsOfTexts}, 16 MiB. As many texts as are kept have some eleven million rows; with all of them 6 of 100 rows that no text
 * has are taken for one.
 */
const BITS = 2 ** 27;

/** Fields that say where a record belongs and what it is, and that records of all kinds have alike; as a last word, too: `created_at`, `jobId`. */
const NO_CONTENT =
  /(?:^|_)(?:ids?|at|kind|name|hash|seq|source|outcome|state|agent|author|client|model|tags)$|[a-z](?:Ids?|At|Kind|Name|Source)$/;

const WORD = /[\p{L}\p{N}]+/gu;
/** A run of letters of scripts without spaces, with the sign that lengthens a vowel in Japanese. */
const UNSPACED = /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc]+)/u;

/** Two letters at a time of a sentence that is written without spaces: as one word only the whole of it would be found. */
function pairsOf(sentence: string): string[] {
  const letters = [...sentence];
  return letters.length < 3 ? [sentence] : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}

/** The words in what stands between two spaces: a name of another script in such a sentence is one of its own. */
function split(word: string): string | string[] {
  if (!UNSPACED.test(word)) return word;
  const parts = word.split(UNSPACED).filter((part) => part !== '');
  return parts.flatMap((part) => (UNSPACED.test(part) ? pairsOf(part) : part));
}

/** Words of a text. In JSON a line break is written as a letter, which is none of its next word. */
function wordsOf(text: string): string[] {
  const words =
    text
      .toLowerCase()
      .replace(/\\[nrt]/g, ' ')
      .match(WORD) ?? [];
  return words.flatMap(split);
}

/** All rows of so many words. */
function* rowsOf(words: readonly string[], length: number): Generator<string> {
  for (let end = length; end <= words.length; end++) yield words.slice(end - length, end).join(' ');
}

/** Texts of a JSON-like value, but for those of {@link NO_CONTENT}. A text that is JSON itself is read as such. */
function* textsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') {
    const parsed = /^[[{]/.test(value) ? parsedOf(value) : null;
    if (parsed === null) yield value;
    else yield* textsOf(parsed);
  } else if (Array.isArray(value)) {
    for (const item of value) yield* textsOf(item);
  } else if (value !== null && typeof value === 'object') {
    for (const [key, item] of Object.entries(value)) if (!NO_CONTENT.test(key)) yield* textsOf(item);
  }
}

function parsedOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** All rows of a text that may stand in {@link WordsTold}: for a long one so many that other work goes on in between. */
export function* shortRowsOf(text: string): Generator<string> {
  const words = wordsOf(text);
  for (let length = 1; length <= IN_A_ROW; length++) yield* rowsOf(words, length);
}

/** FNV-1a, 32 bits. */
function hashOf(row: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < row.length; at++) hash = Math.imul(hash ^ row.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Which rows of words texts may have, in the same space for any number of texts. A row that is not in it is in none of them. */
export class RowsOfTexts {
  readonly #bits = new Uint32Array(BITS / 32);

  add(row: string): void {
    const bit = hashOf(row) % BITS;
    this.#bits[bit >>> 5] = (this.#bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
  }

  mayHave(row: string): boolean {
    const bit = hashOf(row) % BITS;
    return (((this.#bits[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 1;
  }
}

/** What gives a text away: rows of words, and short texts as a whole. Of many records only what `texts` may have is worth its space. */
export class WordsTold {
  readonly #rows: Set<string>;
  readonly #texts: RowsOfTexts | null;

  constructor(texts: RowsOfTexts | null = null, rows: Iterable<string> = []) {
    this.#texts = texts;
    this.#rows = new Set(rows);
  }

  /** How many rows there are. */
  get size(): number {
    return this.#rows.size;
  }

  #addRow(row: string): void {
    if (this.#texts === null || this.#texts.mayHave(row)) this.#rows.add(row);
  }

  /** Adds all texts of records. One that several have, as a record and its versions do, is read once. */
  add(records: Iterable<unknown>): void {
    const texts = new Set<string>();
    for (const record of records) for (const text of textsOf(record)) texts.add(text);
    for (const text of texts) {
      const words = wordsOf(text);
      if (words.length >= IN_A_ROW) for (const row of rowsOf(words, IN_A_ROW)) this.#addRow(row);
      else if (words.join(' ').length >= SHORTEST) this.#addRow(words.join(' '));
    }
  }

  /** True for a row of words, or a short text, of the records. */
  has(row: string): boolean {
    return this.#rows.has(row);
  }

  /** Those of its rows that the texts may have; what is added to it is chosen likewise. */
  within(texts: RowsOfTexts): WordsTold {
    return new WordsTold(
      texts,
      [...this.#rows].filter((row) => texts.mayHave(row)),
    );
  }
}
