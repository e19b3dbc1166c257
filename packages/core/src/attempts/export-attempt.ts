import type { Attempt, OutputOf } from '@twicewise/contract';
import { renderLoopRecord } from '@twicewise/ingest';
import { placeInSession, type ReadableDb } from '@twicewise/store';

/** Implements `attempt.export`. An attempt without a session is a loop of its own. */
export function exportAttempt(db: ReadableDb, attempt: Attempt): OutputOf<'attempt.export'> {
  const { upTo, reflections } = placeInSession(db, attempt);
  const session = attempt.sessionNativeId ?? attempt.sessionId ?? attempt.id;
  return renderLoopRecord(attempt, { session, index: Math.max(0, upTo - 1), reflections });
}
