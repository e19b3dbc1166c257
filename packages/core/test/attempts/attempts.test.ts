import {
  attemptContent,
  blankAttemptContent,
  type InputOf,
  MAX_ATTEMPT_BYTES,
  MAX_NATIVE_ORDINAL,
} from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, dump, person, TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

type Given = InputOf<'attempt.record'>;
const minimal = { projectId: 'demo', task: 'Make the upload retry', outcome: 'failure' as const };
const record = async (fields: Partial<Given> = {}, caller = person) =>
  (
    await test.call(
      'attempt.record',
      { ...(caller === person ? minimal : { ...minimal, projectId: undefined }), ...fields },
      caller,
    )
  ).attempt;

/** An attempt with every field of S3 and S4. */
const whole: Given = {
  ...minimal,
  sessionId: 'run 1',
  taskSignature: 'upload-retry',
  outcome: 'partial',
  outcomeSource: 'measured',
  outcomeNative: 'iterating',
  ordinalNative: 0,
  strategy: 'Retry with a growing pause',
  startedAt: '2026-03-01T12:00:00+01:00',
  endedAt: '2026-03-01T11:05:00Z',
  nativeId: 'ralph-upload/3',
  agent: 'a loop',
  content: {
    actor: {
      actions: [
        {
          type: 'code_modification',
          description: 'Catch the error',
          filePath: 'src/upload.ts',
          additions: 12,
          deletions: 0,
          diff: '+ retry()',
          command: 'apply',
          at: '2026-03-01T11:01:00.000Z',
        },
      ],
      rationale: 'The server answers 503 for a moment',
      variant: 'ReAct',
      filesModified: ['src/upload.ts'],
      totalChanges: { filesChanged: 1, linesAdded: 12, linesDeleted: 0 },
    },
    checks: [
      {
        command: 'npm test',
        tool: 'vitest',
        kind: 'unit_tests',
        verdict: 'fail',
        exitCode: 1,
        counts: {
          passed: 7,
          failed: 1,
          skipped: 0,
          total: 8,
          coverage: 81.5,
          lintErrors: 0,
          lintWarnings: 2,
          typeErrors: 0,
        },
        output: '1 failed',
        errorOutput: { head: 'a', tail: 'z', bytes: 90_000 },
        ms: 1200,
      },
    ],
    errors: [
      {
        signature: 'Timeout in upload',
        type: 'runtime',
        message: 'Timeout',
        file: 'src/upload.ts',
        line: 3,
        column: 7,
        rule: 'no-floating',
        severity: 'error',
        stackTrace: 'at upload',
      },
    ],
    reward: 0.5,
    reflection: {
      text: 'I retried at once, which the server does not like.',
      rootCause: 'No pause',
      causalReasoning: 'The next request came within the same second',
      category: 'logic_error',
      failingActions: [0],
      insights: ['Wait longer each time'],
      lessons: ['A retry needs a pause'],
      confidence: 0.9,
      related: ['2'],
    },
    calls: [
      {
        tool: 'edit',
        params: { path: 'src/upload.ts' },
        output: 'done',
        outcome: 'success',
        ms: 5,
        tokens: 300,
        rationale: 'To change it',
        insights: 'It is one function',
        learning: 'Small',
        relevance: 'high',
        nextActions: ['Run the tests'],
      },
    ],
    mode: 'deep',
    synthesis: 'Nearly there',
    progress: 'advancing',
    feedback: [{ text: 'Go on', by: 'a person', at: '2026-03-01T11:04:00.000Z', about: 'the pause' }],
    cost: { tokens: 5000, ms: 300_000, amount: 0.04, currency: 'EUR' },
    notes: 'Seen on two machines',
  },
  extra: { loop: { id: 'ralph-upload' } },
};

describe('an attempt', () => {
  it('needs a task and its outcome, and nothing else: every attempt can be recorded (X1)', async () => {
    verifies('X1', 'S3-04', 'S4-02');
    const attempt = await record();
    expect(attempt).toMatchObject({
      ...{ projectName: 'demo', task: minimal.task, outcome: 'failure', outcomeSource: 'reported', ordinal: 1 },
      ...{ sessionId: null, ordinalNative: null, strategy: null, startedAt: null, lessonIds: [], exposureIds: [] },
      createdAt: '2026-03-01T12:00:00.000Z',
    });
    expect(attempt.content).toMatchObject({ reward: null, cost: null, reflection: null, actor: null, checks: [] });
    for (const left of ['task', 'outcome']) {
      const { [left as 'task']: _, ...rest } = minimal;
      expect(await test.fail('attempt.record', rest)).toMatchObject({
        code: 'invalid_input',
        message: expect.stringContaining(left),
      });
    }
  });

  it('comes back with every field that was given (S3-06 to S3-25, S4-03 to S4-17)', async () => {
    verifies(
      'S3-01',
      'S3-06',
      'S3-07',
      'S3-08',
      'S3-09',
      'S3-10',
      'S3-11',
      'S3-12',
      'S3-13',
      'S3-14',
      'S3-15',
      'S3-16',
      'S3-17',
    );
    verifies('S3-19', 'S3-20', 'S3-21', 'S3-22', 'S3-23', 'S3-24', 'S3-25', 'S3-34');
    verifies('S4-03', 'S4-04', 'S4-05', 'S4-07', 'S4-08', 'S4-09', 'S4-10', 'S4-11', 'S4-12', 'S4-13', 'S4-14');
    verifies('S4-15', 'S4-16', 'S4-17', 'B4-02', 'B4-03', 'B4-04', 'X2', 'X4');
    const { id } = await record(whole);
    const { attempt } = await test.call('attempt.get', { id });
    const { projectId: _p, sessionId: _s, taskSignature, content = {}, ...columns } = whole;
    expect(attempt).toMatchObject({
      ...columns,
      sessionNativeId: 'run 1',
      startedAt: '2026-03-01T11:00:00.000Z',
      endedAt: '2026-03-01T11:05:00.000Z',
    });
    const kept = (head: string) => ({ head, tail: '', bytes: head.length });
    const { checks: [check] = [], errors: [error] = [], calls: [call] = [] } = content;
    expect(attempt.content).toEqual({
      ...content,
      schemaVersion: 1,
      taskSignature,
      checks: [{ ...check, output: kept('1 failed') }],
      errors: [{ ...error, stackTrace: kept('at upload') }],
      calls: [{ ...call, output: kept('done') }],
      edits: [],
      repeats: [],
    });
  });

  it('may be of before rules measured edits and repeated calls, as in a bundle', () => {
    const { edits: _, repeats: __, ...before } = blankAttemptContent();
    expect(attemptContent.parse(before)).toEqual(blankAttemptContent());
  });

  it('keeps 0 apart from what nobody measured (B3-06)', async () => {
    verifies('B3-06');
    const zero = { passed: 0, failed: 0, total: 0 };
    const { content } = await record({
      content: { reward: 0, checks: [{ kind: 'lint', verdict: 'pass', counts: zero }] },
    });
    expect(content.reward).toBe(0);
    expect(content.checks[0]?.counts).toMatchObject({ ...zero, skipped: null, lintErrors: null, coverage: null });
    expect((await record()).content.reward).toBeNull();
  });

  it('is refused with the name of a field that nobody knows, wherever it is (B3-16)', async () => {
    verifies('B3-16');
    const check = { kind: 'lint', verdict: 'pass' };
    const wrong = { content: { checks: [{ ...check, exit_code: 1 }] } };
    expect(await test.fail('attempt.record', { ...minimal, ...wrong })).toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(/content\.checks\.0.*exit_code/),
    });
  });

  it('is refused when its times run backwards, its number is out of bounds, or it is too large', async () => {
    const before = dump(test);
    const diff = 'x'.repeat(60_000);
    const actions = Array.from({ length: 10 }, () => ({ type: 'other', diff }));
    for (const [fields, reason] of [
      [{ startedAt: '2026-03-01T12:00:01Z', endedAt: '2026-03-01T12:00:00Z' }, /endedAt/],
      [{ ordinalNative: -1 }, /ordinalNative/],
      [{ ordinalNative: MAX_NATIVE_ORDINAL + 1 }, /ordinalNative/],
      [{ content: { reward: Number.NaN } }, /reward/],
      [{ content: { actor: { actions } } }, new RegExp(`limit is ${MAX_ATTEMPT_BYTES}`)],
    ] as const) {
      expect(await test.fail('attempt.record', { ...minimal, ...fields })).toMatchObject({
        code: 'invalid_input',
        message: expect.stringMatching(reason),
      });
    }
    expect(dump(test)).toBe(before);
  });

  it('with megabytes of binary output is recorded, within its bound', async () => {
    const output = '\u0000\u001b[31m\ud800 failed '.repeat(400_000);
    const { content } = await record({ content: { checks: [{ kind: 'unit_tests', verdict: 'fail', output }] } });
    expect(content.checks[0]?.output?.bytes).toBeGreaterThan(6_000_000);
    expect(content.checks[0]?.output?.tail.endsWith(' failed ')).toBe(true);
  });

  it('never keeps half of a secret, also where its output is cut', async () => {
    const secret = `ghp_${'Qw7Lm2Zx9Rt4Vb6Nc1Yh8Kd3Sf5Gj0Pa2Ue4'.slice(0, 36)}`;
    for (const before of [2020, 2030, 2040]) {
      const output = `${'x'.repeat(before)} ${secret} ${'y'.repeat(20_000)}`;
      const attempt = await record({ content: { checks: [{ kind: 'lint', verdict: 'fail', output }] } });
      expect(JSON.stringify(attempt)).not.toContain('ghp_');
      expect(attempt.content.checks[0]?.output?.head).toMatch(/^x+ /);
    }
  });

  it('has no number taken by the one that it had elsewhere', async () => {
    const native = await record({ ordinalNative: MAX_NATIVE_ORDINAL });
    expect([native.ordinal, (await record({ ordinalNative: 0 })).ordinal]).toEqual([1, 2]);
  });

  it('is recorded once, however often its request comes, and once per own id', async () => {
    const first = await test.call('attempt.record', { ...minimal, nativeId: 'mine' }, person, 'a key');
    const again = await test.call('attempt.record', { ...minimal, nativeId: 'mine' }, person, 'a key');
    expect(again).toEqual(first);
    expect(await test.fail('attempt.record', { ...minimal, nativeId: 'mine' })).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(first.attempt.id),
    });
    expect((await test.call('attempt.list', {})).items).toHaveLength(1);
  });

  it('of an agent is reported by it, never measured', async () => {
    const agent = agentIn('/work/shop');
    expect(await record({}, agent)).toMatchObject({
      outcomeSource: 'reported',
      agent: 'test agent',
      projectName: 'shop',
    });
    const claim = { task: 't', outcome: 'success', outcomeSource: 'measured' };
    expect(await test.fail('attempt.record', claim, agent)).toMatchObject({ code: 'refused' });
  });
});

describe('the number of an attempt', () => {
  it('counts the attempts at its task in its project, over sessions (B4-01, B3-04)', async () => {
    verifies('B4-01', 'B3-04', 'S3-03', 'S4-01');
    const numbers = [];
    for (const fields of [
      { sessionId: 'one' },
      { sessionId: 'one', task: 'make the  UPLOAD retry' },
      { sessionId: 'two' },
      { sessionId: 'two', task: 'Another task' },
      { projectId: 'elsewhere' },
      { task: 'Another task', taskSignature: 'signed' },
      { task: 'Worded otherwise', taskSignature: 'Signed' },
    ]) {
      numbers.push((await record(fields)).ordinal);
    }
    expect(numbers).toEqual([1, 2, 3, 1, 1, 1, 2]);
  });

  it('is not given again while its attempt is in the bin, and given again once the record is undone', async () => {
    const { id } = await record();
    await test.call('attempt.delete', { id });
    expect((await record()).ordinal).toBe(2);
    const { operationId } = await test.call('attempt.record', minimal);
    await test.call('operation.undo', { operationId });
    expect((await record()).ordinal).toBe(3);
    expect(await test.fail('operation.redo', { operationId })).toMatchObject({ code: 'conflict', reason: 'in_use' });
  });
});

describe('lists of attempts', () => {
  it('are by project, session, task, outcome and lesson, in both orders', async () => {
    const lesson = await test.store();
    const one = await record({ sessionId: 'one', endedAt: '2026-02-01T00:00:00Z' });
    const two = await record({ sessionId: 'two', outcome: 'success', lessonIds: [lesson.id] });
    const three = await record({ projectId: 'other', task: 'Another', startedAt: '2026-01-01T00:00:00Z' });
    const ids = async (input: InputOf<'attempt.list'>) =>
      (await test.call('attempt.list', input)).items.map(({ id }) => id);
    expect(await ids({})).toEqual([two.id, one.id, three.id]);
    expect(await ids({ order: 'oldest' })).toEqual([three.id, one.id, two.id]);
    expect(await ids({ projectId: 'demo' })).toEqual([two.id, one.id]);
    expect(await ids({ projectId: 'nowhere' })).toEqual([]);
    expect(await ids({ sessionId: 'one' })).toEqual([one.id]);
    expect(await ids({ task: 'make the upload RETRY', outcome: ['success', 'partial'] })).toEqual([two.id]);
    expect(await ids({ taskIdentity: three.taskIdentity })).toEqual([three.id]);
    expect(await ids({ taskIdentity: three.taskIdentity, task: minimal.task })).toEqual([]);
    expect(await ids({ lessonId: lesson.id })).toEqual([two.id]);
    await test.call('attempt.delete', { id: two.id });
    expect([await ids({ projectId: 'demo' }), await ids({ deleted: 'only' })]).toEqual([[one.id], [two.id]]);
    await test.call('attempt.restore', { id: two.id });
    expect(await ids({ lessonId: lesson.id })).toEqual([two.id]);
  });
});
