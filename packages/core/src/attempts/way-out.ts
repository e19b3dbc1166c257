import type { AttemptMeasures } from '@twicewise/store';

/**
 * Attempts that succeeded right after one that ended with this error, in the same session and at the same task, the latest first.
 * `measures` come in the order in which attempts ended.
 */
export function waysPast(error: string, measures: readonly AttemptMeasures[]): AttemptMeasures[] {
  const found: AttemptMeasures[] = [];
  const last = new Map<string, AttemptMeasures>();
  for (const now of measures) {
    const place = `${now.sessionId} ${now.taskIdentity}`;
    const before = last.get(place);
    last.set(place, now);
    if (now.outcome === 'success' && before?.outcome !== 'success' && before?.errors.includes(error)) found.push(now);
  }
  return found.reverse();
}
