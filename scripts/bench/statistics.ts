/** The durations of a run of equal calls. */
export interface Distribution {
  count: number;
  p50: number;
  p95: number;
  p99: number;
  max: number;
}

/** The value below which this share of a sorted list lies (nearest rank); 0 for an empty list. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

/** Percentiles of unsorted samples. */
export function distribution(samples: readonly number[]): Distribution {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (share: number) => percentile(sorted, share);
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

/** The median, or the mean of the middle two if their number is even. 0 for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? 0)) / 2;
}

/** `ours / other`, or null if one is missing or `other` is 0. */
export function ratio(ours: number | undefined, other: number | undefined): number | null {
  return ours === undefined || other === undefined || other === 0 ? null : ours / other;
}

/** A limit for a number. */
export interface Aim {
  name: string;
  limit: number;
  direction: 'at most' | 'at least';
  unit: string;
}

/** How a number compares with its aim. `far off` is beyond twice the aim; the bench then fails even without `strict`. */
export type Verdict = 'met' | 'not met' | 'far off';

/** A number together with its aim. */
export interface Judged extends Aim {
  value: number;
  verdict: Verdict;
}

/** Compares a number with its aim. NaN does not meet any aim. */
export function judge(aim: Aim, value: number): Judged {
  const upwards = aim.direction === 'at least';
  const within = (limit: number) => (upwards ? value >= limit : value <= limit);
  const twice = upwards ? aim.limit / 2 : aim.limit * 2;
  return { ...aim, value, verdict: within(aim.limit) ? 'met' : within(twice) ? 'not met' : 'far off' };
}

/** Exit code: always 1 beyond twice an aim; with `strict`, 1 for any aim that is not met. */
export function exitCode(judged: readonly Judged[], strict: boolean): 0 | 1 {
  return judged.some(({ verdict }) => verdict === 'far off' || (strict && verdict === 'not met')) ? 1 : 0;
}
