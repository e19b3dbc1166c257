import { analyzeRun, isStopWord, MAX_FORM_LENGTH, termOf } from './analyzer.ts';
import { PagedLists } from './paged-lists.ts';
import { StringTable } from './string-table.ts';
import { TopSlots } from './top-slots.ts';
import { withRoom } from './typed-array.ts';

/** Form 0 separates two sections: words on different sides of it are never near each other. */
export const SECTION_BREAK = 0;
/**
 * Maximum number of cached runs that are not plain words, for each of two generations. Without a limit, logs and hashes would
 * make the cache grow forever.
 */
const MAX_CACHED_RUNS = 20_000;
/** V8 copies a slice of a text up to this length; a longer slice keeps the whole text in memory. */
const MAX_COPIED_SLICE = 12;
/** Estimated bytes for a cached run: its string, its forms and its entry in the map. */
const RUN_BYTES = 160;

/** A copy of a string that does not keep a longer text in memory. */
function detached(text: string): string {
  if (text.length <= MAX_COPIED_SLICE) return text;
  return Array.from({ length: text.length }, (_, at) => String.fromCharCode(text.charCodeAt(at))).join('');
}

/** The key of a form in the table of terms. Stop words have keys of their own, so that no stem equals one (`ons` → `on`). */
function keyOf(form: string): string {
  return isStopWord(form) ? `=${form}` : termOf(form);
}

/** Two UTF-16 units as one number. */
function pairKey(text: string, at: number): number {
  return text.charCodeAt(at) * 0x1_0000 + text.charCodeAt(at + 1);
}

/**
 * The distinct pairs of adjacent characters in a word. Start and end are marked, so that a typo at the end costs less than one
 * inside.
 */
function bigramsOf(form: string): Set<number> {
  const padded = `^${form}$`;
  const keys = new Set<number>();
  for (let at = 0; at + 1 < padded.length; at++) keys.add(pairKey(padded, at));
  return keys;
}

/** True for a word of letters only; numbers and hashes are not corrected. */
function isCorrectable(form: string): boolean {
  return form.length >= 3 && !/\d/.test(form);
}

/** The forms of a run. A single form is given as a number, because most runs are one form. */
export type FormsOfRun = number | readonly number[];

/** A term with a form that resembles a word, and the Dice coefficient of their bigrams. */
export interface SimilarTerm {
  term: number;
  dice: number;
}

/** Lists of numbers by pair of characters. */
class PairLists {
  readonly #lists = new PagedLists();
  readonly #listOf = new Map<number, number>();
  #buffer = new Uint32Array(1024);

  add(pair: number, value: number): void {
    let list = this.#listOf.get(pair);
    if (list === undefined) {
      list = this.#lists.create();
      this.#listOf.set(pair, list);
    }
    this.#lists.append(list, value);
  }

  /** The numbers listed for a pair, as a view that is valid until the next call. */
  read(pair: number): Uint32Array {
    const list = this.#listOf.get(pair);
    if (list === undefined) return this.#buffer.subarray(0, 0);
    this.#buffer = withRoom(this.#buffer, this.#lists.lengthOf(list));
    return this.#buffer.subarray(0, this.#lists.copyTo(list, this.#buffer));
  }

  bytes(): number {
    return this.#lists.bytes();
  }
}

/**
 * The words of all lessons. A *form* is a word as written, folded (`authenticated`). A *term* is the stem under which it is
 * indexed (`authent`). Outside of this class both are numbers. Nothing is ever removed: a term that no lesson has any more gets a
 * frequency of 0, and no search finds it.
 */
export class Vocabulary {
  readonly #forms = new StringTable();
  readonly #terms = new StringTable();
  #termOf = new Uint32Array(1024);
  #isStop = new Uint8Array(1024);
  /** Number of lessons with the term. Not counted for stop words. */
  #frequencies = new Uint32Array(1024);
  /** How often lessons contain the form now. A form that no lesson contains is used neither to complete nor to correct a word. */
  #uses = new Uint32Array(1024);
  readonly #formsByBigram = new PairLists();
  #bigramCounts = new Uint8Array(1024);
  readonly #formsByStart = new PairLists();
  /** The cache has two generations. When the younger one is full, the older one is dropped, so that runs in use stay. */
  #runs = new Map<string, FormsOfRun>();
  #olderRuns = new Map<string, FormsOfRun>();
  /** Scratch memory for counting shared bigrams; all 0 between calls. */
  #counts = new Uint8Array(1024);
  #touched = new Uint32Array(1024);

  /** The forms of one run of text. New forms are added to the vocabulary. */
  formsOfRun(text: string): FormsOfRun {
    const run = text.length > MAX_FORM_LENGTH ? text.slice(0, MAX_FORM_LENGTH) : text;
    const known = this.#runs.get(run);
    if (known !== undefined) return known;
    const forms = this.#olderRuns.get(run) ?? this.#analyze(run);
    if (this.#runs.size >= MAX_CACHED_RUNS) {
      this.#olderRuns = this.#runs;
      this.#runs = new Map();
    }
    this.#runs.set(detached(run), forms);
    return forms;
  }

  /**
   * The form of a lower-case run that is a single form, given by its position in a text; `hash` is the hash of its characters.
   */
  plainForm(codes: Uint8Array, start: number, end: number, hash: number): number {
    const known = this.#forms.findAt(codes, start, end, hash);
    return known || this.#addForm(String.fromCharCode(...codes.subarray(start, end)));
  }

  formText(form: number): string {
    return this.#forms.text(form);
  }

  termOfForm(form: number): number {
    return this.#termOf[form] as number;
  }

  termText(term: number): string {
    return this.#terms.text(term).replace('=', '');
  }

  isStopTerm(term: number): boolean {
    return this.#isStop[term] === 1;
  }

  /** The number of the term for a form of a query, or 0. A lookup never adds anything. */
  findTerm(form: string): number {
    return this.#terms.find(keyOf(form));
  }

  /** The number of a stem, or 0. */
  findStem(stem: string): number {
    return this.#terms.find(stem);
  }

  frequency(term: number): number {
    return this.#frequencies[term] as number;
  }

  countUp(term: number): void {
    this.#frequencies[term] = (this.#frequencies[term] as number) + 1;
  }

  countDown(term: number): void {
    this.#frequencies[term] = (this.#frequencies[term] as number) - 1;
  }

  /** Counts the words of a lesson that was added. */
  addUses(forms: Uint32Array): void {
    for (const form of forms) this.#uses[form] = (this.#uses[form] as number) + 1;
  }

  /** Subtracts the words of a lesson that was removed. */
  removeUses(forms: Uint32Array): void {
    for (const form of forms) this.#uses[form] = (this.#uses[form] as number) - 1;
  }

  /**
   * Terms in use with a form whose bigrams resemble those of `form`, best first: by Dice coefficient, then frequency, then
   * alphabet. It compares forms, not stems, because the stem of a misspelt word is accidental. It uses an index of bigrams, which
   * is about twenty times faster than comparing with every form.
   */
  similarTo(form: string, minDice: number, limit: number): SimilarTerm[] {
    if (!isCorrectable(form)) return [];
    const wanted = bigramsOf(form);
    const touched = this.#countShared(wanted);
    const dice = new Map<number, number>();
    for (let at = 0; at < touched; at++) {
      const other = this.#touched[at] as number;
      const shared = this.#counts[other] as number;
      this.#counts[other] = 0;
      const value = (2 * shared) / (wanted.size + (this.#bigramCounts[other] as number));
      const term = this.#termOf[other] as number;
      if (value >= minDice && this.#uses[other] !== 0) dice.set(term, Math.max(value, dice.get(term) ?? 0));
    }
    const best = new TopSlots(limit, (a, b) => this.#compareUse(a, b));
    for (const [term, value] of dice) best.offer(term, value);
    return best.sorted().map((term) => ({ term, dice: dice.get(term) as number }));
  }

  /** Terms in use with a form that begins with `prefix` (at least two characters), with the length of the shortest such form. */
  completionsOf(prefix: string, limit: number): { term: number; length: number }[] {
    if (prefix.length < 2) return [];
    const shortest = new Map<number, number>();
    const best = new TopSlots(limit, (a, b) => this.#compareUse(a, b));
    for (const form of this.#formsByStart.read(pairKey(prefix, 0))) {
      if (this.#uses[form] === 0 || !this.#forms.startsWith(form, prefix)) continue;
      const term = this.#termOf[form] as number;
      const known = shortest.get(term);
      if (known === undefined) best.offer(term, this.frequency(term));
      shortest.set(term, Math.min(this.#forms.lengthOf(form), known ?? Number.POSITIVE_INFINITY));
    }
    return best.sorted().map((term) => ({ term, length: shortest.get(term) as number }));
  }

  /** Estimated memory, in bytes. */
  bytes(): number {
    const tables = this.#forms.bytes() + this.#terms.bytes();
    const arrays = this.#termOf.byteLength + this.#uses.byteLength + this.#frequencies.length * (4 + 1 + 1 + 1 + 4);
    const lists = this.#formsByBigram.bytes() + this.#formsByStart.bytes();
    return tables + arrays + lists + (this.#runs.size + this.#olderRuns.size) * RUN_BYTES;
  }

  #analyze(run: string): FormsOfRun {
    const { joined, parts } = analyzeRun(run);
    const texts = joined === '' ? parts : [joined, ...parts];
    const forms = texts.map((text) => this.#forms.find(text) || this.#addForm(text));
    return forms.length === 1 ? (forms[0] as number) : forms;
  }

  #compareUse(a: number, b: number): number {
    return this.frequency(b) - this.frequency(a) || (this.#terms.text(a) < this.#terms.text(b) ? -1 : 1);
  }

  #addForm(text: string): number {
    const form = this.#forms.add(text);
    const key = keyOf(text);
    const term = this.#terms.find(key) || this.#addTerm(key);
    const room = form + 1;
    this.#termOf = withRoom(this.#termOf, room);
    this.#uses = withRoom(this.#uses, room);
    this.#bigramCounts = withRoom(this.#bigramCounts, room);
    this.#counts = withRoom(this.#counts, room);
    this.#touched = withRoom(this.#touched, room);
    this.#termOf[form] = term;
    if (this.isStopTerm(term)) return form;
    if (text.length > 1) this.#formsByStart.add(pairKey(text, 0), form);
    if (!isCorrectable(text)) return form;
    const bigrams = bigramsOf(text);
    this.#bigramCounts[form] = bigrams.size;
    for (const bigram of bigrams) this.#formsByBigram.add(bigram, form);
    return form;
  }

  #addTerm(key: string): number {
    const term = this.#terms.add(key);
    this.#frequencies = withRoom(this.#frequencies, term + 1);
    this.#isStop = withRoom(this.#isStop, term + 1);
    this.#isStop[term] = key.startsWith('=') ? 1 : 0;
    return term;
  }

  /**
   * Counts in `#counts` how many of the bigrams each form has. Lists the forms that have any in `#touched` and returns their
   * number.
   */
  #countShared(bigrams: ReadonlySet<number>): number {
    const [counts, touched] = [this.#counts, this.#touched];
    let found = 0;
    for (const bigram of bigrams) {
      const forms = this.#formsByBigram.read(bigram);
      for (let at = 0; at < forms.length; at++) {
        const form = forms[at] as number;
        const shared = counts[form] as number;
        if (shared === 0) touched[found++] = form;
        counts[form] = shared + 1;
      }
    }
    return found;
  }
}
