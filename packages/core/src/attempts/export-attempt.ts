import { type Attempt, MAX_ANALYSED, type OutputOf } from '@twicewise/contract';
import { renderLoopRecord } from '@twicewise/ingest';
import { getAttempt, measureAttempts, type ReadableDb } from '@twicewise/store';

/** Implements `attempt.export`. An attempt without a session is a loop of its own. */
export function exportAttempt(db: ReadableDb, attempt: Attempt): OutputOf<'attempt.export'> {
  const { id, sessionId } = attempt;
  if (sessionId === null)
    return renderLoopRecord(attempt, { session: id, index: 0, reflections: countReflections([attempt]) });
  const { measures, total } = measureAttempts(db, { deleted: 'exclude', sessionIds: [sessionId] }, MAX_ANALYSED);
  const at = measures.findIndex((one) => one.id === id);
  const before = measures.slice(0, at + 1).flatMap((one) => getAttempt(db, one.id) ?? []);
  // The measures are the latest ones; attempts before them count, too.
  const index = at < 0 ? attempt.ordinal - 1 : total - measures.length + at;
  const session = attempt.sessionNativeId ?? sessionId;
  return renderLoopRecord(attempt, { session, index, reflections: countReflections(at < 0 ? [attempt] : before) });
}

const countReflections = (attempts: readonly Attempt[]) =>
  attempts.filter(({ content }) => (content.reflection?.text ?? '') !== '').length;
