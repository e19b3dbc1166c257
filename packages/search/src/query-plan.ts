import { type Alternative, type ParsedQuery, SIMILAR_WEIGHT } from './query.ts';
import { queryWeight, rarityBeside } from './scoring.ts';
import type { MatchKind } from './types.ts';

/** A term to search for, with its weights. */
export interface PlannedTerm {
  term: number;
  via: MatchKind;
  /** Weight × rarity × repetition in the query: the score for one unit of the term's weight in a lesson. */
  worth: number;
  /** How much of the query's rarity a lesson with this term covers. */
  cover: number;
  /** Weight × rarity, without the repetition in the query; used for proximity. */
  rarity: number;
}

/** A word of the query with its terms, those that are worth most first. */
export interface PlannedWord {
  text: string;
  stem: string;
  terms: PlannedTerm[];
}

/** A query with weights for the current state of the index. */
export interface QueryPlan {
  words: PlannedWord[];
  pairs: readonly (readonly [number, number])[];
  /** Total rarity of all words, known or not: what a lesson with all of them covers. */
  total: number;
}

/** Weighs a query. `frequencyOf` returns the number of lessons with a term. */
export function planQuery(parsed: ParsedQuery, frequencyOf: (term: number) => number): QueryPlan {
  const frequencies = new Map<number, number>();
  for (const { alternatives } of parsed.words) {
    for (const { term } of alternatives) frequencies.set(term, frequencyOf(term));
  }
  const rarity = rarityBeside(frequencies.values());
  let total = 0;
  const words = parsed.words.map(({ text, stem, count, alternatives }) => {
    const repeated = queryWeight(count);
    const rarityOf = ({ term }: Alternative) => rarity(frequencies.get(term) as number);
    // A word that no lesson has counts like the rarest word; a corrected word counts like its correction.
    const exact = alternatives.find(({ via }) => via === 'exact');
    const meant = (exact ? [exact] : alternatives).map(rarityOf);
    const whole = repeated * (meant.length > 0 ? Math.max(...meant) : rarity(0));
    total += whole;
    const terms = alternatives.map((alternative) => {
      const { term, via, weight } = alternative;
      const own = weight * rarityOf(alternative);
      return { term, via, rarity: own, worth: own * repeated, cover: whole * coverShare(alternative) };
    });
    return { text, stem, terms: terms.sort((a, b) => b.worth - a.worth) };
  });
  return { words, pairs: parsed.pairs, total };
}

/**
 * The share of a word's rarity that an alternative covers. A synonym may miss the meaning, while a corrected or completed word is
 * what was meant.
 */
function coverShare({ via, weight }: Alternative): number {
  return via === 'synonym' ? weight : via === 'similar' ? weight / SIMILAR_WEIGHT : 1;
}
