import { MAX_WEIGHT } from './scoring.ts';

/**
 * Minimum relevance of a hit: less is not worth an agent's tokens. If no lesson reaches it, the answer has no hits. The value is
 * a compromise: `npm run check:retrieval` prints how many own queries it loses and how many foreign ones it lets through.
 */
export const RELEVANCE_THRESHOLD = 0.25;

/** If no lesson reaches the threshold, lessons from this relevance on may be offered as uncertain. */
export const UNCERTAIN_RELEVANCE = 0.15;

/**
 * Minimum relevance of what is offered to a person as near, and called so: about one rare word of four. An agent is not told of
 * it unasked.
 */
export const NEAR_RELEVANCE = 0.1;

/** A lesson never matches all of a long query. The expected score therefore grows only as this power of the query's rarity. */
const LENGTH_POWER = 0.7;
/** Rarity of a query (three to four rare words) for which the expected score is that of a lesson about every word. */
const USUAL_TOTAL = 20;
const SCALE = MAX_WEIGHT * USUAL_TOTAL ** (1 - LENGTH_POWER);
/** Score that is additionally expected from a lesson with only a part of the query's words. */
const DOUBT = 10;
/** How steeply this doubt falls when the last words of a query are found. */
const COVER_POWER = 8;

/**
 * Relevance of a lesson to a query, 0 to 1: score / (5.4 · total^0.7 + 10 · (1 − (covered / total)⁸)).
 *
 * With an exponent of 1 and no doubt, this would be the share of the highest possible score, 2.2 · Σ rarity. Two changes separate
 * own from foreign queries better on every set of `check:retrieval`. The exponent: a lesson matches a smaller part of a long task
 * than of a short one. The doubt: two of three words may occur together by chance, so the score for a part of the query must make
 * up for the missing part. For a lesson with all the words there is no doubt.
 *
 * @param score of the lesson, without priors
 * @param covered rarity of the query's words that the lesson has
 * @param total rarity of all the query's words
 */
export function relevanceOf(score: number, covered: number, total: number): number {
  if (total <= 0) return 0;
  const doubt = DOUBT * (1 - Math.min(1, covered / total) ** COVER_POWER);
  return Math.min(1, score / (SCALE * total ** LENGTH_POWER + doubt));
}

/** The minimum score for this relevance, as a quick test before the exact one. */
export function leastScore(relevance: number, total: number): number {
  return relevance * SCALE * Math.max(0, total) ** LENGTH_POWER;
}
