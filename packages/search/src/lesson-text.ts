import { FormScanner } from './form-scanner.ts';
import { MAX_RUN } from './run-pool.ts';
import { type Lengths, quantisedWeight } from './scoring.ts';
import { withRoom } from './typed-array.ts';
import { SECTION_BREAK, type Vocabulary } from './vocabulary.ts';

/** Maximum length of a section that is indexed, in UTF-16 units; the rest is ignored. */
export const MAX_SECTION_LENGTH = 1_000_000;

const TITLE = 0;
const BODY = 1;

/**
 * Reads one lesson at a time into reused arrays: its words in order (without stop words, with a break between sections), and how
 * often each term is in the title and in the body. It reads at most {@link MAX_RUN} words; the rest is not indexed. Stop words
 * are indexed in titles only: a query of stop words alone means a title, and in bodies they would be a quarter of all postings.
 */
export class LessonText {
  readonly #vocabulary: Vocabulary;
  readonly #scanner: FormScanner;
  #forms = new Uint32Array(4096);
  #count = 0;
  #terms = new Uint32Array(1024);
  #termCount = 0;
  /** Two numbers per term of the vocabulary: its count in the title and its count in the body. All are 0 between lessons. */
  #counts = new Uint32Array(2048);
  #lengths: Lengths = { title: 0, body: 0 };

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
    this.#scanner = new FormScanner(vocabulary);
  }

  /** Reads a lesson. The other members describe the lesson read last. */
  read(title: string, body: readonly string[]): void {
    for (let at = 0; at < this.#termCount; at++) {
      const term = this.#terms[at] as number;
      this.#counts[2 * term] = 0;
      this.#counts[2 * term + 1] = 0;
    }
    this.#count = 0;
    this.#termCount = 0;
    this.#lengths = { title: 0, body: 0 };
    this.#readSection(title, true);
    for (const section of body) {
      if (this.#count >= MAX_RUN) return;
      this.#pushForm(SECTION_BREAK);
      this.#readSection(section, false);
    }
  }

  /** The words in order, ready to be copied; the first {@link LessonText.count} entries are valid. */
  get forms(): Uint32Array {
    return this.#forms;
  }

  get count(): number {
    return this.#count;
  }

  /** Visits each term once, with its weight in this lesson. */
  forEachTerm(visit: (term: number, weight: number) => void): void {
    for (let at = 0; at < this.#termCount; at++) {
      const term = this.#terms[at] as number;
      const [inTitle, inBody] = [this.#counts[2 * term] as number, this.#counts[2 * term + 1] as number];
      visit(term, quantisedWeight(inTitle, inBody, this.#lengths));
    }
  }

  #readSection(text: string, isTitle: boolean): void {
    const add = isTitle ? this.#addToTitle : this.#addToBody;
    this.#scanner.scan(text.slice(0, MAX_SECTION_LENGTH), add);
  }

  readonly #addToTitle = (form: number): void => {
    const term = this.#vocabulary.termOfForm(form);
    if (!this.#vocabulary.isStopTerm(term)) {
      if (this.#count >= MAX_RUN) return;
      this.#pushForm(form);
      this.#lengths.title++;
    }
    this.#countTerm(term, TITLE);
  };

  readonly #addToBody = (form: number): void => {
    const term = this.#vocabulary.termOfForm(form);
    if (this.#count >= MAX_RUN || this.#vocabulary.isStopTerm(term)) return;
    this.#pushForm(form);
    this.#lengths.body++;
    this.#countTerm(term, BODY);
  };

  #countTerm(term: number, field: number): void {
    const at = 2 * term;
    this.#counts = withRoom(this.#counts, at + 2);
    const counts = this.#counts;
    if (counts[at] === 0 && counts[at + 1] === 0) {
      this.#terms = withRoom(this.#terms, this.#termCount + 1);
      this.#terms[this.#termCount++] = term;
    }
    counts[at + field] = (counts[at + field] as number) + 1;
  }

  #pushForm(form: number): void {
    this.#forms = withRoom(this.#forms, this.#count + 1);
    this.#forms[this.#count++] = form;
  }
}
