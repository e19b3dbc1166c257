import { fold, isStopWord, runsOf, termOf } from './analyzer.ts';

/** Words that turn a statement into its opposite; search may drop them, counting may not. */
const NEGATIONS: ReadonlySet<string> = new Set(
  'not no never without cannot neither nor aren couldn didn doesn don hadn hasn haven isn shouldn wasn weren won wouldn'.split(
    ' ',
  ),
);

/** A word that says something, with the stem under which it counts; every negation is the stem `not`. */
export interface KeyWord {
  stem: string;
  /** As it was written, folded. */
  word: string;
}

/** The words of a text that {@link statementKey} is made of, in their order. */
export function keyWords(text: string): KeyWord[] {
  const words = runsOf(fold(text).toLowerCase()).flatMap((run) => run.split('-'));
  return words
    .filter((word) => word !== '' && (NEGATIONS.has(word) || !isStopWord(word)))
    .map((word) => ({ word, stem: NEGATIONS.has(word) ? 'not' : termOf(word) }));
}

/**
 * The form under which near-identical statements count as one: stems in their order, without stop words but with negations.
 * "Retrying the request" and "retried a request" are the same statement, "tests pass" and "tests do not pass" are not.
 */
export function statementKey(text: string): string {
  return keyWords(text)
    .map(({ stem }) => stem)
    .join(' ');
}
