/** Work in small parts, so that what runs it may give others a turn after each. */
export type InParts<T> = Generator<void, T, void>;

/** All parts at once. */
export function whole<T>(parts: InParts<T>): T {
  for (let next = parts.next(); ; next = parts.next()) if (next.done) return next.value;
}

/** Longest time that parts hold the thread before others have a turn, in milliseconds. */
const MAX_TURN_MS = 8;

/** All parts, with a turn for others whenever they took long enough. What a turn throws ends the work. */
export async function inTurns<T>(parts: InParts<T>, turn: () => Promise<void>): Promise<T> {
  let until = performance.now() + MAX_TURN_MS;
  for (let next = parts.next(); ; next = parts.next()) {
    if (next.done) return next.value;
    if (performance.now() < until) continue;
    await turn();
    until = performance.now() + MAX_TURN_MS;
  }
}
