import { MAX_WEIGHT } from './scoring.ts';

/**
 * Hits below are not worth an agent's tokens, and a query without any above is answered with nothing. Measured with
 * `npm run check:retrieval`, which prints how many own queries this loses and how many foreign ones it lets through.
 */
export const RELEVANCE_THRESHOLD = 0.165;

/** Evidence that a partly covered query has to outweigh, as score. */
const DOUBT = 30;
/** How sharply doubt falls as the last words of a query are found. */
const COVER_POWER = 8;

/**
 * Relevance of a lesson to a query, 0 to 1: score / (2.2 · Σ rarity + 30 · (1 − covered⁸)). The first part is the score
 * of a lesson that is about every word of the query. The second is for short queries: two words of three may meet by
 * chance and say little, two thirds of a long task say much; a lesson with all the words is beyond doubt.
 *
 * @param score of the lesson, without priors
 * @param covered rarity of the query's words that the lesson has
 * @param total rarity of all the query's words
 */
export function relevanceOf(score: number, covered: number, total: number): number {
  if (total <= 0) return 0;
  const doubt = DOUBT * (1 - Math.min(1, covered / total) ** COVER_POWER);
  return Math.min(1, score / (MAX_WEIGHT * total + doubt));
}

/** The score below which no lesson has this relevance: a quick test before the exact one. */
export function leastScore(relevance: number, total: number): number {
  return relevance * MAX_WEIGHT * total;
}
