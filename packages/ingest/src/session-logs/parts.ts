/** Work in small parts, so that the caller can let other work run after each. */
export type InParts<T> = Generator<void, T, void>;

/** Runs all parts without a pause. */
export function whole<T>(parts: InParts<T>): T {
  for (let next = parts.next(); ; next = parts.next()) if (next.done) return next.value;
}

/**
 * Runs all parts, and awaits `turn` whenever they have held the thread for `maxMs` milliseconds. An error thrown by `turn` ends
 * the work.
 */
export async function inTurns<T>(parts: InParts<T>, turn: () => Promise<void>, maxMs: number): Promise<T> {
  let until = performance.now() + maxMs;
  for (let next = parts.next(); ; next = parts.next()) {
    if (next.done) return next.value;
    if (performance.now() < until) continue;
    await turn();
    until = performance.now() + maxMs;
  }
}
