import type { Mean } from '@twicewise/contract';

/** Quantiles of Student's t for a two-sided 95 % interval, by degrees of freedom. Between two of them the lower one holds, which is wider. */
const T: readonly [degrees: number, t: number][] = [
  [1, 12.706],
  [2, 4.303],
  [3, 3.182],
  [4, 2.776],
  [5, 2.571],
  [6, 2.447],
  [7, 2.365],
  [8, 2.306],
  [9, 2.262],
  [10, 2.228],
  [12, 2.179],
  [15, 2.131],
  [20, 2.086],
  [30, 2.042],
  [60, 2.0],
  [120, 1.98],
];

/**
 * The mean of values with its 95 % interval (Student, 1908). Equal values have an interval of no width. It does not reach below
 * `least`, which no value can be less than.
 */
export function meanOf(values: readonly number[], least = Number.NEGATIVE_INFINITY): Mean {
  const n = values.length;
  if (n === 0) return { value: null, n, low: null, high: null };
  const value = values.reduce((sum, one) => sum + one, 0) / n;
  if (n === 1) return { value, n, low: null, high: null };
  const variance = values.reduce((sum, one) => sum + (one - value) ** 2, 0) / (n - 1);
  const t = T.findLast(([degrees]) => degrees <= n - 1)?.[1] ?? 12.706;
  const spread = t * Math.sqrt(variance / n);
  return { value, n, low: Math.max(least, value - spread), high: value + spread };
}
