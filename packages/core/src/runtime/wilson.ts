import type { Rate } from '@twicewise/contract';

/** Standard normal quantile of a two-sided 95 % interval. */
const Z = 1.959963984540054;

/**
 * A share with its 95 % interval by Wilson's score: E. B. Wilson, "Probable inference, the law of succession, and statistical
 * inference", JASA 22 (1927). Unlike the normal approximation, it stays within 0 and 1, and 0 of 3 is not reported as certain.
 */
export function wilson(part: number, n: number): Rate {
  if (n === 0) return { value: null, n, low: null, high: null };
  const share = part / n;
  const spread = Z * Math.sqrt((share * (1 - share) + Z ** 2 / (4 * n)) / n);
  const centre = share + Z ** 2 / (2 * n);
  const whole = 1 + Z ** 2 / n;
  // At 0 and 1, rounding could put the share just outside its interval.
  return {
    value: share,
    n,
    low: part === 0 ? 0 : (centre - spread) / whole,
    high: part === n ? 1 : (centre + spread) / whole,
  };
}
