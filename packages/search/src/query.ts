import { analyzeRun, fold, isStopWord, runsOf, termOf } from './analyzer.ts';
import { LONE_SYNONYM_WEIGHT, SYNONYM_WEIGHT, synonymsOf } from './synonyms.ts';
import type { MatchKind } from './types.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Maximum length of a query that is read, in UTF-16 units; the rest is ignored. */
export const MAX_QUERY_LENGTH = 8192;
/**
 * Maximum number of distinct terms that are searched for; the first ones count. Similar terms and synonyms are added to them,
 * each with a limit of its own.
 */
export const MAX_QUERY_TERMS = 32;

/** Maximum number of similar terms that replace a word which no lesson has. */
const MAX_SIMILAR = 3;
const MIN_DICE = 0.55;
/** Weight of a similar term when it replaces a word that no lesson has. */
export const SIMILAR_WEIGHT = 0.8;
/** Minimum length of a word that is corrected: shorter words resemble too many others. */
const MIN_SIMILAR_LENGTH = 4;
/** Maximum number of completions of an unfinished word, the most frequent ones first. */
const MAX_COMPLETIONS = 16;

/** A term to search for instead of a word of the query, or the term of the word itself. */
export interface Alternative {
  term: number;
  /** 0 to 1; 1 for the word itself. */
  weight: number;
  via: MatchKind;
}

/** One word of the query. A lesson gets the score of the best alternative, not their sum. */
export interface QueryWord {
  /** As typed, folded. */
  text: string;
  stem: string;
  count: number;
  /** Largest weight first; empty if no lesson can match. */
  alternatives: Alternative[];
}

/** A parsed query. */
export interface ParsedQuery {
  words: QueryWord[];
  /** Positions in `words` of two words that follow each other. */
  pairs: [number, number][];
  cut: boolean;
  unknown: string[];
}

interface Draft {
  text: string;
  stem: string;
  count: number;
}

interface Drafts {
  list: Draft[];
  sequence: number[];
  cut: boolean;
}

/** Collects distinct stems in order, up to the limit. */
class DraftList implements Drafts {
  readonly list: Draft[] = [];
  readonly sequence: number[] = [];
  cut = false;
  readonly #positions = new Map<string, number>();

  add(text: string, stem: string): void {
    const known = this.#positions.get(stem);
    if (known !== undefined) (this.list[known] as Draft).count++;
    else if (this.list.length === MAX_QUERY_TERMS) this.cut = true;
    const position = known ?? this.list.length;
    if (position === MAX_QUERY_TERMS) return;
    if (known === undefined) {
      this.#positions.set(stem, position);
      this.list.push({ text, stem, count: 1 });
    }
    this.sequence.push(position);
  }
}

/** The words of an index, and how many lessons have each, in all projects. */
export interface KnownWords {
  vocabulary: Vocabulary;
  frequencyOf(term: number): number;
  /** True if a lesson in the searched projects has the term. The words of one project say nothing about another. */
  isUsedHere(term: number): boolean;
}

function isKnown({ vocabulary, frequencyOf }: KnownWords, form: string): boolean {
  return frequencyOf(vocabulary.findTerm(form)) > 0;
}

/** The forms of a run. A joined name that no lesson has is left out, because its parts say the same. */
function formsOf(known: KnownWords, run: string): string[] {
  const { joined, parts } = analyzeRun(run);
  if (parts.length === 0) return joined === '' ? [] : [joined];
  return isKnown(known, joined) ? [joined, ...parts] : parts;
}

/** The words of the query without stop words, or the stop words if there are no others. */
function draftWords(known: KnownWords, runs: readonly string[]): Drafts {
  const words = new DraftList();
  const stopWords = new DraftList();
  for (const run of runs) {
    for (const form of formsOf(known, run)) {
      if (isStopWord(form)) stopWords.add(form, form);
      else words.add(form, termOf(form));
    }
  }
  return words.list.length > 0 ? words : stopWords;
}

/** The synonyms of a word. Their weight is larger if no searched lesson has the word itself (`isUsed`). */
function synonymAlternatives(vocabulary: Vocabulary, stem: string, isUsed: boolean): Alternative[] {
  const weight = isUsed ? SYNONYM_WEIGHT : LONE_SYNONYM_WEIGHT;
  return synonymsOf(stem)
    .map((other) => vocabulary.findStem(other))
    .filter((term) => vocabulary.frequency(term) > 0)
    .map((term) => ({ term, weight, via: 'synonym' }));
}

function completions(vocabulary: Vocabulary, prefix: string): Alternative[] {
  return vocabulary.completionsOf(prefix, MAX_COMPLETIONS).map(({ term, length }) => {
    return { term, weight: 0.5 + (0.5 * prefix.length) / length, via: 'prefix' };
  });
}

function similar(vocabulary: Vocabulary, form: string): Alternative[] {
  if (form.length < MIN_SIMILAR_LENGTH) return [];
  return vocabulary
    .similarTo(form, MIN_DICE, MAX_SIMILAR)
    .map(({ term, dice }) => ({ term, weight: SIMILAR_WEIGHT * dice, via: 'similar' }));
}

/** Each term once, with its largest weight; largest weight first. */
function merged(alternatives: readonly Alternative[]): Alternative[] {
  const byTerm = new Map<number, Alternative>();
  for (const alternative of alternatives) {
    const other = byTerm.get(alternative.term);
    if (!other || other.weight < alternative.weight) byTerm.set(alternative.term, alternative);
  }
  return [...byTerm.values()].sort((a, b) => b.weight - a.weight);
}

function alternativesOf(known: KnownWords, { text, stem }: Draft, isUnfinished: boolean): Alternative[] {
  const { vocabulary } = known;
  const exact: Alternative = { term: vocabulary.findTerm(text), weight: 1, via: 'exact' };
  const isWord = isKnown(known, text);
  if (isWord && vocabulary.isStopTerm(exact.term)) return [exact];
  const isUsed = isWord && known.isUsedHere(exact.term);
  const longer = isUnfinished ? completions(vocabulary, text) : [];
  const otherwise = synonymAlternatives(vocabulary, stem, isUsed);
  if (isUsed) return merged([exact, ...longer, ...otherwise]);
  // A word that only other projects use is no typing error, nor is one with known synonyms, so neither is corrected.
  const isSpelt = isWord || longer.length > 0 || synonymsOf(stem).length > 0;
  return merged([...longer, ...otherwise, ...(isSpelt ? [] : similar(vocabulary, text))]);
}

function pairsIn(sequence: readonly number[]): [number, number][] {
  const seen = new Set<number>();
  const pairs: [number, number][] = [];
  for (let at = 1; at < sequence.length; at++) {
    const [a, b] = [sequence[at - 1] as number, sequence[at] as number];
    const key = Math.min(a, b) * MAX_QUERY_TERMS + Math.max(a, b);
    if (a === b || seen.has(key)) continue;
    seen.add(key);
    pairs.push([a, b]);
  }
  return pairs;
}

/** The last word, if the text ends with it and it may be unfinished. */
function unfinishedWord(known: KnownWords, folded: string, runs: readonly string[]): string | undefined {
  const last = runs.at(-1);
  return last !== undefined && folded.endsWith(last) ? formsOf(known, last).at(-1) : undefined;
}

/** Parses the text of a user in bounded time. It never fails: a text without words gives no words. */
export function parseQuery(known: KnownWords, text: string, prefix = false): ParsedQuery {
  const folded = fold(text.slice(0, MAX_QUERY_LENGTH)).slice(0, MAX_QUERY_LENGTH);
  const runs = runsOf(folded);
  const { list, sequence, cut } = draftWords(known, runs);
  const unfinished = prefix ? unfinishedWord(known, folded, runs) : undefined;
  const words = list.map((draft) => {
    return { ...draft, alternatives: alternativesOf(known, draft, draft.text === unfinished) };
  });
  const unknown = words.filter(({ alternatives }) => !alternatives.some(({ via }) => via === 'exact'));
  return {
    words,
    pairs: pairsIn(sequence),
    cut: cut || text.length > MAX_QUERY_LENGTH,
    unknown: unknown.map((word) => word.text),
  };
}
