import { fold, isStopWord, runsOf, termOf } from './analyzer.ts';

/** Words that turn a statement into its opposite; search may drop them, counting may not. */
const NEGATIONS: ReadonlySet<string> = new Set(
  'not no never without cannot neither nor aren couldn didn doesn don hadn hasn haven isn shouldn wasn weren won wouldn'.split(
    ' ',
  ),
);

/**
 * The form under which near-identical statements count as one: stems in their order, without stop words but with negations.
 * "Retrying the request" and "retried a request" are the same statement, "tests pass" and "tests do not pass" are not.
 */
export function statementKey(text: string): string {
  const words = runsOf(fold(text).toLowerCase()).flatMap((run) => run.split('-'));
  return words
    .filter((word) => word !== '' && (NEGATIONS.has(word) || !isStopWord(word)))
    .map((word) => (NEGATIONS.has(word) ? 'not' : termOf(word)))
    .join(' ');
}
