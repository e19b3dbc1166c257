import { porterStem } from './porter.ts';
import { STOP_WORDS } from './stop-words.ts';

/**
 * A run of letters, digits, `_` and `-`. Runs joined by `-` are split later. It is one character class, so that matching takes
 * linear time.
 */
const RUN = /[\p{L}\p{N}_-]+/gu;
const NOT_ASCII = /[^\0-\x7f]/;
const MARKS = /\p{M}+/gu;
/** Scripts written without spaces. A run is split into overlapping pairs of characters, the usual substitute for a dictionary. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Longer words are cut: nobody types them, and keys or base64 would fill the vocabulary. In UTF-16 units. */
export const MAX_FORM_LENGTH = 64;
/** A name with more parts than this is probably a hash or a path: only its joined form is kept. */
const MAX_PARTS = 8;

export function isAscii(text: string): boolean {
  return !NOT_ASCII.test(text);
}

/** Removes accents and replaces compatibility forms: `ﬁancée` → `fiancee`. Case is kept, because splitting camelCase needs it. */
export function fold(text: string): string {
  if (isAscii(text)) return text;
  return text.normalize('NFKD').replace(MARKS, '').normalize('NFC');
}

/** Runs of word characters in folded text, in order; `state-of-the-art` is one run. */
export function runsOf(folded: string): string[] {
  return folded.match(RUN) ?? [];
}

const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;
const SEPARATOR = 0;

function kindOf(character: string): number {
  if (character === '_' || character === '-') return SEPARATOR;
  if (character >= '0' && character <= '9') return DIGIT;
  return character !== character.toLowerCase() ? UPPER : LOWER;
}

/** True where a new part begins: `get|User`, `HTTP|Server`, `utf|8`. */
function isBoundary(before: number, here: number, after: number | undefined): boolean {
  if (before === here) return here === UPPER && after === LOWER;
  return !(before === UPPER && here === LOWER);
}

/** Splits at `_`, `-`, changes of case and between letters and digits. The case of the parts is kept. */
function splitName(run: string): string[] {
  const characters = Array.from(run);
  const kinds = characters.map(kindOf);
  const parts: string[] = [];
  let part = '';
  for (let at = 0; at < characters.length; at++) {
    const here = kinds[at] as number;
    if (part !== '' && (here === SEPARATOR || isBoundary(kinds[at - 1] as number, here, kinds[at + 1]))) {
      parts.push(part);
      part = '';
    }
    if (here !== SEPARATOR) part += characters[at];
  }
  if (part !== '') parts.push(part);
  return parts;
}

function pairsOf(run: string): string[] {
  const characters = Array.from(run);
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`);
}

/** How one run is indexed. */
export interface AnalyzedRun {
  /** The run as one word, folded and without separators: `getuser` for `getUser`. Empty when the run has no letter or digit. */
  joined: string;
  /** Its parts if there are several, without single letters; otherwise empty. */
  parts: string[];
}

/** Splits one run of {@link runsOf}. Pure but slow: callers cache the result per run. */
export function analyzeRun(run: string): AnalyzedRun {
  const bounded = run.length > MAX_FORM_LENGTH ? run.slice(0, MAX_FORM_LENGTH) : run;
  const joined = bounded.replaceAll(/[_-]/g, '').toLowerCase();
  if (UNSPACED.test(joined)) return { joined: '', parts: pairsOf(joined) };
  const parts = splitName(bounded);
  if (parts.length < 2 || parts.length > MAX_PARTS) return { joined, parts: [] };
  const lowered = parts.map((part) => part.toLowerCase());
  return { joined, parts: lowered.filter((part) => part.length > 1 || isDigit(part)) };
}

function isDigit(part: string): boolean {
  return part >= '0' && part <= '9';
}

/** The term under which a folded form is indexed and looked up. */
export function termOf(form: string): string {
  return porterStem(form);
}

/** True for a folded form that says nothing about the topic. */
export function isStopWord(form: string): boolean {
  return STOP_WORDS.has(form);
}
