// BM25F after Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), with two
// departures. Length is measured against a fixed pivot and not against the average of the collection, and rarity against
// the query's own words and not against the size of the collection. So no lesson that shares nothing with a query can
// change what it finds, in which order, or how relevant that is; and the weight of a word in a lesson is known when the
// lesson is stored. On the five sets of `check:retrieval` both are also better than the averages they replace.

/** Saturation of term frequency in a lesson. */
const K1 = 1.2;
/** Saturation of term frequency in the query. */
const K3 = 2;
/** The title, in words of the body. */
const TITLE_WEIGHT = 5;
/** Strength of length normalisation, and the length at which it is 1, in words that are no stop words. */
const TITLE_B = 0.3;
const TITLE_PIVOT = 6;
const BODY_B = 0.5;
const BODY_PIVOT = 60;

/** The weight of a word in a lesson stays below this (k1 + 1), whatever its frequency. */
export const MAX_WEIGHT = K1 + 1;
/** Weights are kept in eight bits: 1 to 255 for 0 to {@link MAX_WEIGHT}. */
const LEVELS = 255;

/** How long a lesson is, in words that are no stop words. */
export interface Lengths {
  title: number;
  body: number;
}

/** Weight of a term in a lesson, quantised: from its frequency in each field, normalised by length and saturated. */
export function quantisedWeight(inTitle: number, inBody: number, { title, body }: Lengths): number {
  const titleNorm = 1 - TITLE_B + (TITLE_B * title) / TITLE_PIVOT;
  const bodyNorm = 1 - BODY_B + (BODY_B * body) / BODY_PIVOT;
  const frequency = (TITLE_WEIGHT * inTitle) / titleNorm + inBody / bodyNorm;
  const weight = (frequency * MAX_WEIGHT) / (frequency + K1);
  return Math.max(1, Math.round((weight / MAX_WEIGHT) * LEVELS));
}

/** Score of one level for a term whose rarity is 1. */
export const LEVEL = MAX_WEIGHT / LEVELS;

/** Weight of a term by how often the query says it. */
export function queryWeight(count: number): number {
  return ((K3 + 1) * count) / (K3 + count);
}

/**
 * A query's words are rare or common beside so many lessons without any of them. Like a collection of a thousand when
 * there are few lessons, so that three lessons about tokens do not make `token` a stop word.
 */
const BACKGROUND = 1000;

/** Rarity of terms in lessons: ln(1 + (N − df + ½) / (df + ½)), N = the most frequent of them + 1,000. */
export function rarityBeside(frequencies: Iterable<number>): (frequency: number) => number {
  let most = 0;
  for (const frequency of frequencies) most = Math.max(most, frequency);
  const count = most + BACKGROUND;
  return (frequency) => Math.log(1 + (count - frequency + 0.5) / (frequency + 0.5));
}

/** Share of the rarer word's rarity that a pair of neighbours adds when side by side. */
const PROXIMITY_WEIGHT = 0.7;
/** Neighbours in the query are near up to this distance in the lesson, in words that are no stop words. */
export const PROXIMITY_WINDOW = 8;

/** What a pair adds at a distance of 1 … {@link PROXIMITY_WINDOW}. It falls as 1/distance: phrases stand out. */
export function proximityScore(rarityA: number, rarityB: number, distance: number): number {
  return (PROXIMITY_WEIGHT * Math.min(rarityA, rarityB)) / distance;
}
