import type { MemoryMetrics, Metric } from '@twicewise/contract';
import {
  type AttemptRow,
  type ExposureRow,
  type MetricRows,
  type ReadableDb,
  readMetricRows,
  type SearchRow,
} from '@twicewise/store';

function count(value: number): Metric {
  return { value, n: value };
}

function ratio(part: number, n: number): Metric {
  return { value: n === 0 ? null : part / n, n };
}

/**
 * Share of successes. Attempts with an unknown outcome, or a success that is only a default, are left out: a rate from such data
 * is meaningless. A partial success is not a success.
 */
function successRate(attempts: readonly AttemptRow[]): Metric {
  const known = attempts.filter(({ outcome, outcomeSource }) => outcome !== 'unknown' && outcomeSource !== 'defaulted');
  return ratio(known.filter(({ outcome }) => outcome === 'success').length, known.length);
}

/** Share of lessons used in another session than the one that stored them. Uses with an unknown session do not count. */
function crossSessionReuse(exposures: readonly ExposureRow[]): Metric {
  const used = exposures.filter(({ actedOn, isSettled }) => actedOn && isSettled);
  const elsewhere = used.filter(
    ({ usedInSession, storedInSession }) =>
      usedInSession !== null && storedInSession !== null && usedInSession !== storedInSession,
  );
  const lessons = (rows: readonly ExposureRow[]) => new Set(rows.map(({ reflectionId }) => reflectionId)).size;
  const n = lessons(used);
  return { value: n === 0 ? null : lessons(elsewhere), n };
}

function meanBriefTokens(searches: readonly SearchRow[]): Metric {
  const sizes = searches.flatMap(({ operation, tokens }) =>
    operation === 'memory.brief' && tokens !== null ? [tokens] : [],
  );
  return ratio(
    sizes.reduce((total, size) => total + size, 0),
    sizes.length,
  );
}

/** The metrics of the source document (S0-63 to S0-67) and the numbers needed to interpret them, each with its n. */
export function computeMetrics({ stored, searches, attempts, exposures, verdicts }: MetricRows): MemoryMetrics {
  const settled = exposures.filter(({ trigger, isSettled }) => trigger !== 'named' && isSettled);
  const judged = verdicts.helpful + verdicts.unhelpful + verdicts.harmful;
  return {
    reflectionStoreCount: count(stored),
    reflectionSearchCount: count(searches.length),
    reflectionHitRate: ratio(searches.filter(({ shown }) => shown > 0).length, searches.length),
    outcomeImprovementRate: successRate(attempts.filter(({ used }) => used)),
    successAfterExposure: successRate(attempts.filter(({ wasShown }) => wasShown)),
    successWithoutExposure: successRate(attempts.filter(({ wasShown, used }) => !wasShown && !used)),
    crossSessionReuse: crossSessionReuse(exposures),
    exposureUseRate: ratio(settled.filter(({ actedOn }) => actedOn).length, settled.length),
    helpfulRate: ratio(verdicts.helpful, judged),
    briefTokens: meanBriefTokens(searches),
  };
}

/** The metrics of one project or of all, since a time or from the beginning. Reads whole tables. */
export function readMetrics(db: ReadableDb, projectId: string | null, since: string | null): MemoryMetrics {
  return computeMetrics(readMetricRows(db, projectId, since));
}
