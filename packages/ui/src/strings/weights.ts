import { count } from './numbers.ts';

/** A weight with two digits. One of 0.6 ÷ 1.6 is a little less than 0.375 in a computer, and rounded up all the same. */
export const weightText = (value: number) => (value + 1e-9).toFixed(2);

/** What one or several voices count: 1 for a word of a person, without the dust of adding up fractions. */
export const voiceText = (value: number) => String(Number(value.toFixed(2)));

/** The weakest step of a chain, by which the strongest known are ordered. A single step has only its weight. */
export function weakestText(weights: readonly number[]): string {
  const weakest = weightText(Math.min(...weights));
  return weights.length < 2 ? `weight ${weakest}` : `${count(weights.length)} steps, weakest step ${weakest}`;
}

/** How strong a chain is: the product of its weights, of a single step its weight. Always by the word of the answer above it. */
export function strengthText(weights: readonly number[], strength: number): string {
  const product = strength > 0 && strength < 0.005 ? 'below 0.01' : weightText(strength);
  return weights.length < 2 ? `strength ${product}` : `${weakestText(weights)}, strength ${product}`;
}
