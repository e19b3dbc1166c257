import type { MemoryMetrics, Metric, Outcome, Reflection, Verdict } from '@twicewise/contract';

/** A question that an agent asked of the memory; one that ranked, not one that listed. */
export interface SearchRow {
  operation: 'reflection.search' | 'memory.search' | 'memory.brief';
  /** Lessons that were relevant enough to be shown. */
  shown: number;
  /** Size of the answer in tokens, where it was counted. */
  tokens: number | null;
}

/** An attempt, that is a lesson stored by an agent, and what came before it. */
export interface AttemptRow {
  outcome: Outcome;
  outcomeSource: Reflection['outcomeSource'];
  /** Its session was shown at least one lesson before it. */
  wasShown: boolean;
  /** It names at least one lesson as used. */
  used: boolean;
}

/** One time that a lesson was shown, or named as used without having been shown. */
export interface ExposureUseRow {
  reflectionId: string;
  /** `named` for a lesson that was never shown by us: it was used, but says nothing of our showing. */
  trigger: string;
  actedOn: boolean;
  /** An attempt has followed; before that nothing can be said about use. */
  isSettled: boolean;
  /** Session in which it was used, and the one in which the lesson was stored; null when not known. */
  usedInSession: string | null;
  storedInSession: string | null;
}

/** Everything the metrics are computed from, already narrowed to a project and time. */
export interface MetricRows {
  /** Lessons stored. */
  stored: number;
  searches: readonly SearchRow[];
  attempts: readonly AttemptRow[];
  exposures: readonly ExposureUseRow[];
  verdicts: Readonly<Record<Verdict, number>>;
}

function count(value: number): Metric {
  return { value, n: value };
}

function ratio(part: number, n: number): Metric {
  return { value: n === 0 ? null : part / n, n };
}

/**
 * Share of successes. Left out are attempts whose outcome nobody knows or that only a default calls a success: a rate from
 * such data is meaningless. A partial success is not a success.
 */
function successRate(attempts: readonly AttemptRow[]): Metric {
  const known = attempts.filter(({ outcome, outcomeSource }) => outcome !== 'unknown' && outcomeSource !== 'defaulted');
  return ratio(known.filter(({ outcome }) => outcome === 'success').length, known.length);
}

/** Lessons used in a session other than the one they were stored in. Where a session is unknown, nothing is claimed. */
function crossSessionReuse(exposures: readonly ExposureUseRow[]): Metric {
  const used = exposures.filter(({ actedOn, isSettled }) => actedOn && isSettled);
  const elsewhere = used.filter(
    ({ usedInSession, storedInSession }) =>
      usedInSession !== null && storedInSession !== null && usedInSession !== storedInSession,
  );
  const lessons = (rows: readonly ExposureUseRow[]) => new Set(rows.map(({ reflectionId }) => reflectionId)).size;
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

/** The numbers of the source document (S0-63 to S0-67) and what is needed to read them, each with its n. */
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
