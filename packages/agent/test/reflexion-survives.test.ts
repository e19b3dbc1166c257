import { describe, expect, it } from 'vitest';
import { asking } from '../src/index.ts';
import { answer, loop, TASK, VERSIONS } from './median-loop.ts';

describe('what a loop survives', () => {
  it.each(['unavailable', 'internal'] as const)(
    'a memory that fails with %s: the run is the same, and knows its own reflections',
    async (code) => {
      const { run, given, memory } = loop();
      memory.failWith(code);
      const result = await run();
      expect(result.status).toBe('passed');
      expect(given[2]?.previousReflections.map(({ rootCause }) => rootCause)).toEqual(
        [1, 2].map((n) => answer(n).rootCause),
      );
      expect(result.unsaved).toHaveLength(3);
    },
  );

  it('a memory that dies in the middle and comes back: nothing is lost or doubled', async () => {
    const { run, memory } = loop();
    const result = await run({
      act: async ({ attempt }) => {
        memory.failWith(attempt === 2 ? 'unavailable' : null);
        if (attempt === 3) memory.loseNextAnswer('attempt.record');
        return { output: VERSIONS[attempt - 1] ?? '' };
      },
      evaluate: asking('judge', (output) => output === VERSIONS[2]),
    });
    expect(result).toMatchObject({ status: 'passed', unsaved: [] });
    const { items } = await memory.call('attempt.list', { sessionId: result.sessionId, order: 'oldest' });
    expect(items.map(({ ordinal, outcome }) => [ordinal, outcome])).toEqual([
      [1, 'failure'],
      [2, 'failure'],
      [3, 'success'],
    ]);
    expect((await memory.call('reflection.list', { projectId: 'numbers' })).items).toHaveLength(2);
  });

  it('a memory that refuses attempts: the run knows its own reflections', async () => {
    const { run, given, memory } = loop();
    memory.failWith('invalid_input', /^attempt\.record$/);
    const result = await run();
    expect(result.status).toBe('passed');
    expect(given[2]?.previousReflections.map(({ rootCause }) => rootCause)).toEqual(
      [1, 2].map((n) => answer(n).rootCause),
    );
    expect(result.unsaved.map(({ isWaiting }) => isWaiting)).toEqual([false, false, false]);
  });

  it('a memory that is away at its end: what waits is stored when it is asked to', async () => {
    const { run, memory } = loop();
    memory.failWith('unavailable');
    const result = await run();
    expect(result.unsaved).toHaveLength(3);
    memory.failWith(null);
    expect(await result.flush()).toBe(true);
    expect(result.unsaved).toEqual([]);
    expect((await memory.call('attempt.list', { sessionId: result.sessionId })).items).toHaveLength(3);
  });

  it('a session that holds another project and another task: their reflections are not told', async () => {
    const { run, given } = loop({ maxAttempts: 1, evaluate: asking('judge', () => false) });
    await run({ sessionId: 'shared', projectId: 'other' });
    await run({ sessionId: 'shared', task: 'Write the release notes' });
    await run({ sessionId: 'shared' });
    expect(given.map(({ previousReflections }) => previousReflections.length)).toEqual([0, 0, 0]);
  });

  it('callbacks that never answer: the time is over all the same, and what was cut off has not failed', async () => {
    const { run, memory } = loop();
    const never = () => new Promise<never>(() => {});
    for (const stuck of [
      { act: never },
      { evaluate: never },
      { evaluate: asking<string>('judge', () => false), reflect: never },
    ]) {
      const result = await run({ timeLimitMs: 300, ...stuck });
      expect(result.status).toBe('time');
      const { items } = await memory.call('attempt.list', { sessionId: result.sessionId });
      expect(items.map(({ outcome }) => outcome)).toEqual([stuck.reflect === never ? 'failure' : 'unknown']);
    }
    expect((await memory.call('reflection.list', { projectId: 'numbers' })).items).toEqual([]);
  });

  it('callbacks that answer nonsense', async () => {
    const { run, problems } = loop({ maxAttempts: 1 });
    expect(await run({ act: (() => Promise.resolve()) as never })).toMatchObject({ status: 'error' });
    expect(await run({ evaluate: (() => true) as never })).toMatchObject({ status: 'attempts' });
    expect(await run({ reflect: (() => ({ rootCause: 'x' })) as never })).toMatchObject({ status: 'attempts' });
    expect(problems).toHaveLength(1);
  });

  it('an evaluator and a reflector that throw', async () => {
    const { run, problems } = loop();
    const result = await run({
      maxAttempts: 2,
      evaluate: () => Promise.reject(new Error('The judge is ill')),
      reflect: () => Promise.reject(new Error('So is the model')),
    });
    expect(result).toMatchObject({ status: 'attempts', best: { score: null, evaluation: { passed: null } } });
    expect(result.attempts[0]?.evaluation.errors).toEqual([{ message: 'The judge is ill' }]);
    expect(problems.map(String)).toEqual(['Error: So is the model', 'Error: So is the model']);
  });

  it('an attempt of any size, with any characters: it is stored, shortened', async () => {
    const { run, memory } = loop();
    const odd = '\u001b[31mTypeError\u0000 \ud800 at the end';
    const result = await run({
      maxAttempts: 1,
      task: `${TASK} ${odd}`,
      act: async () => ({
        output: 'a',
        strategy: `${odd} ${'s'.repeat(100_000)}`,
        rationale: 'r'.repeat(100_000),
        actions: Array.from({ length: 3000 }, (_, n) => ({
          type: 'other',
          description: `${n} ${odd} ${'d'.repeat(9000)}`,
        })),
      }),
      evaluate: () => ({
        passed: false,
        checks: [{ kind: 'tests', verdict: 'fail', command: odd, output: `begin ${'x'.repeat(8_000_000)} end` }],
        errors: Array.from({ length: 3000 }, (_, n) => ({ message: `${n} ${odd} ${'e'.repeat(9000)}` })),
      }),
      reflect: () => answer(1, { reflection: `${odd} ${'t'.repeat(7000)}` }),
    });
    expect(result.unsaved).toEqual([]);
    const { attempt } = await memory.call('attempt.get', { id: result.attempts[0]?.attemptId ?? '' });
    expect(attempt.content.checks[0]?.output).toMatchObject({ bytes: 8_000_010 });
    expect(attempt.content.checks[0]?.output?.tail).toMatch(/x end$/);
    expect(attempt.content.errors[0]?.message).toMatch(/^0 TypeError/);
    expect(attempt.content.actor?.actions.at(-1)?.description).toMatch(/^2999 /);
    expect(attempt.lessonIds).toHaveLength(1);
  });

  it('two runs of one task at the same time: two sessions, and numbers without a gap', async () => {
    const { run, memory } = loop({ evaluate: asking('judge', () => false), maxAttempts: 2 });
    const [one, other] = await Promise.all([run(), run()]);
    expect(one.sessionId).not.toBe(other.sessionId);
    const { items } = await memory.call('attempt.list', { projectId: 'numbers' });
    expect(items.map(({ ordinal }) => ordinal).sort()).toEqual([1, 2, 3, 4]);
  });

  it.each([
    { maxAttempts: 0 },
    { maxAttempts: 101 },
    { maxAttempts: 1.5 },
    { timeLimitMs: 0 },
    { timeLimitMs: Number.NaN },
  ])('but not options that make no sense: %o', async (wrong) => {
    await expect(loop().run(wrong)).rejects.toThrow(RangeError);
  });
});
