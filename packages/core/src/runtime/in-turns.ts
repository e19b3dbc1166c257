import { setImmediate as nextTurn } from 'node:timers/promises';
import { STEP_MS } from './jobs/step-time.ts';

/** Long work that yields wherever other work may go on in between. */
export type InPieces<T> = Generator<undefined, T>;

/** Does work without a pause: on a thread where nothing else waits. */
export function atOnce<T>(work: InPieces<T>): T {
  for (;;) {
    const piece = work.next();
    if (piece.done) return piece.value;
  }
}

/** Does work on a thread that has other work, too, which goes on after each {@link STEP_MS}. */
export async function inTurns<T>(work: InPieces<T>): Promise<T> {
  let since = performance.now();
  for (;;) {
    const piece = work.next();
    if (piece.done) return piece.value;
    if (performance.now() - since < STEP_MS) continue;
    await nextTurn();
    since = performance.now();
  }
}
