import type { HitReason, SearchHit } from '@twicewise/contract';

/** One reason for the rank of a hit, with its share. */
export interface Reason {
  share: number;
}

/** A word of the search in a lesson. */
export interface WordReason extends Reason {
  word: string;
  match: HitReason['terms'][number]['match'];
  /** The words of the lesson that it matched. */
  words: readonly string[];
  fields: readonly string[];
}

/** The reasons for the rank of a hit, as shares of one total. */
export interface Shares {
  words: WordReason[];
  /** The words of the search that the lesson does not contain. */
  missing: string[];
  near: number;
  session: number;
  vector: number;
}

/** Converts the reasons of a hit into shares of their sum. Priors are factors on the sum and stay separate. */
export function sharesOf(why: HitReason, terms: readonly string[]): Shares {
  const { proximity, session } = why;
  const vector = why.vector ?? 0;
  const sum = why.terms.reduce((total, { score }) => total + score, proximity + session + vector);
  const share = (score: number) => (sum > 0 ? score / sum : 0);
  const words = why.terms.map(({ query, match, words, fields, score }) => ({
    word: query,
    match,
    words,
    fields,
    share: share(score),
  }));
  const missing = terms.filter((term) => !why.terms.some(({ query }) => query === term));
  return { words, missing, near: share(proximity), session: share(session), vector: share(vector) };
}

/** A hit with the search that found it. */
export interface FoundBy {
  hit: SearchHit;
  terms: readonly string[];
  total: number;
}
