import { statementKey } from '@twicewise/search';
import type { AttemptMeasures } from '@twicewise/store';
import { wilson } from '../runtime/wilson.ts';

/** A strategy, and how often it was tried and worked. Tries whose outcome nobody measured do not count. */
export interface WayRecord {
  strategy: string;
  worked: number;
  tried: number;
}

/** What other sessions tried against the same difficulty, and what came of it. */
export interface OtherWays {
  /** Those that worked at least once, the best record first. */
  worked: WayRecord[];
  /** Those that never did, the most tried first. */
  failed: WayRecord[];
}

/** Tries of one strategy are counted under the stems of its words; one without words under itself. */
const keyOf = (strategy: string) => statementKey(strategy) || strategy;

/** One of few tries says little: what counts is how good a strategy is at least. */
const atLeast = ({ worked, tried }: WayRecord) => wilson(worked, tried).low ?? 0;

/** Counts the strategies of attempts, those left out that are among `own`. Later records come first among equals. */
function recordsOf(attempts: readonly AttemptMeasures[], own: readonly AttemptMeasures[]): WayRecord[] {
  const here = new Set(own.flatMap(({ strategy }) => (strategy ? [keyOf(strategy)] : [])));
  const records = new Map<string, WayRecord>();
  for (const { strategy, outcome } of attempts.toReversed()) {
    if (!strategy || outcome === 'unknown') continue;
    const key = keyOf(strategy);
    if (here.has(key)) continue;
    const record = records.get(key) ?? { strategy, worked: 0, tried: 0 };
    record.tried++;
    if (outcome === 'success') record.worked++;
    records.set(key, record);
  }
  return [...records.values()];
}

function ranked(records: readonly WayRecord[]): OtherWays {
  return {
    worked: records.filter(({ worked }) => worked > 0).sort((a, b) => atLeast(b) - atLeast(a)),
    failed: records.filter(({ worked }) => worked === 0).sort((a, b) => b.tried - a.tried),
  };
}

/** The attempts made right after one that ended with an error, in the same session and at the same task. */
function against(error: string, measures: readonly AttemptMeasures[]): AttemptMeasures[] {
  const last = new Map<string, AttemptMeasures>();
  return measures.filter((now) => {
    const place = `${now.sessionId} ${now.taskIdentity}`;
    const before = last.get(place);
    last.set(place, now);
    return before?.outcome !== 'success' && before?.errors.includes(error);
  });
}

/**
 * What others tried against an error, and how it went: each attempt that followed one which had ended with it. Strategies that are
 * among the session's `own` attempts are left out. `others` come in the order in which they ended.
 */
export function waysPast(
  error: string,
  others: readonly AttemptMeasures[],
  own: readonly AttemptMeasures[],
): OtherWays {
  return ranked(recordsOf(against(error, others), own));
}

/** The same for a task, where no error says what is in the way: all that others tried at it. */
export function waysAt(others: readonly AttemptMeasures[], own: readonly AttemptMeasures[]): OtherWays {
  return ranked(recordsOf(others, own));
}
