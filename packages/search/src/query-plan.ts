import type { Alternative, ParsedQuery } from './query.ts';
import { queryWeight, rarityBeside } from './scoring.ts';
import type { MatchKind } from './types.ts';

/** A term to look for, with what it is worth. */
export interface PlannedTerm {
  term: number;
  via: MatchKind;
  /** Weight × rarity × repetition in the query: what one unit of its weight in a lesson scores. */
  worth: number;
  /** Part of the query's rarity that a lesson with it covers. */
  cover: number;
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

/** Share of a word that is covered: a synonym may miss the meaning, while a corrected or completed word is what was meant. */
function coverShare({ via, weight }: Alternative): number {
  return via === 'synonym' ? weight : via === 'similar' ? weight / 0.8 : 1;
}
