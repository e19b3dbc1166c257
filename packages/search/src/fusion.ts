/**
 * Share of the fused order that vectors get. Where words alone show which lessons are relevant, a larger share made good lexical
 * rankings worse; where they do not, their order is accidental. Chosen on the five sets of `check:retrieval` and on the
 * paraphrases of `check:recall`, with the built-in model.
 */
export const VECTOR_WEIGHT = { wordsAreSure: 0.2, wordsAreNot: 0.95 } as const;
/** The larger of the two. */
const MAX_WEIGHT = VECTOR_WEIGHT.wordsAreNot;

/** Share of vectors, from the lexical relevance of the best lesson. It grows as that falls from `threshold` to `uncertain`. */
export function vectorWeight(relevance: number, { threshold, uncertain }: RelevanceScale): number {
  const sure = Math.min(1, Math.max(0, (relevance - uncertain) / (threshold - uncertain)));
  return VECTOR_WEIGHT.wordsAreNot + sure * (VECTOR_WEIGHT.wordsAreSure - VECTOR_WEIGHT.wordsAreNot);
}

/** Relevance from which a lesson is shown, and from which it may be offered as uncertain. */
export interface RelevanceScale {
  threshold: number;
  uncertain: number;
}

/** How near lessons are to the query, and what the values mean in the model they come from. The maximum is 1. */
export interface Nearness {
  /** By lesson id. Lessons that are not listed count as unrelated. */
  readonly values: ReadonlyMap<string, number>;
  /** Value of unrelated texts; nearness counts only above it. */
  readonly unrelated: number;
  /** Value from which a lesson is relevant without any word in common. */
  readonly enough: number;
  /** Value from which a lesson is worth a line, marked as uncertain; at most `enough`. */
  readonly maybe: number;
}

/** A relevant lesson: its score by words, and how near it is if that is known. */
export interface Fusible {
  readonly text: number;
  readonly near: number | undefined;
}

/** 0 for an unrelated text, 1 for the same. */
function strengthOf(near: number | undefined, { unrelated }: Pick<Nearness, 'unrelated'>): number {
  if (near === undefined || unrelated >= 1) return 0;
  return Math.min(1, Math.max(0, (near - unrelated) / (1 - unrelated)));
}

/**
 * What vectors add to the score of each lesson, in the unit of the lexical score.
 *
 * Weighted fusion of max-normalised scores, (1 − w) · text / maxText + w · strength / maxStrength, multiplied by
 * maxText / (1 − w): the same order, but the lexical part stays as it is, so that an explanation adds up. Ranks are never
 * fused: a lesson that leads by far must not lose to one that is second in both lists. The strongest counts as at least
 * near enough, so that nothing but noise is not blown up to the full weight.
 *
 * @param weight of vectors, such as {@link VECTOR_WEIGHT}; 0 to {@link MAX_WEIGHT}
 */
export function vectorShares(
  lessons: readonly Fusible[],
  nearness: Pick<Nearness, 'unrelated' | 'enough'>,
  weight: number = VECTOR_WEIGHT.wordsAreSure,
): number[] {
  if (!(weight >= 0 && weight <= MAX_WEIGHT)) throw new RangeError(`weight of vectors: ${weight}`);
  const strengths = lessons.map(({ near }) => strengthOf(near, nearness));
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
 * same text; `uncertain` for one just worth a line, 0 for all that are farther.
 */
export function relevanceByNearness(
  near: number | undefined,
  { enough, maybe }: Pick<Nearness, 'enough' | 'maybe'>,
  { threshold, uncertain }: RelevanceScale,
): number {
  if (near === undefined || near < Math.min(maybe, enough)) return 0;
  if (near < enough) return uncertain + ((threshold - uncertain) * (near - maybe)) / (enough - maybe);
  return enough >= 1 ? 1 : Math.min(1, threshold + ((1 - threshold) * (near - enough)) / (1 - enough));
}
