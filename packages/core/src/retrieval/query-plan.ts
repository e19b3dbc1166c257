import type { ParsedQuery } from './query.ts';
import { queryWeight, rarityBeside } from './scoring.ts';
import type { MatchKind } from './types.ts';

/** A term to look for, with what it is worth. */
export interface PlannedTerm {
  term: number;
  via: MatchKind;
  /** Weight × rarity: what one unit of its weight in a lesson scores, and what having it covers. */
  worth: number;
  /** Weight × rarity without the query's own repetition; for proximity. */
  rarity: number;
}

/** A word of the query with its terms, the most valuable first. */
export interface PlannedWord {
  text: string;
  stem: string;
  terms: PlannedTerm[];
}

/** A query with numbers for one state of the index. */
export interface QueryPlan {
  words: PlannedWord[];
  pairs: readonly (readonly [number, number])[];
  /** Rarity of all words, known or not: what a lesson with all of them covers. */
  total: number;
}

/** Weighs a query. `frequencyOf` answers how many lessons hold a term. */
export function planQuery(parsed: ParsedQuery, frequencyOf: (term: number) => number): QueryPlan {
  const frequencies = new Map<number, number>();
  for (const { alternatives } of parsed.words) {
    for (const { term } of alternatives) frequencies.set(term, frequencyOf(term));
  }
  const rarity = rarityBeside(frequencies.values());
  let total = 0;
  const words = parsed.words.map(({ text, stem, count, alternatives }) => {
    const repeated = queryWeight(count);
    const terms = alternatives.map(({ term, weight, via }) => {
      const own = weight * rarity(frequencies.get(term) as number);
      return { term, via, rarity: own, worth: own * repeated };
    });
    // A word that nobody wrote counts as the rarest word does, one that was corrected as what it was corrected to.
    const exact = alternatives.find(({ via }) => via === 'exact');
    const meant = exact ? [exact] : alternatives;
    const rarities = meant.map(({ term }) => rarity(frequencies.get(term) as number));
    total += repeated * (rarities.length > 0 ? Math.max(...rarities) : rarity(0));
    return { text, stem, terms: terms.sort((a, b) => b.worth - a.worth) };
  });
  return { words, pairs: parsed.pairs, total };
}
