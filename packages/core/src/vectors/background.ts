import type { Background } from '@twicewise/store';
import type { Embed, EmbedOptions } from './embedder.ts';
import { UNRELATED_LESSONS, UNRELATED_QUESTIONS } from './unrelated-texts.ts';

/** Texts per request. */
const BATCH = 16;
/** So many of the known questions say what is usual for a lesson: those that are nearest to it. */
const NEAREST_QUESTIONS = 16;
/** Share of a normal distribution that is lower than one deviation below its middle. */
const ONE_DEVIATION_BELOW = 0.1587;

function cosineOf(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] as number), 0);
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The value that so great a share of them does not reach. */
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

/** How near a lesson is to questions that have nothing to do with it: the mean cosine to the nearest of the known ones. */
export function usualNearness(lesson: Float32Array, questions: readonly Float32Array[]): number {
  return meanOfNearest(cosinesTo(questions, lesson));
}

/**
 * How much nearer than usual the known lessons are to each known question, the others saying what is usual. A few of them have
 * to do with each other after all, by accident; so the spread is taken from below the middle.
 */
function liftsOf(lessons: readonly Float32Array[], questions: readonly Float32Array[]): Background['lift'] {
  const lifts = lessons.flatMap((lesson) => {
    // Once for each pair: for each question anew they kept everybody waiting for seconds.
    const cosines = cosinesTo(questions, lesson);
    return cosines.map((cosine, at) => cosine - meanOfNearest(cosines.toSpliced(at, 1)));
  });
  const centre = quantile(lifts, 0.5);
  return { centre, spread: centre - quantile(lifts, ONE_DEVIATION_BELOW) };
}

/** What "unrelated" means in a model, from the vectors of the built-in lessons and questions. */
export function backgroundOf(lessons: readonly Float32Array[], questions: readonly Float32Array[]): Background {
  const cosines = lessons.flatMap((vector, at) => lessons.slice(at + 1).map((other) => cosineOf(vector, other)));
  const mean = meanOf(cosines);
  const variance = meanOf(cosines.map((cosine) => (cosine - mean) ** 2));
  return { mean, deviation: Math.sqrt(variance), lift: liftsOf(lessons, questions), questions };
}

/** Asks a model what "unrelated" means in it, and how long its vectors are. Throws what `embed` throws. */
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
