import type { AttemptInsights, InputOf } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { meanOf } from '../../src/insights/student-mean.ts';
import { agentIn, TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const MINUTE = 60_000;
const agent = agentIn('/work/shop', { session: 'one' });

type Content = NonNullable<InputOf<'attempt.record'>['content']>;
/** Records an attempt a minute after the last one. */
async function tried(task: string, outcome: 'success' | 'failure', content: Content = {}, session = 'one') {
  test.now += MINUTE;
  const caller = agentIn('/work/shop', { session });
  return (await test.call('attempt.record', { task, outcome, content }, caller)).attempt.id;
}
const tests = (passed: number, failed: number): Content => ({
  checks: [{ kind: 'tests', verdict: failed > 0 ? 'fail' : 'pass', counts: { passed, failed } }],
});
const sure = (confidence: number): Content => ({ reflection: { text: 'I think so.', confidence } });
const insights = async (): Promise<AttemptInsights> => (await test.call('memory.insights', {})).attempts;

describe('what attempts came to', () => {
  it('is nothing, said as such, where there is none, and has no interval where there is one', async () => {
    const none = await insights();
    expect(none).toMatchObject({ total: 0, counted: 0, toSuccess: [], categories: [] });
    expect(none.learning.perAttempt).toEqual({ value: null, n: 0, low: null, high: null });
    expect(none.calibration.map(({ improved }) => improved.n)).toEqual([0, 0, 0]);
    await tried('a', 'failure', tests(2, 2));
    await tried('a', 'success', tests(4, 0));
    const { learning, errors } = await insights();
    expect(learning.perAttempt).toEqual({ value: 0.5, n: 1, low: null, high: null });
    expect(errors.change).toEqual({ value: -2, n: 1, low: null, high: null });
  });

  it('is a curve of outcomes and rewards over time (S3-53, S3-56)', async () => {
    verifies('S3-53', 'S3-56');
    const first = await tried('a', 'failure', { ...tests(1, 3), reflection: { text: 'x', category: 'logic_error' } });
    test.now += 24 * 60 * MINUTE;
    const second = await tried('a', 'failure', { ...tests(3, 1), reflection: { text: 'y', category: 'logic_error' } });
    await tried('b', 'success');
    const found = await insights();
    expect(found).toMatchObject({ total: 3, outcomes: { success: 1, failure: 2 }, success: { value: 1 / 3, n: 3 } });
    const drawn = found.points.filter(({ count }) => count > 0);
    expect(drawn.map(({ count, reward }) => [count, reward.value, reward.n])).toEqual([
      [1, 0.25, 1],
      [2, 0.75, 1],
    ]);
    expect(found.categories).toEqual([{ category: 'logic_error', count: 2, attemptIds: [second, first] }]);
    expect(found.errors).toMatchObject({ change: { value: -2, n: 1 }, attemptIds: [second, first] });
  });

  it('counts attempts to success by kind of check, before and after a lesson was first shown (S3-54)', async () => {
    verifies('S3-54');
    await tried('a', 'failure', tests(1, 1));
    await tried('a', 'failure', tests(1, 1));
    await tried('a', 'success', tests(2, 0));
    await tried('open', 'failure', tests(0, 1));
    await test.store(
      { taskDescription: 'Round prices half up', outcome: 'failure', nextStrategy: 'Round once' },
      agent,
    );
    test.now += MINUTE;
    const brief = await test.call(
      'memory.brief',
      { task: 'Round prices half up' },
      agentIn('/work/shop', { session: 'two' }),
    );
    expect(brief.lessons).toHaveLength(1);
    await test.call('exposure.recent', {});
    await tried('b', 'success', tests(2, 0), 'two');
    await tried('c', 'success', {}, 'two');
    const { toSuccess } = await insights();
    expect(
      toSuccess.map(({ kind, before, after, openBefore, openAfter }) => [kind, before, after, openBefore, openAfter]),
    ).toEqual([
      ['tests', { value: 3, n: 1, low: null, high: null }, { value: 1, n: 1, low: null, high: null }, 1, 0],
      [null, { value: null, n: 0, low: null, high: null }, { value: 1, n: 1, low: null, high: null }, 0, 0],
    ]);
    expect(toSuccess[0]?.attemptIds).toHaveLength(4);
  });

  it('holds confidence against the next attempt, not the one before (S3-52, B3-10)', async () => {
    verifies('S3-52', 'B3-10');
    // The sure one was better than the attempt before it, and the next was no better.
    const unsure = await tried('a', 'failure', { ...tests(0, 4), ...sure(0.2) });
    const confident = await tried('a', 'failure', { ...tests(2, 2), ...sure(0.9) });
    await tried('a', 'failure', tests(2, 2));
    const { calibration } = await insights();
    expect(
      calibration.map(({ from, to, improved, attemptIds }) => [from, to, improved.value, improved.n, attemptIds]),
    ).toEqual([
      [0, 0.5, 1, 1, [unsure]],
      [0.5, 0.8, null, 0, []],
      [0.8, 1, 0, 1, [confident]],
    ]);
  });

  it('holds nothing against the confidence of a success, as the analysis does (S3-52)', async () => {
    verifies('S3-52');
    for (const session of ['one', 'two', 'three', 'four']) await tried('a', 'success', sure(0.9), session);
    const counts = async () => [
      (await insights()).calibration.map(({ improved }) => improved.n),
      (await test.call('attempt.analysis', { task: 'a' })).analysis.confidenceKept.map(({ band, n }) => [band, n]),
    ];
    expect(await counts()).toEqual([[0, 0, 0], []]);
    await tried('a', 'failure', sure(0.9), 'five');
    await tried('a', 'success', sure(0.9), 'six');
    expect(await counts()).toEqual([[0, 0, 1], [['sure', 1]]]);
  });

  it('learns by the measure of the last attempt of a run, as the analysis does', async () => {
    await tried('a', 'failure', { reward: 0.9 });
    await tried('a', 'failure', tests(1, 3));
    await tried('a', 'failure', tests(3, 1));
    const { learning } = await insights();
    expect(learning.perAttempt).toMatchObject({ value: 0.5, n: 1 });
    const { learningRate } = (await test.call('attempt.analysis', { task: 'a' })).analysis;
    expect(learningRate).toEqual({ perAttempt: 0.5, n: 2 });
  });

  it('names attempts that a list finds by their ids, and leaves out those in the bin', async () => {
    const ids = [await tried('a', 'failure', tests(1, 1)), await tried('a', 'success', tests(2, 0))];
    const { items } = await test.call('attempt.list', { ids, order: 'oldest' });
    expect(items.map(({ id }) => id)).toEqual(ids);
    await test.call('attempt.delete', { id: ids[1] ?? '' });
    expect(await insights()).toMatchObject({ total: 1, learning: { perAttempt: { n: 0 } } });
  });
});

describe('a mean', () => {
  it('has the interval of Student', () => {
    // Worked by hand: mean 5, standard deviation 2, n 4, t 3.182.
    const { value, low, high } = meanOf([3, 4, 6, 7]);
    expect(value).toBe(5);
    expect(low).toBeCloseTo(5 - (3.182 * Math.sqrt(10 / 3)) / 2, 6);
    expect(high).toBeCloseTo(5 + (3.182 * Math.sqrt(10 / 3)) / 2, 6);
  });

  it('has an interval that holds no value which there cannot be', () => {
    expect(meanOf([1, 1, 2], 1)).toMatchObject({ low: 1, n: 3 });
    expect(meanOf([1, 1, 2]).low).toBeLessThan(1);
  });

  it('lies within its interval, and is never NaN', () => {
    const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { maxLength: 200 });
    fc.assert(
      fc.property(values, (some) => {
        const { value, n, low, high } = meanOf(some);
        expect(n).toBe(some.length);
        expect(value === null).toBe(n === 0);
        expect(low === null).toBe(n < 2);
        if (value !== null && low !== null && high !== null) {
          expect(low).toBeLessThanOrEqual(value);
          expect(high).toBeGreaterThanOrEqual(value);
        }
      }),
    );
  });
});
