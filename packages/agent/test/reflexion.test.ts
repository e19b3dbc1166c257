import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@twicewise/testkit';
import { verifies } from '@twicewise/testkit/verifies';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  asking,
  command,
  type GivenToAct,
  type ReflectionAnswer,
  type ReflexionOptions,
  reflexion,
} from '../src/index.ts';
import { ownMemory } from './memories.ts';

const TASK = 'Make median() right for lists of even length';
/** Answers of an actor, one for each attempt: each is better than the one before. */
const VERSIONS = [
  'exports.median = (list) => list[0];',
  'exports.median = (list) => list.sort()[Math.floor(list.length / 2)];',
  `exports.median = (given) => {
    const list = [...given].sort((a, b) => a - b);
    const half = list.length / 2;
    return list.length % 2 ? list[Math.floor(half)] : (list[half - 1] + list[half]) / 2;
  };`,
];
const TESTS = `const { test } = require('node:test');
const { equal } = require('node:assert');
const { median } = require('./median.js');
test('of one', () => equal(median([4]), 4));
test('of three', () => equal(median([3, 1, 2]), 2));
test('of four', () => equal(median([10, 2, 4, 1]), 3));
`;

/** A folder with a real task: its tests are run by Node. */
function codingTask() {
  const folder = tempFolder('median');
  onTestFinished(folder.remove);
  mkdirSync(join(folder.path, 'test'));
  writeFileSync(join(folder.path, 'median.test.js'), TESTS);
  const write = (version: string) => writeFileSync(join(folder.path, 'median.js'), version);
  return { write, evaluate: command<string>(`"${process.execPath}" --test`, { cwd: folder.path }) };
}

const answer = (n: number, more: Partial<ReflectionAnswer> = {}): ReflectionAnswer => ({
  reflection: `In attempt ${n} I took an element by its place and did not look at the length of the list.`,
  rootCause: `The place of the median was guessed (${n})`,
  reasoning: 'A list of even length has two elements in the middle.',
  category: 'logic_error',
  failingActions: [0],
  nextSteps: [`Sort a copy and look at the length (${n})`],
  lessons: ['Array.sort compares as text unless told otherwise'],
  confidence: 0.7,
  ...more,
});

function loop(options: Partial<ReflexionOptions<string>> = {}) {
  const memory = ownMemory();
  const { write, evaluate } = codingTask();
  const given: GivenToAct[] = [];
  const problems: unknown[] = [];
  const run = (more: Partial<ReflexionOptions<string>> = {}) =>
    reflexion<string>({
      task: TASK,
      projectId: 'numbers',
      memory,
      evaluate,
      reflect: ({ attempt }) => answer(attempt),
      onProblem: (problem) => problems.push(problem),
      act: async (now) => {
        given.push(now);
        const output = VERSIONS[now.attempt - 1] ?? '';
        write(output);
        return {
          output,
          strategy: `Version ${now.attempt}`,
          actions: [{ type: 'code_modification', description: 'Write median', filePath: 'median.js' }],
        };
      },
      ...options,
      ...more,
    });
  return { memory, run, given, problems };
}

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
    expect(attempt.content.errors[0]?.message).toMatch(/^0 \[31mTypeError/);
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
