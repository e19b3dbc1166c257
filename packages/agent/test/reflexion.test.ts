import { verifies } from '@twicewise/testkit/verifies';
import { describe, expect, it } from 'vitest';
import { asking, type ReflexionOptions } from '../src/index.ts';
import { answer, loop, TASK, VERSIONS } from './median-loop.ts';

describe('a loop', () => {
  it('evaluates, reflects, injects and tries again until an output passes (S3-37, S3-39)', async () => {
    verifies('S3-37');
    verifies('S3-39');
    const { run, given, memory, problems } = loop();
    const result = await run();
    expect(result.status).toBe('passed');
    expect(result.best).toMatchObject({ attempt: 3, output: VERSIONS[2], score: 1 });
    expect(result.attempts.map(({ score }) => score)).toEqual([expect.closeTo(1 / 3), expect.closeTo(2 / 3), 1]);
    expect(given[0]?.previousReflections).toEqual([]);
    expect(given[1]?.previousReflections).toMatchObject([
      { text: answer(1).reflection, insights: answer(1).nextSteps },
    ]);
    expect(given[2]?.previousReflections.map(({ rootCause }) => rootCause)).toEqual([
      answer(1).rootCause,
      answer(2).rootCause,
    ]);
    const { items } = await memory.call('attempt.list', { sessionId: result.sessionId, order: 'oldest' });
    expect(items.map(({ outcome, ordinal, strategy }) => [ordinal, outcome, strategy])).toEqual([
      [1, 'failure', 'Version 1'],
      [2, 'failure', 'Version 2'],
      [3, 'success', 'Version 3'],
    ]);
    const { attempt } = await memory.call('attempt.get', { id: items[1]?.id ?? '' });
    expect(attempt.content.checks).toMatchObject([{ verdict: 'fail', counts: { passed: 2, failed: 1 }, exitCode: 1 }]);
    expect(attempt.content.reflection).toMatchObject({
      text: answer(2).reflection,
      category: 'logic_error',
      confidence: 0.7,
    });
    expect(attempt.content.actor?.actions).toMatchObject([{ filePath: 'median.js' }]);
    expect(result.unsaved).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('gives the next attempt the task, what was learned, the errors and the brief, stored text as data (S3-58)', async () => {
    verifies('S3-58');
    const { run, given } = loop();
    await run();
    const [first, second] = given;
    expect(first?.prompt).toBe(TASK);
    expect(second).toMatchObject({ task: TASK, attempt: 2 });
    expect(second?.previousErrors.map(({ message }) => message).join('\n')).toMatch(/expected|equal/i);
    expect(second?.prompt.startsWith(TASK)).toBe(true);
    expect(second?.prompt).toContain(answer(1).nextSteps[0]);
    const outside = second?.prompt.replace(/<stored-data (\S+) [\s\S]*?<\/stored-data \1>/g, '') ?? '';
    expect(outside).not.toContain(answer(1).nextSteps[0]);
    expect(outside).not.toMatch(/strictly equal/i);
  });

  it('is told the lessons and similar successes of other agents before its first attempt (S3-48, B3-05)', async () => {
    verifies('S3-48');
    verifies('B3-05');
    const { run, given, memory } = loop();
    const shared = { projectId: 'numbers', taskDescription: 'Make mean() and median() right for lists of odd length' };
    await memory.call('reflection.store', {
      ...shared,
      outcome: 'success',
      whatWorked: ['Sort a copy by number first'],
    });
    await memory.call('reflection.store', {
      ...shared,
      outcome: 'failure',
      whatDidNotWork: ['Sorting the list of the caller'],
    });
    await run();
    expect(given[0]?.brief).toContain('Sort a copy by number first');
    expect(given[0]?.brief).toContain('Sorting the list of the caller');
    expect(given[0]?.prompt).toContain(given[0]?.brief);
  });

  it('reflects after failures alone, or after every attempt, or never; every attempt is recorded (S3-38, X1)', async () => {
    verifies('S3-38');
    verifies('X1');
    const reflected = async (more: Partial<ReflexionOptions<string>>) => {
      const { run, memory } = loop();
      const { sessionId } = await run(more);
      const { items } = await memory.call('attempt.list', { sessionId, order: 'oldest' });
      const all = await Promise.all(items.map(({ id }) => memory.call('attempt.get', { id })));
      return all.map(({ attempt }) => attempt.content.reflection !== null);
    };
    expect(await reflected({})).toEqual([true, true, false]);
    expect(await reflected({ reflectAfter: 'every' })).toEqual([true, true, true]);
    const silent = await reflected({ reflect: () => null });
    expect(silent).toEqual([false, false, false]);
  });

  it('makes a lesson of each reflection, tied to its attempt, which other agents find', async () => {
    const { run, memory } = loop();
    const { sessionId } = await run();
    const { hits } = await memory.call('reflection.search', {
      projectId: 'numbers',
      taskDescription: 'median of an even list',
    });
    expect(hits.map(({ reflection }) => reflection.rootCause).sort()).toEqual([
      answer(1).rootCause,
      answer(2).rootCause,
    ]);
    expect(hits[0]?.reflection).toMatchObject({
      kind: 'self_reflection',
      outcome: 'failure',
    });
    const { items } = await memory.call('attempt.list', { sessionId, lessonId: hits[0]?.reflection.id ?? '' });
    expect(items).toHaveLength(1);
  });

  it('is resumed by its id, with its window (S3-57)', async () => {
    verifies('S3-57');
    const { run, given, memory } = loop();
    const first = await run({ maxAttempts: 2 });
    expect(first.status).toBe('attempts');
    const again = await run({
      sessionId: first.sessionId,
      act: async (now) => {
        given.push(now);
        return { output: 'as before' };
      },
      maxAttempts: 1,
    });
    expect(again.sessionId).toBe(first.sessionId);
    expect(given.at(-1)?.attempt).toBe(1);
    expect(given.at(-1)?.previousReflections.map(({ rootCause }) => rootCause)).toEqual(
      [1, 2].map((n) => answer(n).rootCause),
    );
    const { items } = await memory.call('attempt.list', { sessionId: first.sessionId, order: 'oldest' });
    expect(items.map(({ ordinal }) => ordinal)).toEqual([1, 2, 3]);
  });

  it('holds as many reflections as its window, the latest', async () => {
    const { run, given } = loop({ evaluate: asking('judge', () => false), stopWhenStuck: false });
    await run({ maxAttempts: 5, window: { capacity: 2 } });
    expect(given[4]?.previousReflections.map(({ rootCause }) => rootCause)).toEqual(
      [3, 4].map((n) => answer(n).rootCause),
    );
  });
});

describe('a loop that finds nothing', () => {
  it('answers the best output, not the last, when its attempts are used up', async () => {
    const { run } = loop();
    const order = [VERSIONS[1], VERSIONS[0]];
    const result = await run({
      maxAttempts: 2,
      act: async ({ attempt }) => ({ output: order[attempt - 1] ?? '' }),
      evaluate: (output) => ({
        passed: false,
        checks: [
          {
            kind: 'tests',
            verdict: 'fail',
            counts: output === VERSIONS[1] ? { passed: 2, failed: 1 } : { passed: 1, failed: 2 },
          },
        ],
        errors: [],
      }),
    });
    expect(result).toMatchObject({ status: 'attempts', best: { attempt: 1, output: VERSIONS[1] } });
  });

  it('is told the way out when it goes in circles, and ends when that does not help', async () => {
    const { run, given } = loop();
    const result = await run({
      maxAttempts: 20,
      evaluate: () => ({
        passed: false,
        checks: [{ kind: 'tests', verdict: 'fail' }],
        errors: [{ message: 'TypeError: list is undefined' }],
      }),
    });
    expect(result.status).toBe('stuck');
    expect(result.attempts.length).toBeLessThan(8);
    expect(given.at(-1)?.prompt).toContain('The last attempts led nowhere');
    expect(given[1]?.prompt).not.toContain('The last attempts led nowhere');
  });

  it('ends with the error of its actor, which is recorded and reflected on', async () => {
    const { run, memory } = loop();
    const error = new Error('The model is gone');
    const result = await run({
      act: ({ attempt }) => (attempt === 1 ? Promise.resolve({ output: 'a first try' }) : Promise.reject(error)),
      evaluate: asking('judge', () => 'not good'),
    });
    expect(result).toMatchObject({ status: 'error', error, best: { attempt: 1 } });
    const { items } = await memory.call('attempt.list', { sessionId: result.sessionId });
    const { attempt } = await memory.call('attempt.get', { id: items[0]?.id ?? '' });
    expect(attempt).toMatchObject({ outcome: 'failure' });
    expect(attempt.content.errors).toMatchObject([{ message: 'The model is gone' }]);
    expect(attempt.content.reflection?.text).toBe(answer(2).reflection);
  });

  it('ends when it is told to, and when its time is over, with what it has', async () => {
    const { run } = loop();
    const control = new AbortController();
    const aborted = await run({
      signal: control.signal,
      act: async ({ attempt }) => {
        if (attempt === 2) control.abort();
        return { output: `try ${attempt}` };
      },
      evaluate: asking('judge', () => false),
    });
    expect(aborted).toMatchObject({ status: 'aborted', best: { output: 'try 2' } });
    const late = await run({
      timeLimitMs: 300,
      act: ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new Error('cut off')), { once: true });
        }),
    });
    expect(late.status).toBe('time');
    expect(late.best).toBeNull();
  });
});
