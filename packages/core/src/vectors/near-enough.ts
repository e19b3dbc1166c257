import type { Background } from '@twicewise/store';

/**
 * Standard deviations above the mean of unrelated texts. If cosines are normally distributed, one unrelated pair in 30,000 is
 * nearer.
 */
const DEVIATIONS = 4;
/** Minimum share of the distance from unrelated to identical, for models whose unrelated texts differ little. */
const LEAST_SHARE = 0.35;
/** Upper limit, so that identical texts are always near enough. */
const HIGHEST = 0.95;

/**
 * Minimum cosine for two lessons to count as alike without sharing a word. It depends on the model alone, so that no other stored
 * lesson affects the result.
 */
export function alikeFrom({ mean, deviation }: Pick<Background, 'mean' | 'deviation'>): number {
  return Math.min(HIGHEST, mean + Math.max(DEVIATIONS * deviation, LEAST_SHARE * (1 - mean)));
}

/** Maximum chance that some unrelated lesson is returned because of its vector alone. */
const CHANCE_TOLD = 0.04;
/** The same for a lesson that is listed as possibly related. */
const CHANCE_OFFERED = 0.3;
/** Larger than any possible value. */
const FARTHEST = 12;

/** Upper tail of the normal distribution; relative error below 1.2e-7 (Chebyshev fit of erfc). */
function upperTail(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + x / 2);
  const fit = [
    -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587, -0.82215223,
    0.17087277,
  ].reduceRight((sum, coefficient) => sum * t + coefficient, 0);
  const tail = (t * Math.exp(-x * x + fit)) / 2;
  return z >= 0 ? tail : 1 - tail;
}

/** Number of standard deviations that any of `count` independent values exceeds with this chance (Šidák). */
function deviationsFor(chance: number, count: number): number {
  const each = -Math.expm1(Math.log1p(-chance) / Math.max(1, count));
  let [low, high] = [-FARTHEST, FARTHEST];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (upperTail(middle) > each) low = middle;
    else high = middle;
  }
  return high;
}

/** Minimum lift for a lesson to be returned, and to be listed as possibly related. */
export interface Thresholds {
  enough: number;
  maybe: number;
}

/**
 * How much nearer than usual a lesson must be to a question. The threshold grows with the number of lessons, because among a
 * thousand some are near any question by accident. It is calibrated on the model: the lifts of unrelated lessons are normally
 * distributed, so the chance of a false result is known and independent of the size of the memory.
 */
export function liftsFrom({ lift: { centre, spread } }: Pick<Background, 'lift'>, count: number): Thresholds {
  const at = (chance: number) => Math.min(HIGHEST, centre + spread * deviationsFor(chance, count));
  return { enough: at(CHANCE_TOLD), maybe: at(CHANCE_OFFERED) };
}
