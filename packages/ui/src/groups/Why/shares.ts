import type { HitReason, SearchHit } from '@twicewise/contract';

/** One reason for the place of a hit, with its part of the whole. */
export interface Reason {
  share: number;
}

/** A word of the search in a lesson. */
export interface WordReason extends Reason {
  word: string;
  match: HitReason['terms'][number]['match'];
  /** Words of the lesson that it matched. */
  words: readonly string[];
  fields: readonly string[];
}

/** Why a hit is where it is, in parts of one whole. */
export interface Shares {
  words: WordReason[];
  /** Words of the search that the lesson does not have. */
  missing: string[];
  near: number;
  session: number;
  vector: number;
}

/** Takes the reasons of a hit as parts of their sum; priors are factors on it and stand apart. */
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
