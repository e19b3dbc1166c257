import { memoryMetrics } from '@twicewise/contract';
import type { AttemptRow, ExposureRow, MetricRows } from '@twicewise/store';
import { verifies } from '@twicewise/testkit/verifies';
import { describe, expect, it } from 'vitest';
import { computeMetrics } from '../../src/insights/metrics.ts';

const NOTHING: MetricRows = {
  stored: 0,
  searches: [],
  attempts: [],
  exposures: [],
  verdicts: { helpful: 0, unhelpful: 0, harmful: 0 },
};

function attempt(outcome: AttemptRow['outcome'], fields: Partial<AttemptRow> = {}): AttemptRow {
  return { outcome, outcomeSource: 'reported', wasShown: false, used: false, ...fields };
}

function shown(reflectionId: string, fields: Partial<ExposureRow> = {}): ExposureRow {
  return {
    reflectionId,
    trigger: 'tool',
    actedOn: false,
    isSettled: true,
    usedInSession: 'now',
    storedInSession: 'then',
    ...fields,
  };
}

describe('metrics', () => {
  it('of nothing are counts of 0 and rates of null, not of 0 (E-06)', () => {
    verifies('E-06');
    const metrics = memoryMetrics.parse(computeMetrics(NOTHING));
    const { reflectionStoreCount, reflectionSearchCount, ...rates } = metrics;
    expect([reflectionStoreCount, reflectionSearchCount]).toEqual([
      { value: 0, n: 0 },
      { value: 0, n: 0 },
    ]);
    for (const rate of Object.values(rates)) expect(rate).toEqual({ value: null, n: 0 });
  });

  it('count stores, searches and hits (S0-63, S0-64, S0-65)', () => {
    verifies('S0-63', 'S0-64', 'S0-65');
    const metrics = computeMetrics({
      ...NOTHING,
      stored: 7,
      searches: [
        { operation: 'reflection.search', shown: 3, tokens: null },
        { operation: 'reflection.search', shown: 0, tokens: null },
        { operation: 'memory.brief', shown: 2, tokens: 500 },
        { operation: 'memory.brief', shown: 0, tokens: 22 },
      ],
    });
    expect(metrics.reflectionStoreCount).toEqual({ value: 7, n: 7 });
    expect(metrics.reflectionSearchCount).toEqual({ value: 4, n: 4 });
    expect(metrics.reflectionHitRate).toEqual({ value: 0.5, n: 4 });
    expect(metrics.briefTokens).toEqual({ value: 261, n: 2 });
  });

  it('compare attempts that used lessons with those that were shown none (S0-66)', () => {
    verifies('S0-66');
    const metrics = computeMetrics({
      ...NOTHING,
      attempts: [
        attempt('success', { used: true, wasShown: true }),
        attempt('success', { used: true, wasShown: true }),
        attempt('partial', { used: true, wasShown: true }),
        attempt('failure', { wasShown: true }),
        attempt('success'),
        attempt('failure'),
        attempt('failure'),
        attempt('failure', { outcomeSource: 'measured' }),
        // The outcome of these is unknown.
        attempt('unknown', { used: true, wasShown: true }),
        attempt('success', { outcomeSource: 'defaulted' }),
      ],
    });
    expect(metrics.outcomeImprovementRate).toEqual({ value: 2 / 3, n: 3 });
    expect(metrics.successAfterExposure).toEqual({ value: 0.5, n: 4 });
    expect(metrics.successWithoutExposure).toEqual({ value: 0.25, n: 4 });
  });

  it('count lessons used in another session, each once (S0-67)', () => {
    verifies('S0-67');
    const metrics = computeMetrics({
      ...NOTHING,
      exposures: [
        shown('a', { actedOn: true }),
        shown('a', { actedOn: true, usedInSession: 'later' }),
        shown('b', { actedOn: true, usedInSession: 'then' }),
        shown('c', { actedOn: true, storedInSession: null }),
        shown('d'),
        shown('e', { actedOn: true, trigger: 'named' }),
        shown('f', { isSettled: false }),
      ],
    });
    expect(metrics.crossSessionReuse).toEqual({ value: 2, n: 4 });
    expect(metrics.exposureUseRate).toEqual({ value: 4 / 5, n: 5 });
  });

  it('say how many verdicts were helpful', () => {
    const metrics = computeMetrics({ ...NOTHING, verdicts: { helpful: 3, unhelpful: 0, harmful: 1 } });
    expect(metrics.helpfulRate).toEqual({ value: 0.75, n: 4 });
  });
});
