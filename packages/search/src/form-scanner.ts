import { fold, MAX_FORM_LENGTH, runsOf } from './analyzer.ts';
import { EMPTY_HASH, hashWith } from './string-table.ts';
import { withRoom } from './typed-array.ts';
import type { FormsOfRun, Vocabulary } from './vocabulary.ts';

/** Kinds of ASCII characters in a run, as flags; 0 for all other characters. A run of letters and digits has several forms. */
const LOWER = 1;
const UPPER = 2;
const DIGIT = 4;
const JOINER = 8;
const TO_LOWER = 32;
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z]/.test(character)) return LOWER;
  if (/[A-Z]/.test(character)) return UPPER;
  if (/\d/.test(character)) return DIGIT;
  return character === '_' || character === '-' ? JOINER : 0;
});

/** True for a run that is a single form, namely itself in lower case: `word`, `WORD`, `Word`, `42`. Nearly all runs are. */
function isPlain(kinds: number, uppers: number, length: number, first: number): boolean {
  if (length > MAX_FORM_LENGTH) return false;
  if (kinds === LOWER || kinds === UPPER || kinds === DIGIT) return true;
  return kinds === (LOWER | UPPER) && uppers === 1 && KINDS[first] === UPPER;
}

function visitAll(forms: FormsOfRun, visit: (form: number) => void): void {
  if (typeof forms === 'number') visit(forms);
  else for (const form of forms) visit(form);
}

/** Splits texts into forms and adds new words to the vocabulary. The forms are the same as those of `runsOf` and `analyzeRun`. */
export class FormScanner {
  readonly #vocabulary: Vocabulary;
  readonly #encoder = new TextEncoder();
  /** The current text. Reading an array is several times faster than reading a string, however the string was built. */
  #bytes = new Uint8Array(4096);

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /** Visits the forms of a text in order. */
  scan(text: string, visit: (form: number) => void): void {
    this.#bytes = withRoom(this.#bytes, text.length);
    const { read, written } = this.#encoder.encodeInto(text, this.#bytes);
    if (read === text.length && written === text.length) this.#scanAscii(text.length, visit);
    else for (const run of runsOf(fold(text))) visitAll(this.#vocabulary.formsOfRun(run), visit);
  }

  #scanAscii(end: number, visit: (form: number) => void): void {
    const bytes = this.#bytes;
    for (let at = 0; at < end; at++) {
      const start = at;
      let hash = EMPTY_HASH;
      let kinds = 0;
      let uppers = 0;
      for (; at < end; at++) {
        const code = bytes[at] as number;
        const kind = KINDS[code] as number;
        if (kind === 0) break;
        kinds |= kind;
        if (kind === UPPER) uppers++;
        hash = hashWith(hash, kind === UPPER ? code + TO_LOWER : code);
      }
      if (at > start)
        this.#visitRun(start, at, isPlain(kinds, uppers, at - start, bytes[start] as number), hash, visit);
    }
  }

  #visitRun(start: number, end: number, plain: boolean, hash: number, visit: (form: number) => void): void {
    const bytes = this.#bytes;
    if (!plain) {
      // Cut here, before the analysis would do it, because a run may be as long as the text.
      const run = bytes.subarray(start, Math.min(end, start + MAX_FORM_LENGTH));
      visitAll(this.#vocabulary.formsOfRun(String.fromCharCode(...run)), visit);
      return;
    }
    for (let at = start; at < end; at++) {
      if (KINDS[bytes[at] as number] === UPPER) bytes[at] = (bytes[at] as number) + TO_LOWER;
    }
    visit(this.#vocabulary.plainForm(bytes, start, end, hash));
  }
}
