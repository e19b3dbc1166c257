import type { AttemptAnalysis, StuckReason } from '@twicewise/contract';

/** What an analysis says of one attempt. */
export interface AttemptMark {
  /** It succeeded after this many attempts at its task that did not. */
  breakthroughAfter?: number;
  /** It is this attempt of a stretch in which the session was stuck. */
  stuck?: { reason: StuckReason; place: number; of: number };
}

/** Marks by attempt. Of an attempt that was stuck for two reasons, the longer stretch is shown. */
export function marksOf({ breakthroughs, stuck }: Pick<AttemptAnalysis, 'breakthroughs' | 'stuck'>) {
  const marks = new Map<string, AttemptMark>();
  for (const { reason, attemptIds } of stuck) {
    for (const [index, id] of attemptIds.entries()) {
      if ((marks.get(id)?.stuck?.of ?? 0) >= attemptIds.length) continue;
      marks.set(id, { stuck: { reason, place: index + 1, of: attemptIds.length } });
    }
  }
  for (const { attemptId, after } of breakthroughs) {
    marks.set(attemptId, { ...marks.get(attemptId), breakthroughAfter: after });
  }
  return marks;
}
