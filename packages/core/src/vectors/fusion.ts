/** Largest share of the fused order that vectors may have; more made good lexical rankings worse. */
export const MAX_VECTOR_WEIGHT = 0.3;

/** Cosines of lessons to a question, and what they mean in the model they come from. */
export interface Nearness {
  /** By id of the lesson. Those not named are as far as unrelated ones. */
  readonly cosines: ReadonlyMap<string, number>;
  /** Cosine of unrelated texts: from here upward nearness counts. */
  readonly unrelated: number;
  /** Cosine from which a lesson is relevant without any word in common. */
  readonly enough: number;
}

/** A relevant lesson: its score by words, and its cosine if it has one. */
export interface Fusible {
  readonly text: number;
  readonly cosine: number | undefined;
}

/** 0 for an unrelated text, 1 for the same. */
function strengthOf(cosine: number | undefined, { unrelated }: Pick<Nearness, 'unrelated'>): number {
  if (cosine === undefined || unrelated >= 1) return 0;
  return Math.min(1, Math.max(0, (cosine - unrelated) / (1 - unrelated)));
}

/**
 * What vectors add to the score of each lesson, in the unit of the lexical score.
 *
 * Weighted fusion of max-normalised scores, (1 − w) · text / maxText + w · strength / maxStrength, multiplied by
 * maxText / (1 − w): the same order, but the lexical part stays as it is, so that an explanation adds up. Ranks are never
 * fused: a lesson that leads by far must not lose to one that is second in both lists. The strongest counts as at least
 * near enough, so that nothing but noise is not blown up to the full weight.
 *
 * @param weight of vectors, 0 to {@link MAX_VECTOR_WEIGHT}
 */
export function vectorShares(
  lessons: readonly Fusible[],
  nearness: Pick<Nearness, 'unrelated' | 'enough'>,
  weight: number = MAX_VECTOR_WEIGHT,
): number[] {
  if (!(weight >= 0 && weight <= MAX_VECTOR_WEIGHT)) throw new RangeError(`weight of vectors: ${weight}`);
  const strengths = lessons.map(({ cosine }) => strengthOf(cosine, nearness));
  const strongest = strengths.reduce(
    (most, strength) => Math.max(most, strength),
    strengthOf(nearness.enough, nearness),
  );
  const highest = lessons.reduce((most, { text }) => Math.max(most, text), 0);
  if (strongest === 0) return strengths;
  // Without any lexical score the unit is free.
  const unit = ((highest || 1) * weight) / (1 - weight);
  return strengths.map((strength) => (unit * strength) / strongest);
}

/**
 * Relevance by nearness alone, on the scale of lexical relevance: `threshold` for a lesson just near enough, 1 for the
 * same text, 0 for all that are farther.
 */
export function relevanceByNearness(cosine: number | undefined, { enough }: Nearness, threshold: number): number {
  if (cosine === undefined || cosine < enough) return 0;
  if (enough >= 1) return 1;
  return Math.min(1, threshold + ((1 - threshold) * (cosine - enough)) / (1 - enough));
}
