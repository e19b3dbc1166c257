import type { Background } from '@twicewise/store';

/** Deviations above the mean of unrelated texts: if cosines are normal, one unrelated pair in 30,000 is nearer. */
const DEVIATIONS = 4;
/** Least share of the way from unrelated to identical, for models whose unrelated texts differ little. */
const LEAST_SHARE = 0.35;
/** Identical texts are always near enough. */
const HIGHEST = 0.95;

/**
 * Cosine of two lessons from which they are alike although they share no word. Depends on the model alone and not on what is
 * stored, so that no other lesson decides whether one is found.
 */
export function alikeFrom({ mean, deviation }: Pick<Background, 'mean' | 'deviation'>): number {
  return Math.min(HIGHEST, mean + Math.max(DEVIATIONS * deviation, LEAST_SHARE * (1 - mean)));
}

/** Chance at most that any of the lessons compared is told by meaning alone although none has to do with the question. */
const CHANCE_TOLD = 0.04;
/** The same for a lesson that is offered as "maybe", in a line. */
const CHANCE_OFFERED = 0.3;
/** Farther than any value there is. */
const FARTHEST = 12;

/** Share of a normal distribution above z; its relative error is below 1.2e-7 (Chebyshev fit of erfc). */
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

/** Deviations that any of so many independent values exceeds with this chance (Šidák). */
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

/** From where on a lesson is told, and from where on it is offered. */
export interface Thresholds {
  enough: number;
  maybe: number;
}

/**
 * How much nearer than usual a lesson must be to a question among so many lessons. It grows with their number: among
 * a thousand some are near to any question by accident. Calibrated on the model itself: unrelated lessons are lifted like a
 * normal distribution, so the chance of a false answer is known and is the same in a small memory and in a large one.
 */
export function liftsFrom({ lift: { centre, spread } }: Pick<Background, 'lift'>, count: number): Thresholds {
  const at = (chance: number) => Math.min(HIGHEST, centre + spread * deviationsFor(chance, count));
  return { enough: at(CHANCE_TOLD), maybe: at(CHANCE_OFFERED) };
}
