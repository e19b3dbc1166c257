/**
 * Share of vectors in the fused score. Where words alone show which lessons are relevant, a larger share made good lexical
 * rankings worse. Where they do not, the lexical order is accidental. The values were chosen on the five sets of
 * `check:retrieval` and on the paraphrases of `check:recall`, with the built-in model.
 */
export const VECTOR_WEIGHT = { wordsAreSure: 0.2, wordsAreNot: 0.95 } as const;
/**
 * Lexical relevance of the best lesson from which words are sure: twice the threshold. By one rare word alone a lesson reaches the
 * threshold for a question of two or three words, such as one about the role of a pipeline for "pipeline takes too long". With 0.5
 * instead of 0.25 and the built-in model, nDCG@10 rose from 0.251 to 0.281 on paraphrases and from 0.770 to 0.783 on messages of
 * ESLint, and fell from 0.960 to 0.958 on questions in the words of the lessons.
 */
export const SURE_RELEVANCE = 0.5;
/** The larger of the two shares. */
const MAX_WEIGHT = VECTOR_WEIGHT.wordsAreNot;

/**
 * The share of vectors for a lexical relevance, that of the best lesson. It grows as the relevance falls from
 * {@link SURE_RELEVANCE} to `uncertain`.
 */
export function vectorWeight(relevance: number, { uncertain }: Pick<RelevanceScale, 'uncertain'>): number {
  const sure = Math.min(1, Math.max(0, (relevance - uncertain) / (SURE_RELEVANCE - uncertain)));
  return VECTOR_WEIGHT.wordsAreNot + sure * (VECTOR_WEIGHT.wordsAreSure - VECTOR_WEIGHT.wordsAreNot);
}

/** Relevance from which a lesson is shown, and from which it may be offered as uncertain. */
export interface RelevanceScale {
  threshold: number;
  uncertain: number;
}

/** How near lessons are to the query, and what the values mean for the model that computed them. The maximum is 1. */
export interface Nearness {
  /** By lesson id. Lessons that are not listed count as unrelated. */
  readonly values: ReadonlyMap<string, number>;
  /** Value of unrelated texts; nearness counts only above it. */
  readonly unrelated: number;
  /** Value from which a lesson is relevant even without a word in common. */
  readonly enough: number;
  /** Value from which a lesson is offered as uncertain; at most `enough`. */
  readonly maybe: number;
}

/** A relevant lesson: its score by words, and how near it is, if known. */
export interface Fusible {
  readonly text: number;
  readonly near: number | undefined;
}

/** 0 for an unrelated text, 1 for the same text. */
function strengthOf(near: number | undefined, { unrelated }: Pick<Nearness, 'unrelated'>): number {
  if (near === undefined || unrelated >= 1) return 0;
  return Math.min(1, Math.max(0, (near - unrelated) / (1 - unrelated)));
}

/**
 * What vectors add to the score of each lesson, in the unit of the lexical score.
 *
 * This is a weighted fusion of max-normalised scores, (1 − w) · text / maxText + w · strength / maxStrength, multiplied by
 * maxText / (1 − w). The order is the same, but the lexical part keeps its value, so that an explanation adds up. Ranks are never
 * fused: a lesson that leads by far must not lose to one that is second in both lists. The largest strength counts as at least
 * that of `enough`, so that mere noise is not scaled up to the full weight.
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
  // If no lesson has a lexical score, any unit will do.
  const unit = ((highest || 1) * weight) / (1 - weight);
  return strengths.map((strength) => (unit * strength) / strongest);
}

/**
 * Relevance by nearness alone, on the scale of lexical relevance: `threshold` for a lesson that is just near enough, 1 for the
 * same text, `uncertain` for one that is just worth offering, and 0 for all that are farther away.
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
