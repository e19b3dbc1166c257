/** The value below which this share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The times in one line of text. */
export function times(values: readonly number[]): string {
  const [p50, p95, slowest] = [0.5, 0.95, 1].map((share) => percentile(values, share).toFixed(0));
  return `p50 ${p50}, p95 ${p95}, slowest ${slowest} ms`;
}
