import { loopRecord, problemsOf } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import { describe, expect, it } from 'vitest';
import { isLoopRecord, readLoopRecord, readLoopState } from '../../src/index.ts';
import { loopOutcome } from '../../src/loop-files/read-state.ts';
import { inCamelCase, RECORD, STATE } from './loop-samples.ts';

/** The record with one field changed, named by its path. */
function changed(path: string, value: unknown): Record<string, unknown> {
  const copy = structuredClone(RECORD) as Record<string, unknown>;
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const parent = keys.reduce<Record<string, unknown>>((at, key) => at[key] as Record<string, unknown>, copy);
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return copy;
}

describe('the record of an iteration', () => {
  it('is read field by field', () => {
    const { content, original, ...fields } = readLoopRecord(RECORD);
    expect(fields).toEqual({
      loopId: 'ralph-round-prices-2026-03-02',
      iteration: 2,
      key: '2',
      task: 'Round prices half up',
      outcome: 'failure',
      outcomeSource: 'measured',
      outcomeNative: null,
      strategy: 'Round each row, then add up',
      startedAt: '2026-03-02T10:20:00.000Z',
      endedAt: '2026-03-02T10:30:00.000Z',
    });
    expect(original).toEqual(RECORD);
    expect(content.actor).toMatchObject({
      rationale: 'The sum was off by a cent',
      filesModified: ['src/price.ts'],
      totalChanges: { filesChanged: 1, linesAdded: 4, linesDeleted: 1 },
      actions: [{ filePath: 'src/price.ts', additions: 4, deletions: 1 }, { command: 'npm test' }],
    });
    expect(content.checks).toEqual([
      expect.objectContaining({
        kind: 'unit_tests',
        tool: 'npm test',
        verdict: 'fail',
        exitCode: 1,
        output: 'Tests: 2 failed, 5 passed',
        errorOutput: 'AssertionError: expected 10.01 to be 10.02',
        ms: 2340,
        counts: {
          passed: 5,
          failed: 2,
          skipped: null,
          total: 7,
          lintErrors: 0,
          lintWarnings: 3,
          typeErrors: 1,
          coverage: 71.5,
        },
      }),
    ]);
    expect(content.errors).toMatchObject([
      { type: 'test_failure', line: 34, column: 7, rule: 'adds up', severity: 'error' },
    ]);
    expect(content.reward).toBe(0.35);
    expect(content.reflection).toMatchObject({
      text: RECORD.self_reflection.reflection_text,
      rootCause: 'Rounding happens in two places',
      category: 'logic_error',
      failingActions: [0],
      insights: ['Round once, at the end'],
      lessons: ['Keep money in whole cents'],
      confidence: 0.8,
      related: ['0', '1'],
    });
    expect(content.notes).toBe('Second try');
  });

  it('says the same in both spellings of its keys', () => {
    const { original: _, ...snake } = readLoopRecord(RECORD);
    const { original, ...camel } = readLoopRecord(inCamelCase(RECORD) as Record<string, unknown>);
    expect(camel).toEqual(snake);
    expect(original).toHaveProperty('evaluatorOutput.rewardSignal', 0.35);
  });

  it('counts as measured where programs checked, and as reported where somebody judged or nothing ran', () => {
    const sourceOf = (file: Record<string, unknown>) => readLoopRecord(file).outcomeSource;
    expect(sourceOf(RECORD)).toBe('measured');
    expect(sourceOf(changed('evaluator_output.verification_type', 'manual_review'))).toBe('reported');
    expect(sourceOf(changed('evaluator_output.results', undefined))).toBe('reported');
  });

  it.each([
    ['loop_id', 'Round Prices', '/loop_id'],
    ['iteration', -1, '/iteration'],
    ['timestamp', 'yesterday', '/timestamp'],
    ['evaluator_output.passed', 'no', '/evaluator_output/passed'],
    ['evaluator_output.verification_type', 'a look', '/evaluator_output/verification_type'],
    ['evaluator_output.reward_signal', 1.5, '/evaluator_output/reward_signal'],
    ['self_reflection.reflection_text', undefined, '/self_reflection/reflection_text'],
    ['memory_metadata.omega_capacity', 11, '/memory_metadata/omega_capacity'],
    ['actor_output.actions', 'none', '/actor_output/actions'],
  ])('with a bad %s is refused with the place and the reason (S3-65)', (path, value, at) => {
    verifies('S3-65');
    const file = changed(path, value);
    expect(problemsOf(loopRecord, file)).toEqual([{ at, reason: expect.stringMatching(/\S/) }]);
    expect(() => readLoopRecord(file)).toThrow(at.split('/').at(-1));
    expect(problemsOf(loopRecord, RECORD)).toEqual([]);
  });

  it('is told from the state of a loop by its fields', () => {
    expect([RECORD, inCamelCase(RECORD), STATE].map((file) => isLoopRecord(file as Record<string, unknown>))).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('the state of a loop', () => {
  it('becomes an episode, and the iterations it lists become attempts', () => {
    const { loopId, content, startedAt, endedAt, attempts } = readLoopState(STATE);
    expect([loopId, startedAt, endedAt]).toEqual([STATE.id, '2026-03-01T09:00:00.000Z', '2026-03-01T11:30:00.000Z']);
    expect(content).toMatchObject({
      task: 'Bring the checkout to green',
      outcome: 'success',
      outcomeNative: 'completed',
      outcomeSource: 'reported',
      metrics: { iterations: 2, max_iterations: 10, files_created: 3 },
      lessons: ['The cart is built twice', 'Seed the clock in tests'],
      extra: { loopState: STATE },
    });
    expect(attempts).toMatchObject([
      {
        iteration: 1,
        outcome: 'failure',
        strategy: 'Split the cart from the session',
        startedAt: '2026-03-01T09:05:00.000Z',
        content: {
          notes: 'Four tests fail',
          actor: { filesModified: ['src/cart.ts', 'src/session.ts'] },
          reflection: { lessons: ['The session holds a copy'] },
        },
      },
      { iteration: 2, outcome: 'success', strategy: 'Drop the copy', content: { notes: 'All green' } },
    ]);
  });

  it('says the same in both spellings of its keys', () => {
    const [snake, camel] = [readLoopState(STATE), readLoopState(inCamelCase(STATE) as Record<string, unknown>)];
    const { extra: _, ...said } = camel.content;
    expect(said).toEqual({ ...snake.content, extra: undefined });
    expect(camel.attempts).toEqual(snake.attempts);
  });

  it.each([
    ['completed', 'success'],
    ['complete', 'success'],
    ['COMPLETED', 'success'],
    ['done', 'success'],
    ['success', 'success'],
    ['failed', 'failure'],
    ['aborted', 'failure'],
    ['crashed', 'failure'],
    ['max-iterations reached', 'failure'],
    ['paused', 'partial'],
    ['blocked', 'partial'],
    ['running', 'unknown'],
    ['in_progress', 'unknown'],
    ['In Progress', 'unknown'],
    ['half a loaf', 'unknown'],
  ])('with the status %s has the outcome %s, and keeps its own word (X2)', (word, outcome) => {
    verifies('X2');
    expect(loopOutcome(word)).toEqual({ outcome, native: word });
  });

  it('without a status has no outcome, and one that is no state of a loop is refused', () => {
    expect(loopOutcome(undefined)).toEqual({ outcome: 'unknown', native: null });
    expect(() => readLoopState({ task: 'x', users: [] })).toThrow('neither the record of an iteration nor the state');
  });
});
