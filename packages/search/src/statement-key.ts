import { fold, isStopWord, runsOf, termOf } from './analyzer.ts';

/** Words that turn a statement into its opposite. Search may drop them, but they matter when statements are counted. */
const NEGATIONS: ReadonlySet<string> = new Set(
  'not no never without cannot neither nor aren couldn didn doesn don hadn hasn haven isn shouldn wasn weren won wouldn'.split(
    ' ',
  ),
);

/** A meaningful word, with the stem under which it counts; the stem of every negation is `not`. */
export interface KeyWord {
  stem: string;
  /** As written, but folded. */
  word: string;
}

/** The words of a text from which {@link statementKey} is made, in order. */
export function keyWords(text: string): KeyWord[] {
  const words = runsOf(fold(text).toLowerCase()).flatMap((run) => run.split('-'));
  return words
    .filter((word) => word !== '' && (NEGATIONS.has(word) || !isStopWord(word)))
    .map((word) => ({ word, stem: NEGATIONS.has(word) ? 'not' : termOf(word) }));
}

/**
 * The key under which near-identical statements count as one: the stems in order, without stop words but with negations.
 * "Retrying the request" and "retried a request" have the same key; "tests pass" and "tests do not pass" do not.
 */
export function statementKey(text: string): string {
  return keyWords(text)
    .map(({ stem }) => stem)
    .join(' ');
}

/** Share of words, given by their stems, that occur in a text, 0 to 1; 0 where no word is given. */
export function shareOfWords(stems: ReadonlySet<string>, text: string): number {
  if (stems.size === 0) return 0;
  const found = new Set(keyWords(text).flatMap(({ stem }) => (stems.has(stem) ? [stem] : [])));
  return found.size / stems.size;
}
