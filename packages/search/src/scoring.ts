// BM25F after Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), with two changes. The
// length of a lesson is compared with a fixed pivot, not with the average of the collection. The rarity of a word is computed
// from the frequencies of the query's own words, not from the size of the collection. A lesson without any word of a query can
// therefore change neither what it finds nor the order nor the relevance, and the weight of a word in a lesson is known when the
// lesson is stored. On the five sets of `check:retrieval` both changes also give better results than the averages.

/** Saturation of term frequency in a lesson. */
const K1 = 1.2;
/** Saturation of term frequency in the query. */
const K3 = 2;
/** Weight of a word in the title, relative to a word in the body. */
const TITLE_WEIGHT = 5;
/** For each field the strength of length normalisation, and the length at which the factor is 1, in words without stop words. */
const TITLE_B = 0.3;
const TITLE_PIVOT = 6;
const BODY_B = 0.5;
const BODY_PIVOT = 60;

/** Limit that the weight of a word in a lesson stays below, whatever its frequency (k1 + 1). */
export const MAX_WEIGHT = K1 + 1;
/** Weights are stored in eight bits: 1 to 255 for 0 to {@link MAX_WEIGHT}. */
const LEVELS = 255;

/** Length of a lesson, in words without stop words. */
export interface Lengths {
  title: number;
  body: number;
}

/**
 * Stored weight of a term in a lesson, 1 to 255: computed from its frequency in each field, normalised by length and saturated.
 */
export function quantisedWeight(inTitle: number, inBody: number, { title, body }: Lengths): number {
  const titleNorm = 1 - TITLE_B + (TITLE_B * title) / TITLE_PIVOT;
  const bodyNorm = 1 - BODY_B + (BODY_B * body) / BODY_PIVOT;
  const frequency = (TITLE_WEIGHT * inTitle) / titleNorm + inBody / bodyNorm;
  const weight = (frequency * MAX_WEIGHT) / (frequency + K1);
  return Math.max(1, Math.round((weight / MAX_WEIGHT) * LEVELS));
}

/** Score of one unit of stored weight for a term whose rarity is 1. */
export const LEVEL = MAX_WEIGHT / LEVELS;

/** Weight of a term that the query contains `count` times. */
export function queryWeight(count: number): number {
  return ((K3 + 1) * count) / (K3 + count);
}

/**
 * Rarity is computed as if this many further lessons had none of the query's words. A small collection then behaves like one of a
 * thousand lessons, so that three lessons about tokens do not make `token` a stop word.
 */
const BACKGROUND = 1000;

/**
 * Rarity of a term by the number of lessons with it: ln(1 + (N − df + ½) / (df + ½)), where N is the largest of `frequencies` +
 * 1,000.
 */
export function rarityBeside(frequencies: Iterable<number>): (frequency: number) => number {
  let most = 0;
  for (const frequency of frequencies) most = Math.max(most, frequency);
  const count = most + BACKGROUND;
  return (frequency) => Math.log(1 + (count - frequency + 0.5) / (frequency + 0.5));
}

/** What a pair of words adds when they are adjacent, as a share of the rarity of the less rare word. */
const PROXIMITY_WEIGHT = 0.7;
/** Words that follow each other in the query count as near up to this distance in the lesson, in words without stop words. */
export const PROXIMITY_WINDOW = 8;

/** What a pair adds at a distance of 1 to {@link PROXIMITY_WINDOW}. It falls as 1/distance, so that phrases stand out. */
export function proximityScore(rarityA: number, rarityB: number, distance: number): number {
  return (PROXIMITY_WEIGHT * Math.min(rarityA, rarityB)) / distance;
}
