import { analyzeRun, isStopWord, MAX_FORM_LENGTH, termOf } from './analyzer.ts';
import { PagedLists } from './paged-lists.ts';
import { StringTable } from './string-table.ts';
import { TopSlots } from './top-slots.ts';
import { withRoom } from './typed-array.ts';

/** Form 0 stands between two sections: nothing is near across it. */
export const SECTION_BREAK = 0;
/**
 * Maximum number of cached runs that are not plain words, for each of two generations. Logs and hashes would otherwise grow the
 * cache without end.
 */
const MAX_CACHED_RUNS = 20_000;
/** Strings up to this length are copied by V8 when cut out of a text; longer ones keep the whole text alive. */
const MAX_COPIED_SLICE = 12;
/** Estimate for a cached run: its string, its forms and a place in the map. */
const RUN_BYTES = 160;

/** A string with characters of its own. */
function detached(text: string): string {
  if (text.length <= MAX_COPIED_SLICE) return text;
  return Array.from({ length: text.length }, (_, at) => String.fromCharCode(text.charCodeAt(at))).join('');
}

/** Stop words are terms apart, so that no stem is taken for one (`ons` → `on`). */
function keyOf(form: string): string {
  return isStopWord(form) ? `=${form}` : termOf(form);
}

/** Two UTF-16 units as one number. */
function pairKey(text: string, at: number): number {
  return text.charCodeAt(at) * 0x1_0000 + text.charCodeAt(at + 1);
}

/** Distinct neighbouring characters of a word, with its ends marked: a typo at the end costs less than one within. */
function bigramsOf(form: string): Set<number> {
  const padded = `^${form}$`;
  const keys = new Set<number>();
  for (let at = 0; at + 1 < padded.length; at++) keys.add(pairKey(padded, at));
  return keys;
}

/** Words of letters alone are worth a correction; numbers and hashes are not. */
function isCorrectable(form: string): boolean {
  return form.length >= 3 && !/\d/.test(form);
}

/** One number stands for itself: most runs are one form. */
export type FormsOfRun = number | readonly number[];

/** A term that has a form like a word, with the Dice coefficient of their bigrams. */
export interface SimilarTerm {
  term: number;
  dice: number;
}

/** Numbers listed under pairs of characters. */
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

  /** What is listed, as a view that holds until the next call. */
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
 * The words of all lessons. A *form* is a word as written, folded (`authenticated`); a *term* is what it is indexed
 * under (`authent`). Both are numbers outside of this class. Nothing is ever forgotten: a term that no lesson holds any
 * more has a frequency of 0 and is found by nobody.
 */
export class Vocabulary {
  readonly #forms = new StringTable();
  readonly #terms = new StringTable();
  #termOf = new Uint32Array(1024);
  #isStop = new Uint8Array(1024);
  /** Lessons that hold the term. Not kept for stop words. */
  #frequencies = new Uint32Array(1024);
  /** Times the form stands in lessons now. A spelling that nobody uses any more completes and corrects nothing. */
  #uses = new Uint32Array(1024);
  readonly #formsByBigram = new PairLists();
  #bigramCounts = new Uint8Array(1024);
  readonly #formsByStart = new PairLists();
  /** Two generations: the older one is dropped when the younger is full, so what is in use stays. */
  #runs = new Map<string, FormsOfRun>();
  #olderRuns = new Map<string, FormsOfRun>();
  /** Scratch for counting shared bigrams; all 0 between calls. */
  #counts = new Uint8Array(1024);
  #touched = new Uint32Array(1024);

  /** The forms of one run of text; those new to the vocabulary are added. */
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

  /** The form of a lower-case run that is its own form, where it stands in a text; `hash` is its hash. */
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

  /** The number of a term by the form of a query, or 0. Looking up never adds. */
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

  /** Counts the words of a lesson that comes. */
  addUses(forms: Uint32Array): void {
    for (const form of forms) this.#uses[form] = (this.#uses[form] as number) + 1;
  }

  /** Counts the words of a lesson that goes. */
  removeUses(forms: Uint32Array): void {
    for (const form of forms) this.#uses[form] = (this.#uses[form] as number) - 1;
  }

  /**
   * Terms in use with a form whose bigrams resemble those of `form`, best first: Dice, then frequency, then alphabet.
   * Forms and not stems are compared, since a stem is what is left of a typo by chance. Goes through the bigrams'
   * postings, which is some twenty times faster than comparing with every form.
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

  /** Terms in use with a form that begins with `prefix` (two characters or more), with the shortest such form's length. */
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

  /** Estimate of bytes held. */
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

  /** Counts in `#counts` how many of the bigrams each form has; answers how many forms have any, in `#touched`. */
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
