import { analyzeRun, fold, isStopWord, runsOf, termOf } from './analyzer.ts';
import { MAX_QUERY_LENGTH, MAX_QUERY_TERMS } from './query.ts';
import { synonymsOf } from './synonyms.ts';

/** The forms of a run of word characters: the joined name and its parts, without stop words. */
function formsIn(run: string): string[] {
  const { joined, parts } = analyzeRun(run);
  return (joined === '' ? parts : [joined, ...parts]).filter((form) => !isStopWord(form));
}

/**
 * The distinct terms of a text, for an index that is kept elsewhere than in memory: those under which {@link LessonIndex} has its
 * words, without stop words.
 */
export function termsOf(text: string): string[] {
  const runs = new Set(runsOf(fold(text)));
  const forms = new Set<string>();
  for (const run of runs) for (const form of formsIn(run)) forms.add(form);
  return [...new Set([...forms].map(termOf))];
}

/** A term that a query asks for, and those that stand for the same. */
export interface AskedTerm {
  term: string;
  synonyms: readonly string[];
}

/** The terms of a query without stop words, in their order; at most {@link MAX_QUERY_TERMS}. */
export function askedTerms(query: string): AskedTerm[] {
  const terms = termsOf(query.slice(0, MAX_QUERY_LENGTH)).slice(0, MAX_QUERY_TERMS);
  return terms.map((term) => ({ term, synonyms: [...synonymsOf(term)] }));
}
