/** Work in small parts, so that what runs it may give others a turn after each. */
export type InParts<T> = Generator<void, T, void>;

/** All parts at once. */
export function whole<T>(parts: InParts<T>): T {
  for (let next = parts.next(); ; next = parts.next()) if (next.done) return next.value;
}

/** All parts, with a turn for others whenever they held the thread for `maxMs` milliseconds. What a turn throws ends the work. */
export async function inTurns<T>(parts: InParts<T>, turn: () => Promise<void>, maxMs: number): Promise<T> {
  let until = performance.now() + maxMs;
  for (let next = parts.next(); ; next = parts.next()) {
    if (next.done) return next.value;
    if (performance.now() < until) continue;
    await turn();
    until = performance.now() + maxMs;
  }
}
