import { MAX_WEIGHT } from './scoring.ts';

/**
 * Hits below are not worth an agent's tokens, and a query without any above is answered with nothing. A compromise:
 * `npm run check:retrieval` prints how many own queries it loses and how many foreign ones it lets through.
 */
export const RELEVANCE_THRESHOLD = 0.25;

/** If nothing reaches the threshold, hits from this relevance on are shown as uncertain. */
export const UNCERTAIN_RELEVANCE = 0.15;

/** Long queries are never covered whole: what is expected grows as this power of their rarity. */
const LENGTH_POWER = 0.7;
/** Rarity of a query (three to four rare words) at which expectation is what a lesson about every word would score. */
const USUAL_TOTAL = 20;
const SCALE = MAX_WEIGHT * USUAL_TOTAL ** (1 - LENGTH_POWER);
/** Evidence that a partly covered query has to outweigh, as score. */
const DOUBT = 10;
/** How sharply doubt falls as the last words of a query are found. */
const COVER_POWER = 8;

/**
 * Relevance of a lesson to a query, 0 to 1: score / (5.4 · total^0.7 + 10 · (1 − (covered / total)⁸)).
 *
 * With an exponent of 1 and no doubt this is the share of the highest score there is, 2.2 · Σ rarity. Two changes tell own
 * and foreign queries apart better on every set of `check:retrieval`: a long task is matched by less of itself than a short one,
 * and two words of three may meet by chance, so that part of a query must make up for the part that is missing. A lesson
 * with all the words is beyond doubt.
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

/** The score below which no lesson has this relevance: a quick test before the exact one. */
export function leastScore(relevance: number, total: number): number {
  return relevance * SCALE * Math.max(0, total) ** LENGTH_POWER;
}
