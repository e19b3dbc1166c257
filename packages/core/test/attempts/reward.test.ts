import { MAX_SCORED_CHECKS, settings } from '@twicewise/contract';
import type { ScoredCheck } from '@twicewise/store';
import { verifies } from '@twicewise/testkit/verifies';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rewardOf, withReward } from '../../src/attempts/reward.ts';
import { TestCore } from '../harness.ts';

const WEIGHTS = settings.parse({});
const NOTHING_COUNTED = {
  passed: null,
  failed: null,
  skipped: null,
  total: null,
  lintErrors: null,
  lintWarnings: null,
  typeErrors: null,
  coverage: null,
};
const check = (
  kind: string,
  verdict: ScoredCheck['verdict'],
  counts: Partial<typeof NOTHING_COUNTED> | Record<string, number> = {},
  command: string | null = null,
): ScoredCheck => ({ kind, verdict, command, counts: { ...NOTHING_COUNTED, ...counts } });
const measured = (...checks: ScoredCheck[]) => rewardOf(null, checks, WEIGHTS).measured;

describe('the reward of an attempt', () => {
  it('is half the tests, three tenths the types, two tenths the linter (S3-18)', () => {
    verifies('S3-18');
    const tests = check('unit_tests', 'fail', { passed: 6, failed: 2, total: 8 });
    const all = [tests, check('type_check', 'pass', { typeErrors: 0 }), check('lint', 'fail', { lintErrors: 3 })];
    expect(rewardOf(null, all, WEIGHTS)).toEqual({
      value: 0.75 * 0.5 + 0.3,
      source: 'measured',
      measured: 0.75 * 0.5 + 0.3,
      parts: { tests: 0.75, types: 1, lint: 0 },
    });
  });

  it('leaves out what was not measured, with its weight, and is null where nothing was (B3-06)', () => {
    verifies('B3-06');
    expect(measured(check('unit_tests', 'fail', { passed: 3, failed: 1 }))).toBe(0.75);
    expect(measured(check('lint', 'pass'), check('unit_tests', 'error'), check('type_check', 'skip'))).toBe(1);
    expect(measured(check('unit_tests', 'pass', { passed: 0, failed: 0, total: 0 }))).toBeNull();
    expect(measured(check('unit_tests', 'unknown'), check('manual_review', 'pass'))).toBeNull();
    expect(rewardOf(null, [], WEIGHTS)).toMatchObject({ value: null, source: null });
  });

  it('takes the last run of each kind, the worst of several kinds, and verdicts where nothing was counted', () => {
    expect(measured(check('unit_tests', 'fail'), check('unit_tests', 'pass'))).toBe(1);
    expect(measured(check('unit_tests', 'fail'), check('integration_tests', 'pass'))).toBe(0);
    expect(measured(check('compilation', 'fail'), check('lint', 'pass'))).toBeCloseTo(0.2 / 0.5);
    expect(measured(check('combined', 'fail', { passed: 1, failed: 1, typeErrors: 0, lintErrors: 0 }))).toBe(0.75);
    expect(measured(check('tests', 'pass', { passed: 7, failed: 0, skipped: 3, total: 10 }))).toBe(1);
  });

  it.each<[string, ScoredCheck['verdict'], Record<string, number>, number]>([
    ['passed and failed', 'fail', { passed: 6, failed: 2 }, 0.75],
    ['failed of all', 'fail', { failed: 2, total: 8 }, 0.75],
    ['passed of all', 'fail', { passed: 6, total: 8 }, 0.75],
    ['passed of all but the skipped', 'fail', { passed: 6, skipped: 2, total: 10 }, 0.75],
    ['passed alone, so that the verdict says it', 'fail', { passed: 3 }, 0],
    ['all alone, so that the verdict says it', 'fail', { total: 4 }, 0],
    ['all alone, and nothing failed', 'pass', { total: 4 }, 1],
  ])('takes the share of the tests that ran, where their runner counted %s', (_what, verdict, counts, share) => {
    expect(measured(check('unit_tests', verdict, counts))).toBe(share);
  });

  it('takes the verdict of each kind of check for its part', () => {
    const of = (kind: string) => rewardOf(null, [check(kind, 'fail')], WEIGHTS).parts;
    const none = { tests: null, types: null, lint: null };
    for (const kind of ['tests', 'unit_tests', 'integration_tests']) expect(of(kind)).toEqual({ ...none, tests: 0 });
    for (const kind of ['type_check', 'compilation']) expect(of(kind)).toEqual({ ...none, types: 0 });
    expect(of('lint')).toEqual({ ...none, lint: 0 });
  });

  it('is of the latest checks, where there are very many', () => {
    const later = Array.from({ length: MAX_SCORED_CHECKS }, (_, n) => check('lint', 'pass', {}, `lint ${n}`));
    expect(measured(check('lint', 'fail', {}, 'eslint .'), ...later)).toBe(1);
    expect(measured(check('lint', 'fail', {}, 'eslint .'), ...later.slice(1))).toBe(0);
  });

  it('rests on something else where its author stated it, although the same was checked', () => {
    const scoredChecks = [check('lint', 'pass')];
    const basis = (reward: number | null) => withReward({ reward, scoredChecks }, WEIGHTS).basis;
    expect(basis(0.9)).not.toBe(basis(null));
  });

  it('takes the last run of each command, as the outcome does', () => {
    const linted = (verdict: 'pass' | 'fail', command: string) => check('lint', verdict, {}, command);
    expect(measured(linted('fail', 'eslint .'), linted('pass', 'tsc'))).toBe(0);
    expect(measured(linted('pass', 'tsc'), linted('fail', 'eslint .'), linted('pass', 'eslint .'))).toBe(1);
    // What only changes what is shown makes no other command of it.
    expect(measured(linted('fail', 'eslint . 2>&1 | tail -5'), linted('pass', 'eslint .'))).toBe(1);
  });

  it('is a share or null for any checks and weights, and no better for a check that could not run', () => {
    const count = fc.option(fc.nat(9));
    const checks = fc.array(
      fc.record({
        kind: fc.constantFrom('tests', 'unit_tests', 'type_check', 'compilation', 'lint', 'combined', 'other'),
        verdict: fc.constantFrom('pass' as const, 'fail' as const, 'error' as const, 'skip' as const),
        command: fc.option(fc.constantFrom('npm test', 'npm run lint')),
        counts: fc.option(
          fc.record({
            ...{ passed: count, failed: count, skipped: count, total: count, lintErrors: count, typeErrors: count },
            ...{ lintWarnings: count, coverage: fc.constant(null) },
          }),
        ),
      }),
      { maxLength: 8 },
    );
    const weight = fc.nat(100);
    const weights = fc.record({ 'reward.tests': weight, 'reward.types': weight, 'reward.lint': weight });
    fc.assert(
      fc.property(checks, weights, (given, by) => {
        const { value, parts } = rewardOf(null, given, by);
        for (const one of [value, ...Object.values(parts)]) {
          expect(one === null || (Number.isFinite(one) && one >= 0 && one <= 1)).toBe(true);
        }
        const missing = [...given, check('lint', 'error'), check('unit_tests', 'skip')];
        expect(rewardOf(null, missing, by).value).toBe(value);
      }),
      { numRuns: 300, seed: 18 },
    );
  });
});

describe('a reward that is shown', () => {
  let test: TestCore;
  beforeEach(() => {
    test = new TestCore();
  });
  afterEach(() => test.remove());

  it('is the stated one, else the measured one by the weights of now, and says which', async () => {
    verifies('S3-18');
    const record = async (reward: number | null) => {
      const checks = [
        { kind: 'unit_tests', verdict: 'fail' as const, counts: { passed: 1, failed: 1 } },
        { kind: 'lint', verdict: 'pass' as const },
      ];
      const input = { projectId: 'demo', task: 'retry', outcome: 'failure' as const, content: { reward, checks } };
      return (await test.call('attempt.record', input)).attempt.id;
    };
    const [stated, silent] = [await record(0.1), await record(null)];
    const rewards = async () => {
      const { items } = await test.call('attempt.list', { task: 'retry', order: 'oldest' });
      const { curve } = (await test.call('attempt.analysis', { task: 'retry' })).analysis;
      const get = async (id: string) => (await test.call('attempt.get', { id })).reward;
      const ways = [items, curve, [await get(stated), await get(silent)].map((one) => ({ ...one, reward: one.value }))];
      return ways.map((way) =>
        way.map(({ reward, ...one }) => [reward, 'source' in one ? one.source : one.rewardSource]),
      );
    };
    const expected = [
      [0.1, 'reported'],
      [(0.5 * 0.5 + 0.2) / 0.7, 'measured'],
    ];
    expect(await rewards()).toEqual([expected, expected, expected]);
    await test.call('settings.set', { changes: { 'reward.lint': 0 } });
    const now = [expected[0], [0.5, 'measured']];
    expect(await rewards()).toEqual([now, now, now]);
    expect((await test.call('attempt.get', { id: stated })).reward).toMatchObject({ value: 0.1, measured: 0.5 });
    expect(await test.fail('settings.set', { changes: { 'reward.lint': -1 } })).toMatchObject({
      code: 'invalid_input',
    });
  });

  it('is none for a check that failed before another command of its kind passed', async () => {
    const checks = [
      { kind: 'lint', verdict: 'fail' as const, command: 'eslint .' },
      { kind: 'lint', verdict: 'pass' as const, command: 'tsc' },
    ];
    const input = { projectId: 'demo', task: 'retry', outcome: 'failure' as const, content: { checks } };
    const { id } = (await test.call('attempt.record', input)).attempt;
    expect((await test.call('attempt.get', { id })).reward.value).toBe(0);
    expect((await test.call('attempt.list', { task: 'retry' })).items[0]?.reward).toBe(0);
    expect((await test.call('attempt.analysis', { task: 'retry' })).analysis.curve[0]?.reward).toBe(0);
  });

  it('is compared only with one of the same measure', async () => {
    const record = (content: object) =>
      test.call('attempt.record', { projectId: 'demo', task: 'retry', outcome: 'failure', content });
    await record({ reward: 0.9 });
    await record({ checks: [{ kind: 'lint', verdict: 'pass' }] });
    await record({ checks: [{ kind: 'unit_tests', verdict: 'fail', counts: { passed: 1, failed: 3 } }] });
    await record({ checks: [{ kind: 'unit_tests', verdict: 'fail', counts: { passed: 3, failed: 1 } }] });
    const { curve, learningRate } = (await test.call('attempt.analysis', { task: 'retry' })).analysis;
    expect(curve.map(({ rewardChange }) => rewardChange)).toEqual([null, null, null, 0.5]);
    expect(learningRate).toEqual({ perAttempt: 0.5, n: 2 });
  });
});
