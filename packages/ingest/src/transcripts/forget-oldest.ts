/** Limits what is remembered of a transcript; the oldest entries are forgotten first. */
export function forgetOldest(remembered: Map<string, unknown>, max: number): void {
  for (const oldest of remembered.keys()) {
    if (remembered.size <= max) return;
    remembered.delete(oldest);
  }
}
