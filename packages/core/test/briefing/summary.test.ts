import { type Outcome, type Reflection, reflectionSummary } from '@twicewise/contract';
import { statementKey } from '@twicewise/search';
import { verifies } from '@twicewise/testkit/verifies';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SUMMARY_TOP, SUMMARY_WINDOW, type SummaryRows, summarise } from '../../src/briefing/summary.ts';
import { lesson } from './lesson.ts';

const asItIs = (text: string) => text.toLowerCase().trim();
/** The rows of a summary, as SQL would make them from stored lessons, given newest first. */
function rowsOf(lessons: readonly Reflection[]): SummaryRows {
  const latest = (...outcomes: Outcome[]) =>
    lessons.filter(({ outcome }) => outcomes.includes(outcome)).slice(0, SUMMARY_WINDOW);
  return {
    counts: lessons.map(({ outcome, outcomeSource }) => ({ outcome, outcomeSource, count: 1 })),
    failed: latest('failure', 'partial'),
    worked: latest('success', 'partial'),
    recent: lessons.slice(0, SUMMARY_TOP),
  };
}

function summaryOf(lessons: readonly Reflection[], normalise = asItIs) {
  const summary = summarise(rowsOf(lessons), { normalise });
  reflectionSummary.parse(summary);
  return summary;
}

/** The code in the source document, for lessons given newest first. */
function seedSummary(lessons: readonly Reflection[]) {
  const extract = (items: string[]) => {
    const counts = new Map<string, number>();
    for (const item of items) counts.set(asItIs(item), (counts.get(asItIs(item)) ?? 0) + 1);
    return [...counts]
      .sort((a, b) => b[1] - a[1])
      .slice(0, 5)
      .map(([pattern]) => pattern);
  };
  const of = (outcome: string) => lessons.filter((item) => item.outcome === outcome);
  const total = lessons.length;
  return {
    totalReflections: total,
    successRate: total > 0 ? of('success').length / total : 0,
    commonFailures: extract(
      of('failure')
        .slice(0, 20)
        .flatMap((item) => item.whatDidNotWork),
    ),
    effectiveStrategies: extract(
      of('success')
        .slice(0, 20)
        .flatMap((item) => item.whatWorked),
    ),
    recentLessons: lessons.slice(0, 5),
  };
}

describe('a summary', () => {
  it('of nothing has a rate of 0 in the field of the document, and says beside it that nothing is known', () => {
    const summary = summaryOf([]);
    expect(summary).toMatchObject({ totalReflections: 0, successRate: 0, commonFailures: [], recentLessons: [] });
    expect(summary.success).toEqual({ value: null, n: 0 });
    expect(summary.measuredSuccess).toEqual({ value: null, n: 0 });
  });

  it('has the five fields of the source document (S0-36, S0-38)', () => {
    verifies('S0-36', 'S0-38');
    const words = fc.constantFrom('Use a library', ' use a library', 'Check NULL', 'retry', 'Timeout', 'x', 'y', 'z');
    const statements = fc.array(words, { maxLength: 4 });
    const outcomes = fc.constantFrom('success' as const, 'failure' as const, 'unknown' as const);
    const item = fc.record({ outcome: outcomes, whatWorked: statements, whatDidNotWork: statements });
    fc.assert(
      fc.property(fc.array(item, { maxLength: 60 }), (items) => {
        const lessons = items.map((fields, n) => lesson(n, fields));
        expect(summaryOf(lessons)).toMatchObject(seedSummary(lessons));
      }),
      { numRuns: 200 },
    );
  });

  it('repeats the example of the source document: 45 lessons, 0.73, three and three (S0-59)', () => {
    verifies('S0-59', 'B0-29');
    const failures = ['Forgot to handle edge cases', "Didn't check for null values", 'Timeout on external API calls'];
    const works = ['Use established libraries', 'Add input validation first', 'Check error handling before logic'];
    const lessons = Array.from({ length: 45 }, (_, n) =>
      n < 33
        ? lesson(n, { whatWorked: works.slice(0, 3 - (n % 3)) })
        : lesson(n, { outcome: 'failure', whatDidNotWork: failures.slice(0, 3 - (n % 3)) }),
    );
    const summary = summaryOf(lessons);
    expect(summary.totalReflections).toBe(45);
    expect(summary.successRate).toBeCloseTo(0.73, 2);
    expect(summary.commonFailures).toEqual(failures.map(asItIs));
    expect(summary.effectiveStrategies).toEqual(works.map(asItIs));
  });

  it('counts near-identical statements together, keeps their wording, and names the lessons (B0-17)', () => {
    verifies('B0-17');
    const lessons = [
      lesson(0, { outcome: 'failure', whatDidNotWork: ['Parse the CSV with regExp'] }),
      lesson(1, {
        outcome: 'failure',
        whatDidNotWork: ['parsing CSV with regExp', 'guessing'],
        outcomeSource: 'measured',
      }),
      lesson(2, { outcome: 'failure', whatDidNotWork: ['Parsing CSV with regExp'] }),
    ];
    const summary = summaryOf(lessons, statementKey);
    expect(summary.commonFailures).toEqual(['parsing csv with regexp', 'guessing']);
    expect(summary.failures[0]).toEqual({
      text: 'parsing CSV with regExp',
      count: 3,
      n: 3,
      lessonIds: lessons.map(({ id }) => id),
      sources: { measured: 1, reported: 2, defaulted: 0, corrected: 0 },
    });
  });

  it('never counts a statement with its opposite', () => {
    const lessons = [
      lesson(0, { whatWorked: ['Retry the upload'] }),
      lesson(1, { whatWorked: ['Do not retry the upload'] }),
      lesson(2, { whatWorked: ["Don't retry the upload"] }),
    ];
    const { strategies } = summaryOf(lessons, statementKey);
    expect(strategies.map(({ text, count }) => [text, count])).toEqual([
      ['Do not retry the upload', 2],
      ['Retry the upload', 1],
    ]);
  });

  it('counts partial successes on both sides, and unknown outcomes on neither', () => {
    const summary = summaryOf([
      lesson(0, { outcome: 'partial', whatWorked: ['caching'], whatDidNotWork: ['locking'] }),
      lesson(1, { outcome: 'unknown', whatWorked: ['praying'], whatDidNotWork: ['hoping'] }),
      lesson(2, { outcomeSource: 'defaulted' }),
      lesson(3, { outcomeSource: 'corrected' }),
    ]);
    expect(summary.commonFailures).toEqual(['locking']);
    expect(summary.effectiveStrategies).toEqual(['caching']);
    expect(summary.outcomes).toEqual({ success: 2, partial: 1, failure: 0, unknown: 1 });
    expect(summary.success).toEqual({ value: 2 / 3, n: 3 });
    expect(summary.measuredSuccess).toEqual({ value: 1, n: 1 });
    expect(summary.sources).toEqual({ measured: 0, reported: 2, defaulted: 1, corrected: 1 });
  });

  it('looks at the latest twenty, and counts all', () => {
    const lessons = Array.from({ length: 50 }, (_, n) =>
      lesson(n, { outcome: 'failure', whatDidNotWork: [n < SUMMARY_WINDOW ? 'new' : 'old'] }),
    );
    const summary = summaryOf(lessons);
    expect(summary.failures).toMatchObject([{ text: 'new', count: 20, n: 20 }]);
    expect(summary.totalReflections).toBe(50);
    expect(summary.recentLessons.map(({ id }) => id)).toEqual(lessons.slice(0, 5).map(({ id }) => id));
  });
});
