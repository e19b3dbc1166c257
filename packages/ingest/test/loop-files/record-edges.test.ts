import { describe, expect, it } from 'vitest';
import { toSnakeKeys } from '../../src/loop-files/loop-keys.ts';
import { isLoopRecord, readLoopRecord } from '../../src/loop-files/read-record.ts';
import { RECORD } from './loop-samples.ts';

type Fields = Record<string, unknown>;

/** A record with only what the published schema asks for. */
const LEAST = {
  loop_id: 'ralph-least',
  iteration: 0,
  timestamp: '2026-03-02T10:30:00+02:00',
  actor_output: { actions: [], rationale: '' },
  evaluator_output: { passed: true, verification_type: 'lint' },
  self_reflection: { reflection_text: '' },
  memory_metadata: { omega_capacity: 3, current_memory_size: 0 },
};

const withActor = (actor: object) => ({ ...LEAST, actor_output: { ...LEAST.actor_output, ...actor } });
const withEvaluator = (evaluated: object) => ({
  ...LEAST,
  evaluator_output: { ...LEAST.evaluator_output, ...evaluated },
});
const withReflection = (said: object) => ({ ...LEAST, self_reflection: { ...LEAST.self_reflection, ...said } });
const checksOf = (file: Fields) => readLoopRecord(file).content.checks;

describe('a record with nothing but what must be there', () => {
  it('is called after its loop, ended when it was written, and knows of nothing else', () => {
    const { content, original, ...fields } = readLoopRecord(LEAST);
    expect(fields).toEqual({
      loopId: 'ralph-least',
      iteration: 0,
      key: '0',
      task: 'ralph-least',
      outcome: 'success',
      outcomeSource: 'reported',
      outcomeNative: null,
      strategy: null,
      startedAt: null,
      endedAt: '2026-03-02T08:30:00.000Z',
    });
    expect(original).toBe(LEAST);
    expect(content).toMatchObject({
      actor: { rationale: '', filesModified: [], totalChanges: null, actions: [] },
      errors: [],
      reward: null,
      reflection: {
        text: '',
        rootCause: null,
        category: null,
        failingActions: [],
        insights: [],
        lessons: [],
        related: [],
      },
      notes: null,
    });
  });

  it.each([
    [true, 'pass'],
    [false, 'fail'],
  ])('that says passed: %s has a check for it, of its kind and without counts', (passed, verdict) => {
    expect(checksOf(withEvaluator({ passed }))).toEqual([
      expect.objectContaining({ kind: 'lint', verdict, counts: null, tool: null, output: null, ms: null }),
    ]);
  });
});

describe('the checks of a record', () => {
  const RESULTS = [
    { tool: 'tsc', status: 'pass' },
    { tool: 'biome', status: 'fail', duration_ms: -1 },
  ];

  it('are its results, without one for the whole where nothing was counted', () => {
    expect(checksOf(withEvaluator({ results: RESULTS }))).toEqual([
      expect.objectContaining({ tool: 'tsc', verdict: 'pass', output: null, errorOutput: null, exitCode: null }),
      expect.objectContaining({ tool: 'biome', verdict: 'fail', ms: null, counts: null }),
    ]);
  });

  it('have one more for all of them, to which the counts belong, where there are several', () => {
    const checks = checksOf(withEvaluator({ results: RESULTS, metrics: { tests_passed: 3 } }));
    expect(checks.map(({ tool, counts }) => [tool, counts?.passed ?? null])).toEqual([
      ['tsc', null],
      ['biome', null],
      [null, 3],
    ]);
  });

  it('count nothing below zero, and nothing that is not said', () => {
    const metrics = { tests_passed: -1, tests_failed: 0, tests_total: -3, lint_errors: 2, coverage_percentage: 0 };
    expect(checksOf(withEvaluator({ results: RESULTS.slice(0, 1), metrics }))[0]?.counts).toEqual({
      passed: null,
      failed: 0,
      skipped: null,
      total: null,
      lintErrors: 2,
      lintWarnings: null,
      typeErrors: null,
      coverage: 0,
    });
  });

  it('last no time at all, or as long as is said', () => {
    const [one] = checksOf(withEvaluator({ results: [{ tool: 'tsc', status: 'pass', duration_ms: 0 }] }));
    expect(one?.ms).toBe(0);
  });

  it.each([
    ['heuristic', 'reported'],
    ['manual_review', 'reported'],
    ['lint', 'measured'],
  ])('of the kind %s are %s', (kind, source) => {
    expect(readLoopRecord(withEvaluator({ verification_type: kind, results: RESULTS })).outcomeSource).toBe(source);
    expect(readLoopRecord(withEvaluator({ verification_type: kind, results: [] })).outcomeSource).toBe('reported');
  });
});

describe('what a record says of its actions, errors and reflection', () => {
  it('has the whole of its changes, nothing of it below zero', () => {
    const totalOf = (total: object) => readLoopRecord(withActor({ total_changes: total })).content.actor?.totalChanges;
    expect(totalOf({ files_changed: 2, lines_added: 3, lines_deleted: 4 })).toEqual({
      filesChanged: 2,
      linesAdded: 3,
      linesDeleted: 4,
    });
    expect(totalOf({ files_changed: -2, lines_added: -3, lines_deleted: -4 })).toEqual({
      filesChanged: 0,
      linesAdded: 0,
      linesDeleted: 0,
    });
    expect(totalOf({})).toEqual({ filesChanged: 0, linesAdded: 0, linesDeleted: 0 });
  });

  it('has each action field by field, and a difference cut to what is kept', () => {
    const actions = [
      { type: 'other', description: 'Long', changes: { diff: 'd'.repeat(70_000) } },
      { type: 'file_deletion', description: 'Gone', file_path: 'a.ts', timestamp: '2026-03-02T10:00:00+02:00' },
    ];
    const [long, gone] = readLoopRecord(withActor({ actions })).content.actor?.actions ?? [];
    expect(long?.diff).toMatch(/^d{60000,}…$/);
    expect(long).toMatchObject({ type: 'other', description: 'Long', additions: null, deletions: null, command: null });
    expect(gone).toMatchObject({ diff: null, filePath: 'a.ts', at: '2026-03-02T10:00:00+02:00' });
  });

  it('has no line or column below zero', () => {
    const errors = [
      { type: 'other', message: 'A', line: -1, column: -1 },
      { type: 'other', message: 'B', line: 0, column: 0, file: 'b.ts', stack_trace: 'at b' },
      { type: 'other', message: 'C' },
    ];
    expect(readLoopRecord(withEvaluator({ errors })).content.errors).toMatchObject([
      { type: 'other', message: 'A', line: null, column: null, file: null, stackTrace: null },
      { message: 'B', line: 0, column: 0, file: 'b.ts', stackTrace: 'at b' },
      { message: 'C', line: null, column: null, rule: null, severity: null },
    ]);
  });

  it('blames only actions that can be', () => {
    const credit = { failing_action_indices: [-1, 0, 2], root_cause: 'Why' };
    const file = withReflection({ credit_assignment: credit, related_reflections: [4], causal_reasoning: 'Because' });
    expect(readLoopRecord(file).content.reflection).toMatchObject({
      failingActions: [0, 2],
      rootCause: 'Why',
      related: ['4'],
      causalReasoning: 'Because',
    });
    // A cause without an action.
    const { reflection } = readLoopRecord(withReflection({ credit_assignment: { root_cause: 'Why' } })).content;
    expect(reflection).toMatchObject({ rootCause: 'Why', failingActions: [] });
  });

  it('that the memory has no room for is refused by its place', () => {
    const refusal = (place: string) =>
      expect.objectContaining({
        message: expect.stringMatching(place),
        hint: 'Mend the file, or leave it out.',
      });
    expect(() => readLoopRecord(withActor({ rationale: 'r'.repeat(70_000) }))).toThrow(refusal('^actor.rationale: '));
    expect(() => readLoopRecord({ ...LEAST, iteration: -1 })).toThrow(refusal('^iteration: '));
  });
});

describe('the beginning of an iteration', () => {
  const startOf = (...times: (string | undefined)[]) => {
    const actions = times.map((timestamp) => ({ type: 'other', description: '', ...(timestamp && { timestamp }) }));
    return readLoopRecord(withActor({ actions })).startedAt;
  };

  it('is its first action in time, whatever their order and zones', () => {
    expect(startOf('2026-03-02T08:20:00Z', undefined, '2026-03-02T10:10:00+02:00')).toBe('2026-03-02T08:10:00.000Z');
  });

  it('may be its end, and is unknown where it would be later', () => {
    expect(startOf('2026-03-02T08:30:00Z')).toBe('2026-03-02T08:30:00.000Z');
    expect(startOf('2026-03-02T08:30:01Z')).toBe(null);
    expect(startOf(undefined)).toBe(null);
  });
});

describe('a file', () => {
  it.each(['actor_output', 'evaluatorOutput', 'self_reflection'])('with %s alone means to be a record', (key) => {
    expect(isLoopRecord({ [key]: null })).toBe(true);
  });

  it('with other keys alone does not', () => {
    expect(isLoopRecord({ loop_id: 'ralph-x', iteration: 1 })).toBe(false);
  });

  it('is read with the keys of a program in one spelling, at every depth; what a person named stays', () => {
    const file = {
      loopId: 1,
      list: [{ taskDescription: 2 }, [3], null],
      '#322-coreParts': { aB: 4 },
      'All Tests': 5,
      Name: 6,
      a1B: 7,
      bothHere: 8,
      both_here: 9,
    };
    expect(toSnakeKeys(file)).toEqual({
      loop_id: 1,
      list: [{ task_description: 2 }, [3], null],
      '#322-coreParts': { a_b: 4 },
      'All Tests': 5,
      Name: 6,
      a1B: 7,
      bothHere: 8,
      both_here: 9,
    });
  });

  it('that is a good record keeps its name for the loop', () => {
    expect(readLoopRecord(RECORD).loopId).toBe(RECORD.loop_id);
  });
});
