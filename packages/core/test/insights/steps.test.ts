import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseStep, coarserWhereThin, countSteps, localDays, stepOf, stepsBetween } from '../../src/insights/steps.ts';

describe('steps of time', () => {
  it('are weeks where most days tell too little, unless weeks would be only one or two', () => {
    const known = (...outcomes: number[]) => new Map(outcomes.map((value, index) => [`day ${index}`, value]));
    expect(coarserWhereThin('day', 30, known(1, 2, 9))).toBe('week');
    expect(coarserWhereThin('day', 30, known(1, 9, 9))).toBe('day');
    expect(coarserWhereThin('day', 10, known(1, 2, 9))).toBe('day');
    expect(coarserWhereThin('month', 900, known(1))).toBe('month');
    expect(coarserWhereThin('day', 30, known())).toBe('day');
  });

  it('begin where days begin for the person, weeks on Monday, and are cut to what was asked for', () => {
    expect(stepOf('2026-03-01', 'week')).toBe('2026-02-23');
    expect(stepOf('2026-03-02', 'week')).toBe('2026-03-02');
    // Half past one in the night of March 2nd, two hours ahead of UTC: steps are local days.
    expect(stepsBetween('2026-03-01T23:30:00.000Z', '2026-03-03T00:00:00.000Z', 'day', 120)).toEqual([
      { key: '2026-03-02', from: '2026-03-01T23:30:00.000Z', until: '2026-03-02T22:00:00.000Z' },
      { key: '2026-03-03', from: '2026-03-02T22:00:00.000Z', until: '2026-03-03T00:00:00.000Z' },
    ]);
    expect(stepsBetween('2025-12-31T00:00:00.000Z', '2026-02-01T00:00:00.000Z', 'month', 0)).toMatchObject([
      { key: '2025-12-01', from: '2025-12-31T00:00:00.000Z' },
      { key: '2026-01-01', until: '2026-02-01T00:00:00.000Z' },
    ]);
  });

  it('follow each other without a gap, hold every instant once, and are never more than was counted', () => {
    const instant = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
    const asked = fc.record({
      a: instant,
      b: instant,
      step: fc.constantFrom('day' as const, 'week' as const, 'month' as const),
      utcOffset: fc.integer({ min: -840, max: 840 }),
    });
    fc.assert(
      fc.property(asked, ({ a, b, step, utcOffset }) => {
        const [since = '', until = ''] = [a.toISOString(), b.toISOString()].sort();
        const steps = stepsBetween(since, until, step, utcOffset);
        if (since === until) {
          expect(steps).toEqual([]);
          return;
        }
        expect(steps[0]?.from).toBe(since);
        expect(steps.at(-1)?.until).toBe(until);
        expect(steps.every(({ from, until: end }) => from < end)).toBe(true);
        expect(steps.slice(1).every(({ from }, index) => from === steps[index]?.until)).toBe(true);
        expect(steps.length).toBeLessThanOrEqual(countSteps(since, until, step) + 1);
      }),
      { numRuns: 300 },
    );
  });

  it('begin on the local days of instants', () => {
    const instants = fc.array(
      fc.date({ min: new Date('2020-01-01'), max: new Date('2020-01-06'), noInvalidDate: true }),
      { minLength: 5 },
    );
    fc.assert(
      fc.property(instants, fc.integer({ min: -840, max: 840 }), (dates, utcOffset) => {
        const dayOf = localDays(utcOffset);
        const local = (date: Date) => new Date(date.getTime() + utcOffset * 60_000).toISOString().slice(0, 10);
        expect(dates.map((date) => dayOf(date.toISOString()))).toEqual(dates.map(local));
      }),
    );
  });

  it('are none between an instant and itself', () => {
    expect(stepsBetween('2026-03-01T23:30:00.000Z', '2026-03-01T23:30:00.000Z', 'day', 0)).toEqual([]);
  });

  it('are as fine as a chart can show', () => {
    expect(chooseStep('2026-01-01T00:00:00.000Z', '2026-02-15T00:00:00.000Z')).toBe('day');
    expect(chooseStep('2026-01-01T00:00:00.000Z', '2026-12-15T00:00:00.000Z')).toBe('week');
    expect(chooseStep('2020-01-01T00:00:00.000Z', '2026-12-15T00:00:00.000Z')).toBe('month');
  });
});
