import { type AttemptAnalysis, STUCK_AFTER, settings } from '@twicewise/contract';
import type { AttemptMeasures } from '@twicewise/store';
import { verifies } from '@twicewise/testkit/verifies';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyseAttempts } from '../../src/attempts/analyse.ts';
import { measured } from './measured.ts';

const analyse = (...measures: AttemptMeasures[]): AttemptAnalysis =>
  analyseAttempts(measures, measures.length, settings.parse({}));
const reasonsOf = (...measures: AttemptMeasures[]) =>
  analyse(...measures).stuck.map(({ reason, attemptIds }) => [reason, attemptIds.length]);

describe('from one attempt to the next', () => {
  it('only attempts at the same task are compared', () => {
    const { curve } = analyse(
      measured({ failed: 3 }),
      measured({ taskIdentity: 'task_b', failed: 1 }),
      measured({ failed: 1 }),
    );
    expect(curve.map(({ failedChange, improved }) => [failedChange, improved])).toEqual([
      [null, null],
      [null, null],
      [-2, true],
    ]);
  });

  it('and in the same project', () => {
    const other = { projectId: 'other' };
    const { curve } = analyse(measured({ failed: 3 }), measured({ ...other, failed: 1 }), measured({ failed: 2 }));
    expect(curve.map(({ failedChange }) => failedChange)).toEqual([null, null, -1]);
  });

  it('what was measured counts before what was concluded', () => {
    const improvedBy = (before: Partial<AttemptMeasures>, now: Partial<AttemptMeasures>) =>
      analyse(measured(before), measured(now)).curve[1]?.improved;
    expect(improvedBy({ reward: 0.5, failed: 5 }, { reward: 0.4, failed: 1 })).toBe(false);
    expect(improvedBy({ failed: 1 }, { failed: 4, outcome: 'success' })).toBe(false);
    expect(improvedBy({ failed: 1 }, { failed: 1, outcome: 'success' })).toBe(true);
    expect(improvedBy({}, { outcome: 'partial' })).toBe(true);
    expect(improvedBy({ outcome: 'success' }, {})).toBe(false);
    expect(improvedBy({ outcome: 'unknown' }, {})).toBeNull();
  });
});

describe('being stuck', () => {
  it('is the same error after three attempts, and not other errors, nor an attempt that succeeded', () => {
    const same = () => measured({ errors: ['x', 'E'] });
    expect(reasonsOf(same(), same())).toEqual([]);
    expect(reasonsOf(same(), same(), same(), same())).toEqual([['same_error', 4]]);
    expect(reasonsOf(same(), same(), measured({ errors: ['F'] }), same())).toEqual([]);
    expect(reasonsOf(same(), same(), measured({ errors: ['E'], outcome: 'success' }), same(), same())).toEqual([]);
    const [stuck] = analyse(
      measured({ errors: ['a', 'E'] }),
      measured({ errors: ['E', 'b'] }),
      measured({ errors: ['E'] }),
    ).stuck;
    expect(stuck?.what).toBe('E');
    const changing = [measured({ errors: ['a', 'E'] }), measured({ errors: ['a', 'E'] }), measured({ errors: ['E'] })];
    expect(analyse(...changing).stuck).toMatchObject([{ reason: 'same_error', what: 'E' }]);
    // Each has an error in common with the one before, but no error is common to all.
    expect(
      reasonsOf(measured({ errors: ['a'] }), measured({ errors: ['a', 'b'] }), measured({ errors: ['b'] })),
    ).toEqual([]);
  });

  it('is a number of failed tests that grows with each attempt', () => {
    const failing = (...counts: (number | null)[]) => reasonsOf(...counts.map((failed) => measured({ failed })));
    expect(failing(1, 2, 3)).toEqual([['more_failures', 3]]);
    expect(failing(1, 2, 2)).toEqual([]);
    expect(failing(1, null, 3, 4)).toEqual([]);
    expect(failing(3, 1, 2, 5)).toEqual([['more_failures', 3]]);
    const of = (failed: number, fields: Partial<AttemptMeasures>) => measured({ failed, ...fields });
    expect(reasonsOf(of(1, {}), of(2, { taskIdentity: 'task_b' }), of(3, { taskIdentity: 'task_c' }))).toEqual([]);
    expect(reasonsOf(of(1, {}), of(2, { projectId: 'other' }), of(3, {}))).toEqual([]);
    expect(reasonsOf(of(1, { failedIn: 'npm test a' }), of(2, {}), of(3, {}))).toEqual([]);
  });

  it('is what agents declare three times in a row', () => {
    const said = (...progress: AttemptMeasures['progress'][]) =>
      reasonsOf(...progress.map((one) => measured({ progress: one })));
    expect(said('stuck', 'regressing', 'stuck')).toEqual([['declared', 3]]);
    expect(said('stuck', 'advancing', 'stuck', 'stuck')).toEqual([]);
  });
});

const edit = (before: string, after: string, path = 'cart.ts') => ({ path, before, after });

describe('going back and forth', () => {
  const forth = edit('x', 'y');
  const back = edit('y', 'x');
  /** Attempts that failed, with these edits each. */
  const editing = (...edits: (typeof forth)[][]) => edits.map((made) => measured({ edits: made }));

  it('is an edit that is made, taken back, and made again, while something failed (B4-05)', () => {
    verifies('B4-05');
    expect(reasonsOf(...editing([forth], [back], [forth]))).toEqual([['back_and_forth', 3]]);
    expect(reasonsOf(...editing([forth], [edit('a', 'b')], [back, forth]))).toEqual([['back_and_forth', 3]]);
    expect(reasonsOf(...editing([forth, back, forth]))).toEqual([['back_and_forth', 1]]);
    expect(analyse(...editing([forth], [back], [forth])).stuck).toMatchObject([{ what: 'cart.ts' }]);
  });

  it('is a file written as it was before, after it was written otherwise', () => {
    const [one, other] = [edit('', 'x'), edit('', 'y')];
    expect(reasonsOf(...editing([one], [other], [one]))).toEqual([['back_and_forth', 3]]);
    expect(reasonsOf(...editing([one], [one], [one]))).toEqual([]);
  });

  it('is not an edit taken back for good, one of another file, or one that brought a success (control)', () => {
    expect(reasonsOf(...editing([forth], [back]))).toEqual([]);
    expect(reasonsOf(...editing([forth], [edit('y', 'x', 'tax.ts')], [forth]))).toEqual([]);
    expect(reasonsOf(...editing([forth], [edit('y', 'z')], [edit('z', 'y')]))).toEqual([]);
    const [first, second, third] = editing([forth], [back], [forth]);
    if (!first || !second || !third) throw new Error('three attempts');
    expect(reasonsOf(first, { ...second, outcome: 'success' }, third)).toEqual([]);
    expect(reasonsOf(...[first, second, third].map((one) => ({ ...one, outcome: 'unknown' as const })))).toEqual([]);
  });
});

describe('a call that is repeated in vain', () => {
  it('is told with the attempt during which it was, unless that succeeded (B4-05)', () => {
    verifies('B4-05');
    const repeats = [
      { call: 'npm run deploy', times: 3 },
      { call: 'npm run seed', times: 5 },
    ];
    expect(analyse(measured(), measured({ repeats, outcome: 'unknown' })).stuck).toMatchObject([
      { reason: 'repeated_call', what: 'npm run seed' },
    ]);
    expect(reasonsOf(measured({ repeats, outcome: 'success' }))).toEqual([]);
  });
});

describe('what attempts came to', () => {
  it('counts until the first success at each task, and marks a success after two that were none', () => {
    const [a, b, c] = [measured(), measured({ outcome: 'partial' }), measured({ outcome: 'success' })];
    const other = measured({ taskIdentity: 'task_b', outcome: 'success' });
    const { tasks, breakthroughs } = analyse(a, other, b, c, measured({ outcome: 'success' }), measured());
    expect(tasks).toMatchObject([
      { taskIdentity: 'task_a', attempts: 5, toSuccess: 3 },
      { taskIdentity: 'task_b', attempts: 1, toSuccess: 1 },
    ]);
    expect(breakthroughs).toEqual([{ attemptId: c.id, after: 2 }]);
  });

  it('counts a task in each project by itself', () => {
    const inOther = measured({ projectId: 'other', outcome: 'success' });
    const { tasks, breakthroughs } = analyse(measured(), measured(), inOther, measured());
    expect(tasks.map(({ attempts, toSuccess }) => [attempts, toSuccess])).toEqual([
      [3, null],
      [1, 1],
    ]);
    expect(breakthroughs).toEqual([]);
  });

  const measures = fc.array(
    fc.record({
      projectId: fc.constantFrom('demo', 'other'),
      taskIdentity: fc.constantFrom('task_a', 'task_b'),
      outcome: fc.constantFrom('success' as const, 'partial' as const, 'failure' as const, 'unknown' as const),
      reward: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
      progress: fc.option(fc.constantFrom('stuck', 'regressing', 'advancing')),
      failed: fc.option(fc.nat(5)),
      confidence: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
      errors: fc.array(fc.constantFrom('E', 'F', 'G'), { maxLength: 2 }),
      edits: fc.array(fc.constantFrom(edit('x', 'y'), edit('y', 'x'), edit('', 'x'), edit('', 'y')), { maxLength: 3 }),
      repeats: fc.array(fc.constant({ call: 'npm run deploy', times: 3 }), { maxLength: 1 }),
    }),
    { maxLength: 12 },
  );

  it('is a number or null for any attempts, every one of which is counted once', () => {
    fc.assert(
      fc.property(measures, (given) => {
        const all = given.map((fields) => measured(fields));
        const { outcomes, curve, tasks, learningRate, confidence, stuck, breakthroughs } = analyse(...all);
        const numbers = [
          learningRate?.perAttempt ?? 0,
          confidence?.mean ?? 0,
          ...curve.map(({ rewardChange }) => rewardChange ?? 0),
        ];
        expect(numbers.every(Number.isFinite)).toBe(true);
        expect(Object.values(outcomes).reduce((sum, n) => sum + n, 0)).toBe(all.length);
        expect(tasks.reduce((sum, task) => sum + task.attempts, 0)).toBe(all.length);
        expect(curve.map(({ attemptId }) => attemptId)).toEqual(all.map(({ id }) => id));
        for (const { reason, attemptIds } of stuck) {
          const least = reason === 'back_and_forth' || reason === 'repeated_call' ? 1 : STUCK_AFTER;
          expect(attemptIds.length).toBeGreaterThanOrEqual(least);
          const first = all.find(({ id }) => id === attemptIds[0]);
          const ofProject = all.filter(({ projectId }) => projectId === first?.projectId);
          const places = attemptIds.map((id) => ofProject.findIndex((one) => one.id === id));
          expect(places).toEqual(places.map((_, n) => (places[0] ?? 0) + n));
          expect(attemptIds.every((id) => all.find((one) => one.id === id)?.outcome !== 'success')).toBe(true);
        }
        for (const { after } of breakthroughs) expect(after).toBeGreaterThanOrEqual(2);
      }),
      { numRuns: 200, seed: 9 },
    );
  });

  it('is of each project what it would be without the other ones', () => {
    const inTwo = fc.array(measures, { minLength: 2, maxLength: 2 }).map((lists) => lists.flat());
    let stretches = 0;
    fc.assert(
      fc.property(inTwo, (given) => {
        const all = given.map((fields) => measured(fields));
        const whole = analyse(...all);
        for (const projectId of ['demo', 'other']) {
          const own = all.filter((one) => one.projectId === projectId);
          const alone = analyse(...own);
          const isOwn = (id: string | undefined) => own.some((one) => one.id === id);
          expect(whole.curve.filter((one) => one.projectId === projectId)).toEqual(alone.curve);
          expect(whole.tasks.filter((one) => one.projectId === projectId)).toEqual(alone.tasks);
          expect(whole.stuck.filter(({ attemptIds }) => isOwn(attemptIds[0]))).toEqual(alone.stuck);
          expect(whole.breakthroughs.filter(({ attemptId }) => isOwn(attemptId))).toEqual(alone.breakthroughs);
          stretches += alone.stuck.length;
          if (all.findLast(({ reward }) => reward !== null)?.projectId !== projectId) continue;
          expect(whole.learningRate).toEqual(alone.learningRate);
        }
      }),
      { numRuns: 200, seed: 12 },
    );
    expect(stretches).toBeGreaterThan(100);
  });
});
