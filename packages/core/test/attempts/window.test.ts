import { type InputOf, WINDOW_BY_TASK, WINDOW_BY_VERIFICATION } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

type Content = NonNullable<InputOf<'attempt.record'>['content']>;
const place = { projectId: 'demo', sessionId: 'run' };
const minute = (n: number) => new Date(Date.UTC(2026, 1, 1, 12, n)).toISOString();

/** Records an attempt with a reflection of this text, or without one. Returns its id. */
async function record(said: string | null, fields: Partial<InputOf<'attempt.record'>> = {}, more: Content = {}) {
  const content = { ...more, ...(said === null ? {} : { reflection: { text: said, ...more.reflection } }) };
  const input = { ...place, task: 'Make the upload retry', outcome: 'failure' as const, content, ...fields };
  return (await test.call('attempt.record', input)).attempt.id;
}
const windowOf = (asked: Partial<InputOf<'attempt.window'>> = {}) =>
  test.call('attempt.window', { projectId: 'demo', sessionId: 'run', ...asked });
const saidIn = async (asked?: Parameters<typeof windowOf>[0]) =>
  (await windowOf(asked)).items.map(({ reflection }) => reflection.text);

describe('the window of reflections', () => {
  it('is right from the first attempt, holds three unless told otherwise, and is no part of a record (B3-01, B3-02, B3-03)', async () => {
    verifies('B3-01', 'B3-02', 'B3-03', 'S3-26', 'S3-27', 'S3-30', 'S3-36', 'S3-42');
    await test.call('session.start', { ...place });
    expect(await windowOf()).toMatchObject({ attempts: 0, reflections: 0, size: 0, items: [] });
    const first = await record('one');
    // Written with its number and identity in one operation, and in the window with it.
    const { items } = await test.call('operation.list', {});
    expect(items.filter(({ name }) => name === 'attempt.record')).toHaveLength(1);
    expect(await windowOf()).toMatchObject({ capacity: { value: 3, rule: 'number' }, reflections: 1, size: 1 });
    for (const said of ['two', null, 'three', 'four']) await record(said);
    expect(await saidIn()).toEqual(['two', 'three', 'four']);
    expect(await windowOf()).toMatchObject({
      attempts: 5,
      reflections: 4,
      size: 3,
      leftOut: { beyondCapacity: 1, overBudget: 0 },
    });
    expect((await test.call('attempt.get', { id: first })).attempt.content.reflection?.text).toBe('one');
    const [last] = (await test.call('attempt.list', { sessionId: 'run', limit: 1 })).items;
    await test.call('attempt.delete', { id: last?.id ?? '' });
    expect(await saidIn()).toEqual(['one', 'two', 'three']);
    for (const capacity of [0, 11, 2.5]) {
      expect(await test.fail('attempt.window', { ...place, capacity })).toMatchObject({ code: 'invalid_input' });
    }
  });

  it('goes by when attempts were recorded, when they ended, or by the goal (B3-13)', async () => {
    verifies('S3-29', 'B3-13');
    await test.call('session.note', { ...place, goal: 'The upload survives a timeout' });
    await record('the timeout of the upload is ten seconds', { endedAt: minute(1) });
    await record('the linter wants semicolons', { endedAt: minute(9), task: 'Format' });
    await record('the readme was old', { endedAt: minute(4), task: 'Write the docs' });
    const by = async (policy: InputOf<'attempt.window'>['policy'], capacity: number) => saidIn({ policy, capacity });
    expect(await by('fifo', 1)).toEqual(['the readme was old']);
    expect(await by('recency', 1)).toEqual(['the linter wants semicolons']);
    expect(await by('relevance_weighted', 1)).toEqual(['the timeout of the upload is ten seconds']);
    // Each in the order in which the attempts ended.
    expect(await by('fifo', 2)).toEqual(['the readme was old', 'the linter wants semicolons']);
    const weighed = await windowOf({ policy: 'relevance_weighted' });
    expect(weighed.goal).toBe('The upload survives a timeout');
    expect(weighed.items.map(({ relevance }) => relevance)).toEqual([2 / 3, 0, 0]);
    expect((await windowOf()).items.map(({ relevance }) => relevance)).toEqual([null, null, null]);
  });

  it('holds of equally relevant reflections the newest', async () => {
    for (let n = 0; n < 4; n++) await record(`upload ${n}`, { endedAt: minute(n) });
    expect(await saidIn({ policy: 'relevance_weighted', capacity: 2 })).toEqual(['upload 2', 'upload 3']);
  });

  it('is as large as the kind of the last checks wants (S3-49), or the type of the task (S3-51)', async () => {
    verifies('S3-49', 'S3-51');
    const check = (kind: string) => ({ kind, verdict: 'fail' as const });
    const sizes: Record<string, unknown> = {};
    for (const kind of Object.keys(WINDOW_BY_VERIFICATION)) {
      await record('x', {}, { checks: [check(kind)] });
      sizes[kind] = (await windowOf({ capacity: 'verification' })).capacity.value;
    }
    expect(sizes).toEqual({
      ...{ unit_tests: 1, integration_tests: 3, type_check: 1, lint: 1, combined: 3, manual_review: 5 },
    });
    await record('x', {}, { checks: [check('lint'), check('unit_tests')] });
    expect((await windowOf({ capacity: 'verification' })).capacity).toMatchObject({
      value: 3,
      verification: 'combined',
    });
    await record('x');
    expect((await windowOf({ capacity: 'verification' })).capacity).toMatchObject({ value: 3, verification: null });
    for (const [capacity, value] of Object.entries(WINDOW_BY_TASK)) {
      const asked = capacity as keyof typeof WINDOW_BY_TASK;
      expect((await windowOf({ capacity: asked })).capacity).toMatchObject({ value, rule: asked });
    }
  });

  it('grows with the number of failure categories (S3-50)', async () => {
    verifies('S3-50');
    const sizes: number[] = [];
    for (const category of [
      'logic_error',
      'edge_case_miss',
      'integration_error',
      'incorrect_assumption',
      'other',
    ] as const) {
      await record('x', {}, { reflection: { category } });
      await record('x', {}, { reflection: { category } });
      sizes.push((await windowOf({ capacity: 'dynamic' })).size);
    }
    expect(sizes).toEqual([1, 1, 3, 3, 5]);
    expect((await windowOf({ capacity: 'dynamic' })).capacity).toMatchObject({ categories: 5 });
  });

  it('keeps a budget of real tokens, passes over what does not fit, and stays in order (S3-63, S3-64, B3-09)', async () => {
    verifies('S3-63', 'S3-64', 'B3-09');
    await record('one short thing');
    await record(`a long one ${'of many words '.repeat(50)}`);
    await record('another short thing');
    const { items, tokens, leftOut } = await windowOf({ budget: 10 });
    expect(items.map(({ reflection }) => reflection.text)).toEqual(['one short thing', 'another short thing']);
    expect(items.map((item) => item.tokens)).toEqual([3, 3]);
    expect([tokens, leftOut]).toEqual([6, { beyondCapacity: 0, overBudget: 1 }]);
  });

  it('says which action a place means, counted from 0 (B3-17)', async () => {
    verifies('B3-17');
    const actions = [
      { type: 'code_modification', description: 'Retry at once' },
      { type: 'test_execution', command: 'npm test' },
    ];
    await record('x', {}, { actor: { actions }, reflection: { failingActions: [0, 1, 7] } });
    expect((await windowOf()).items[0]?.failingActions).toEqual([
      { place: 0, action: 'Retry at once' },
      { place: 1, action: 'npm test' },
      { place: 7, action: null },
    ]);
  });

  it('is of the own session where none is named, and of the own project for an agent', async () => {
    await record('of a person');
    const agent = agentIn('/work/shop', { session: 'mine' });
    const ask = (input: object) => test.call('attempt.window', input, agent);
    expect((await ask({})).reflections).toBe(0);
    const content = { reflection: { text: 'mine' } };
    await test.call('attempt.record', { task: 'Make the upload retry', outcome: 'failure', content }, agent);
    expect((await ask({})).items.map(({ reflection }) => reflection.text)).toEqual(['mine']);
    expect((await ask({ task: 'Make the upload retry' })).reflections).toBe(1);
    expect((await test.call('attempt.window', { task: 'Make the upload retry' })).reflections).toBe(2);
    expect(await test.fail('attempt.window', {})).toMatchObject({ message: 'Name a session, or a task.' });
  });

  const steps = fc.array(
    fc.record({
      ended: fc.nat(20),
      reflects: fc.boolean(),
      about: fc.constantFrom('upload', 'retry', 'format', 'docs'),
    }),
    { minLength: 1, maxLength: 12 },
  );
  const POLICIES = ['fifo', 'recency', 'relevance_weighted'] as const;

  it('never holds more than it may, is the same when asked again and after a restart, for any attempts (B3-01)', async () => {
    verifies('B3-01', 'S3-42');
    let run = 0;
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 5 }), async (given, capacity) => {
        const sessionId = `run ${++run}`;
        const texts: { said: string; ended: number }[] = [];
        for (const [n, { ended, reflects, about }] of given.entries()) {
          const said = `${about} ${n}`;
          await record(reflects ? said : null, { sessionId, endedAt: minute(ended) });
          if (reflects) texts.push({ said, ended });
          const now = await windowOf({ sessionId, capacity });
          // Right after each attempt: the newest by recording, none missing and none too many.
          const newest = texts.slice(-capacity).map((one) => one.said);
          expect(now.items.map(({ reflection }) => reflection.text).sort()).toEqual([...newest].sort());
        }
        const all = () => Promise.all(POLICIES.map((policy) => windowOf({ sessionId, capacity, policy })));
        const before = await all();
        for (const { size, items, reflections, leftOut } of before) {
          expect(size).toBe(Math.min(capacity, texts.length));
          expect(items.map(({ at }) => at)).toEqual(items.map(({ at }) => at).toSorted());
          expect(leftOut.beyondCapacity).toBe(reflections - size);
        }
        const latest = texts.map(({ ended }) => ended).sort((a, b) => a - b);
        const held = before[1]?.items.map(({ at }) => new Date(at).getUTCMinutes());
        expect(held).toEqual(latest.slice(-capacity));
        expect(await all()).toEqual(before);
        await test.restart();
        expect(await all()).toEqual(before);
      }),
      { numRuns: 20, seed: 42 },
    );
  });
});
