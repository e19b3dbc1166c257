import type { Background } from '@twicewise/store';
import type { Embed, EmbedOptions } from './embedder.ts';
import { UNRELATED_LESSONS, UNRELATED_QUESTIONS } from './unrelated-texts.ts';

/** Texts per request. */
const BATCH = 16;
/** Number of known questions, those nearest to a lesson, that define its usual nearness. */
const NEAREST_QUESTIONS = 16;
/** Share of a normal distribution more than one standard deviation below the mean. */
const ONE_DEVIATION_BELOW = 0.1587;

function cosineOf(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] as number), 0);
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The quantile of `values` at `share`. */
function quantile(values: readonly number[], share: number): number {
  const inOrder = values.toSorted((a, b) => a - b);
  return inOrder[Math.min(inOrder.length - 1, Math.floor(share * inOrder.length))] as number;
}

function cosinesTo(vectors: readonly Float32Array[], lesson: Float32Array): number[] {
  return vectors.map((vector) => cosineOf(lesson, vector));
}

function meanOfNearest(cosines: readonly number[]): number {
  return meanOf(cosines.toSorted((a, b) => b - a).slice(0, NEAREST_QUESTIONS));
}

/** How near a lesson is to unrelated questions: the mean cosine to the nearest of the known ones. */
export function usualNearness(lesson: Float32Array, questions: readonly Float32Array[]): number {
  return meanOfNearest(cosinesTo(questions, lesson));
}

/**
 * How much nearer than usual the known lessons are to each known question, where the other questions define what is usual. A few
 * are related by accident, so the spread is measured below the median.
 */
function liftsOf(lessons: readonly Float32Array[], questions: readonly Float32Array[]): Background['lift'] {
  const lifts = lessons.flatMap((lesson) => {
    // Computed once per pair; computing them per question blocked the thread for seconds.
    const cosines = cosinesTo(questions, lesson);
    return cosines.map((cosine, at) => cosine - meanOfNearest(cosines.toSpliced(at, 1)));
  });
  const centre = quantile(lifts, 0.5);
  return { centre, spread: centre - quantile(lifts, ONE_DEVIATION_BELOW) };
}

/** What "unrelated" means in a model, computed from the vectors of the built-in lessons and questions. */
export function backgroundOf(lessons: readonly Float32Array[], questions: readonly Float32Array[]): Background {
  const cosines = lessons.flatMap((vector, at) => lessons.slice(at + 1).map((other) => cosineOf(vector, other)));
  const mean = meanOf(cosines);
  const variance = meanOf(cosines.map((cosine) => (cosine - mean) ** 2));
  return { mean, deviation: Math.sqrt(variance), lift: liftsOf(lessons, questions), questions };
}

/** Measures with a model what "unrelated" means, and the length of its vectors. Throws what `embed` throws. */
export async function measureBackground(
  embed: Embed,
  options: EmbedOptions,
): Promise<{ dimension: number; background: Background }> {
  const texts = [...UNRELATED_LESSONS, ...UNRELATED_QUESTIONS];
  const vectors: Float32Array[] = [];
  while (vectors.length < texts.length) {
    const some = texts.slice(vectors.length, vectors.length + BATCH);
    const [first] = vectors;
    vectors.push(...(await embed(some, first ? { ...options, dimension: first.length } : options)));
  }
  const dimension = vectors[0]?.length ?? 0;
  const lessons = vectors.slice(0, UNRELATED_LESSONS.length);
  return { dimension, background: backgroundOf(lessons, vectors.slice(UNRELATED_LESSONS.length)) };
}
