import type { Attempt, OutputOf } from '@twicewise/contract';
import { renderLoopRecord } from '@twicewise/ingest';
import { attemptsBeside, type NumberedAttempt, type ReadableDb } from '@twicewise/store';

/**
 * The number of each attempt of a session in the files of a loop: the one it had where it came from, unless an earlier one has that;
 * else its place, from 0, or the next number that none has. Two files with one number would be taken for one attempt.
 */
function iterationsOf(attempts: readonly NumberedAttempt[]): Map<string, number> {
  const taken = new Set<number>();
  const iterations = new Map<string, number>();
  for (const { id, ordinalNative } of attempts) {
    if (ordinalNative === null || taken.has(ordinalNative)) continue;
    taken.add(ordinalNative);
    iterations.set(id, ordinalNative);
  }
  for (const [place, { id }] of attempts.entries()) {
    if (iterations.has(id)) continue;
    let free = place;
    while (taken.has(free)) free++;
    taken.add(free);
    iterations.set(id, free);
  }
  return iterations;
}

/** Implements `attempt.export`. An attempt without a session is a loop of its own. */
export function exportAttempt(db: ReadableDb, attempt: Attempt): OutputOf<'attempt.export'> {
  const { id, ordinalNative, content } = attempt;
  const beside = attemptsBeside(db, attempt);
  const own = { id, ordinalNative, hasReflection: (content.reflection?.text ?? '') !== '' };
  // One in the bin is not among them.
  const attempts = beside.some((one) => one.id === id) ? beside : [...beside, own];
  const upTo = attempts.slice(0, attempts.findIndex((one) => one.id === id) + 1);
  return renderLoopRecord(attempt, {
    session: attempt.sessionNativeId ?? attempt.sessionId ?? id,
    iteration: iterationsOf(attempts).get(id) ?? 0,
    reflections: upTo.filter(({ hasReflection }) => hasReflection).length,
  });
}
