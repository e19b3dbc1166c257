import {
  type Attempt,
  type AttemptContent,
  blankAttemptContent,
  type Episode,
  loopRecord,
  problemsOf,
} from '@twicewise/contract';
import { describe, expect, it } from 'vitest';
import { renderLoopRecord, renderLoopState } from '../../src/index.ts';
import { RECORD, STATE } from './loop-samples.ts';

const AT = '2026-03-02T10:30:00.000Z';
const OURS = {
  projectId: 'prj_1',
  projectName: 'Shop',
  seq: 1,
  sourceId: null,
  sourcePointer: null,
  ruleVersion: null,
};
const WRITTEN = {
  author: { kind: 'agent' as const, name: 'claude' },
  createdAt: '2026-03-02T10:40:00.000Z',
  updatedAt: AT,
  revision: 1,
  deletedAt: null,
};

function attempt(content: Partial<AttemptContent>, more: Partial<Attempt> = {}): Attempt {
  return {
    ...OURS,
    ...WRITTEN,
    id: 'att_1',
    nativeId: null,
    sessionId: 'ses_1',
    sessionNativeId: 'fix prices',
    task: 'Round prices',
    ordinalNative: null,
    outcome: 'failure',
    outcomeSource: 'measured',
    outcomeNative: null,
    strategy: null,
    startedAt: null,
    endedAt: AT,
    lessonIds: [],
    taskIdentity: 'round prices',
    ordinal: 1,
    content: { ...blankAttemptContent(), ...content },
    exposureIds: [],
    agent: null,
    extra: {},
    ...more,
  };
}

const PLACE = { session: 'Fix prices!', iteration: 4, reflections: 2 };
const render = (content: Partial<AttemptContent> = {}, more: Partial<Attempt> = {}) =>
  renderLoopRecord(attempt(content, more), PLACE);

type Check = AttemptContent['checks'][number];
const check = (more: Partial<Check> = {}): Check => ({
  command: null,
  tool: null,
  kind: 'tests',
  verdict: 'pass',
  exitCode: null,
  counts: null,
  output: null,
  errorOutput: null,
  ms: null,
  ...more,
});
const whole = (head: string) => ({ head, tail: '', bytes: head.length });
const COUNTS = {
  passed: 1,
  failed: 2,
  skipped: 3,
  total: 6,
  lintErrors: 4,
  lintWarnings: 5,
  typeErrors: 7,
  coverage: 81.5,
};
const ACTION = {
  description: '',
  filePath: null,
  additions: null,
  deletions: null,
  diff: null,
  command: null,
  at: null,
};
const ACTOR = { actions: [], rationale: null, variant: null, filesModified: [], totalChanges: null };
const SAID = {
  text: 'I rounded twice',
  rootCause: 'Two places',
  causalReasoning: 'Half a cent each',
  category: 'logic_error' as const,
  failingActions: [1],
  insights: ['Once'],
  lessons: ['Whole cents'],
  confidence: 0.8,
  related: [],
};

describe('an attempt that came from no file of a loop', () => {
  it('is written as the published schema has it, without fields of which nothing is known', () => {
    const { folder, name, file, notCarried } = render();
    expect([folder, name, notCarried]).toEqual(['ralph-fix-prices', '004.json', []]);
    expect(problemsOf(loopRecord, file)).toEqual([]);
    expect(file).toEqual({
      loop_id: 'ralph-fix-prices',
      iteration: 4,
      timestamp: AT,
      task_description: 'Round prices',
      actor_output: { actions: [], rationale: '', files_modified: [] },
      evaluator_output: { passed: false, verification_type: 'manual_review', results: [], errors: [] },
      self_reflection: { reflection_text: '' },
      memory_metadata: {
        omega_capacity: 3,
        current_memory_size: 2,
        window_policy: 'fifo',
        total_reflections_generated: 2,
      },
    });
  });

  it('is dated when it was written where nobody knows when it ended', () => {
    expect(render({}, { endedAt: null }).file.timestamp).toBe(WRITTEN.createdAt);
  });

  it('keeps three reflections in its context', () => {
    const { file } = renderLoopRecord(attempt({}), { ...PLACE, reflections: 7 });
    expect(file.memory_metadata).toMatchObject({ current_memory_size: 3, total_reflections_generated: 7 });
  });

  it('has its actions, each with what is known of it', () => {
    const change = { ...ACTION, type: 'code_modification', description: 'Edit', filePath: 'a.ts', at: AT };
    const actions = [
      { ...change, additions: 1, deletions: 2, diff: '+x' },
      { ...change, additions: 0 },
      { ...change, deletions: 0 },
      { ...change, diff: '' },
      { ...ACTION, type: 'thought', command: 'npm test' },
    ];
    const totalChanges = { filesChanged: 1, linesAdded: 2, linesDeleted: 3 };
    const actor = { ...ACTOR, actions, rationale: 'Why', filesModified: ['a.ts'], totalChanges };
    const edit = { type: 'code_modification', description: 'Edit', file_path: 'a.ts', timestamp: AT };
    expect(render({ actor }, { strategy: 'Round once' }).file.actor_output).toEqual({
      actions: [
        { ...edit, changes: { additions: 1, deletions: 2, diff: '+x' } },
        { ...edit, changes: { additions: 0 } },
        { ...edit, changes: { deletions: 0 } },
        { ...edit, changes: { diff: '' } },
        { type: 'other', description: '', command: 'npm test' },
      ],
      rationale: 'Why',
      strategy: 'Round once',
      files_modified: ['a.ts'],
      total_changes: { files_changed: 1, lines_added: 2, lines_deleted: 3 },
    });
  });

  it('has its checks under the best name there is, and whole milliseconds', () => {
    const checks = [
      check({
        tool: 'vitest',
        command: 'npm test',
        ms: 12.6,
        exitCode: 0,
        output: whole('ok'),
        errorOutput: whole(''),
      }),
      check({ command: 'npm test', verdict: 'skip' }),
      check({ verdict: 'error', output: { head: 'begin', tail: 'end', bytes: 900 } }),
      check({ verdict: 'unknown' }),
    ];
    const { file, notCarried } = render({ checks }, { outcome: 'success' });
    expect(file.evaluator_output).toEqual({
      passed: true,
      verification_type: 'unit_tests',
      results: [
        { tool: 'vitest', status: 'pass', exit_code: 0, stdout: 'ok', stderr: '', duration_ms: 13 },
        { tool: 'npm test', status: 'skip' },
        { tool: 'tests', status: 'error', stdout: 'begin\n… of 900 bytes, the middle is left out …\nend' },
      ],
      errors: [],
    });
    expect(notCarried).toEqual(['checks of which it is not known how they ended']);
    expect(render({ checks: checks.slice(0, 3) }).notCarried).toEqual([]);
  });

  it.each([
    [['lint'], 'lint'],
    [['lint', 'lint'], 'lint'],
    [['tests', 'unit_tests'], 'unit_tests'],
    [['tests', 'lint'], 'combined'],
    [['a look'], 'heuristic'],
  ])('with checks of the kinds %j says %s', (kinds, said) => {
    const checks = kinds.map((kind) => check({ kind }));
    expect(render({ checks }).file.evaluator_output).toMatchObject({ verification_type: said });
  });

  it('counts what its last check counted', () => {
    const checks = [check({ counts: { ...COUNTS, passed: 9 } }), check({ counts: COUNTS }), check()];
    expect(render({ checks }).file.evaluator_output).toMatchObject({
      metrics: {
        tests_passed: 1,
        tests_failed: 2,
        tests_total: 6,
        coverage_percentage: 81.5,
        lint_errors: 4,
        lint_warnings: 5,
        type_errors: 7,
      },
    });
    expect(render({ checks: [check()] }).file.evaluator_output).not.toHaveProperty('metrics');
  });

  it('has its errors, in the words of the format', () => {
    const error = {
      signature: null,
      file: null,
      line: null,
      column: null,
      rule: null,
      severity: null,
      stackTrace: null,
    };
    const errors = [
      { ...error, type: 'timeout', message: 'A', severity: 'info', stackTrace: whole('at a') },
      { ...error, type: 'type_error', message: 'B', severity: 'warning', file: 'b.ts', line: 0, column: 1, rule: 'r' },
      { ...error, type: 'fire', message: 'C', severity: 'deadly' },
      { ...error, type: null, message: 'D', severity: 'error' },
    ];
    expect(render({ errors, reward: 0 }).file.evaluator_output).toMatchObject({
      errors: [
        { type: 'timeout', message: 'A', severity: 'info', stack_trace: 'at a' },
        { type: 'type_error', message: 'B', severity: 'warning', file: 'b.ts', line: 0, column: 1, rule: 'r' },
        { type: 'other', message: 'C' },
        { type: 'other', message: 'D', severity: 'error' },
      ],
      reward_signal: 0,
    });
  });

  it('has what was made of it, and its notes', () => {
    const { file } = render({ reflection: SAID, notes: 'N' });
    expect(file.self_reflection).toEqual({
      reflection_text: 'I rounded twice',
      credit_assignment: { failing_action_indices: [1], root_cause: 'Two places', failure_category: 'logic_error' },
      causal_reasoning: 'Half a cent each',
      actionable_insights: ['Once'],
      lessons_learned: ['Whole cents'],
      confidence: 0.8,
    });
    expect(file.notes).toBe('N');
  });

  const cost = { tokens: 1, ms: null, amount: null, currency: null };
  it.each<[string, Partial<AttemptContent>, Partial<Attempt>]>([
    ['that its outcome is unknown: the format has passed or not', {}, { outcome: 'unknown' }],
    ['that its outcome is partial: the format has passed or not', {}, { outcome: 'partial' }],
    ['feedback of people', { feedback: [{ text: 'Well done', by: 'Ann', at: null, about: null }] }, {}],
    ['mode, progress and synthesis', { mode: 'deep' }, {}],
    ['mode, progress and synthesis', { progress: 'stuck' }, {}],
    ['mode, progress and synthesis', { synthesis: '' }, {}],
    ['cost', { cost }, {}],
    ['what rules measured of edits and repeated calls', { edits: [{ path: 'a', before: '', after: 'x' }] }, {}],
    ['what rules measured of edits and repeated calls', { repeats: [{ call: 'npm test', times: 3 }] }, {}],
    ['its number 3, which another attempt of its session has', {}, { ordinalNative: 3 }],
  ])('says that it does not carry %s', (what, content, more) => {
    expect(render(content, more).notCarried).toEqual([what]);
  });

  it('keeps its number where no other attempt has it', () => {
    expect(render({}, { ordinalNative: 4 }).notCarried).toEqual([]);
  });

  it.each([
    ['ralph-done', 'ralph-done'],
    ['--A b__C!', 'ralph-a-b-c'],
    ['¿?', 'ralph-session'],
    ['x'.repeat(300), `ralph-${'x'.repeat(200)}`],
  ])('of the session %s lies in %s', (session, folder) => {
    expect(renderLoopRecord(attempt({}), { ...PLACE, session }).folder).toBe(folder);
  });
});

describe('an attempt that came from a file of a loop', () => {
  it('is that file, with its number here, and carries all of it', () => {
    const extra = { loopRecord: RECORD };
    const { file, notCarried } = render({ mode: 'deep' }, { extra, ordinalNative: 2, outcome: 'unknown' });
    expect(file).toEqual({ ...RECORD, iteration: 4 });
    expect(notCarried).toEqual(['its number 2, which another attempt of its session has']);
  });

  it.each([[['a list']], [null], ['a text']])('that is %j is written anew', (loopRecord) => {
    expect(render({}, { extra: { loopRecord } }).file).toMatchObject({ task_description: 'Round prices' });
  });
});

const EPISODE: Episode = {
  ...OURS,
  ...WRITTEN,
  id: 'epi_1',
  nativeId: null,
  sessionId: 'ses_1',
  sessionNativeId: 'Round Prices',
  task: 'Bring the checkout to green',
  outcome: 'success',
  outcomeSource: 'reported',
  outcomeNative: 'completed',
  occurredAt: '2026-03-01T09:00:00.000Z',
  timeQuality: 'exact',
  decisions: [],
  events: [],
  links: [],
  metrics: {},
  lessons: ['The cart is built twice', 'Seed the clock in tests'],
  memoryRefs: [],
  originalOutcome: null,
  extra: {},
};

const WHEN = { at: null, timeQuality: 'unknown' as const, origin: null, extra: {} };
const DECISION: Episode['decisions'][number] = {
  ...WHEN,
  id: 'd1',
  type: null,
  context: '',
  options: [],
  chosen: 'Drop the copy',
  rationale: null,
  risks: [],
  confidence: null,
  outcome: 'unknown',
  outcomeSource: 'defaulted',
};
const EVENT: Episode['events'][number] = { ...WHEN, id: 'e1', type: 'milestone', content: 'Green', commitSha: null };

describe('the state of a loop', () => {
  it('is made of what is known where the episode came from no such file', () => {
    expect(renderLoopState({ ...EPISODE, metrics: { iterations: 4 } })).toEqual({
      name: 'loop-state.json',
      file: {
        id: 'ralph-round-prices',
        task: EPISODE.task,
        status: 'completed',
        started_at: EPISODE.occurredAt,
        learnings: EPISODE.lessons,
        current_iteration: 4,
      },
      notCarried: [],
    });
    const { file } = renderLoopState({ ...EPISODE, sessionNativeId: null, occurredAt: null });
    expect(file).toMatchObject({ id: 'ralph-ses-1', current_iteration: null });
    expect(file).not.toHaveProperty('started_at');
  });

  it('says what it has no place for', () => {
    const lost = (more: Partial<Episode>) => renderLoopState({ ...EPISODE, ...more }).notCarried;
    expect(lost({ decisions: [DECISION] })).toEqual(['decisions']);
    expect(lost({ events: [EVENT] })).toEqual(['events']);
  });

  it('has the word of the file, unless the outcome was corrected here', () => {
    const statusOf = (more: Partial<Episode>) => renderLoopState({ ...EPISODE, ...more }).file.status;
    expect(statusOf({ outcome: 'partial' })).toBe('partial');
    expect(statusOf({ outcomeNative: null })).toBe('success');
    expect(statusOf({ outcomeNative: null, outcome: 'unknown' })).toBe('unknown');
  });

  it('is the file the episode came from, with what was changed since', () => {
    const extra = { loopState: STATE };
    expect(renderLoopState({ ...EPISODE, extra })).toEqual({ name: 'loop-state.json', file: STATE, notCarried: [] });
    const changed = renderLoopState({ ...EPISODE, extra, task: 'New', outcome: 'failure' });
    expect(changed.file).toEqual({ ...STATE, task: 'New', status: 'failure' });
  });
});
