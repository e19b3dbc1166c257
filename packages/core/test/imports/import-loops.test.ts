import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loopRecord, problemsOf, resultOf } from '@twicewise/contract';
import { inCamelCase, RECORD, STATE } from '@twicewise/ingest/loop-samples';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dump, TestCore } from '../harness.ts';

/** Files of real loops. */
const REAL = join(import.meta.dirname, '../../../../../shared/data/aiwg');

let test: TestCore;
let folder: string;
beforeEach(() => {
  test = new TestCore();
  folder = join(test.folder, 'loops');
  mkdirSync(folder);
});
afterEach(() => test.remove());

const put = (name: string, file: unknown) => {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), typeof file === 'string' ? file : JSON.stringify(file));
};
async function importing(path = folder) {
  const { job } = await test.call('import.loops', { path, projectId: 'shop' });
  return { id: job.id, ...resultOf('loops', await test.ended(job.id)) };
}
const listed = async (sessionId: string) =>
  (await test.call('attempt.list', { sessionId, order: 'oldest' })).items.map(({ id }) => id);
const exported = async (id: string) => test.call('attempt.export', { id });

const record = (iteration: number, more: object = {}) => ({ ...RECORD, iteration, ...more });

describe('records of a loop', () => {
  it('become attempts of its session, in the order of their numbers, and are written again equal (S3-02, S3-35, S3-41)', async () => {
    verifies('S3-02', 'S3-35', 'S3-41', 'B3-12');
    for (const iteration of [10, 2, 1])
      put(`${RECORD.loop_id}/${String(iteration).padStart(3, '0')}.json`, record(iteration));
    expect(await importing()).toMatchObject({ files: 3, attempts: 3, bad: 0, noted: 0 });
    const ids = await listed(RECORD.loop_id);
    const files = await Promise.all(ids.map(exported));
    expect(files.map(({ file }) => file.iteration).sort()).toEqual([1, 10, 2]);
    for (const { folder: place, name, file, notCarried } of files) {
      expect([place, name]).toEqual([RECORD.loop_id, `${String(file.iteration).padStart(3, '0')}.json`]);
      expect(file).toEqual(record(Number(file.iteration)));
      expect(notCarried).toEqual([]);
    }
    const { attempt } = await test.call('attempt.get', { id: ids[0] ?? '' });
    expect(attempt).toMatchObject({ sessionNativeId: RECORD.loop_id, projectName: 'shop', ordinal: 1 });
  });

  it('in the other spelling of their keys lose nothing either', async () => {
    const file = inCamelCase(RECORD);
    put('002.json', file);
    await importing();
    const [id = ''] = await listed(RECORD.loop_id);
    expect((await exported(id)).file).toEqual(file);
  });

  it('read again change nothing, and a later version of a file brings its attempt up to date (R15)', async () => {
    verifies('R15');
    put('002.json', RECORD);
    await importing();
    const before = dump(test);
    expect(await importing()).toMatchObject({ attempts: 0, attemptsChanged: 0, unchanged: 1 });
    expect(dump(test)).toBe(before);
    put('002.json', { ...RECORD, notes: 'Looked at again' });
    expect(await importing()).toMatchObject({ attempts: 0, attemptsChanged: 1 });
    const [id = ''] = await listed(RECORD.loop_id);
    expect((await test.call('attempt.get', { id })).attempt.content.notes).toBe('Looked at again');
  });

  it('of another file that says something else of the same iteration are left out and named', async () => {
    put('a/002.json', RECORD);
    put('b/002.json', { ...RECORD, notes: 'Something else' });
    const result = await importing();
    expect(result).toMatchObject({ attempts: 1, attemptsChanged: 0, noted: 1 });
    expect(result.notedFiles).toEqual([
      { file: 'b/002.json', reason: expect.stringContaining('iteration 2 is left out') },
    ]);
  });

  it('that are not as the schema says are named with what is wrong, and the others are imported', async () => {
    put('001.json', { ...RECORD, timestamp: 'yesterday', loop_id: 'No Loop' });
    put('002.json', RECORD);
    put('003.json', '{"loop_id": ');
    put('004.json', '[]');
    put('settings.json', { theme: 'dark' });
    const result = await importing();
    expect(result).toMatchObject({ files: 5, attempts: 1, bad: 4 });
    const reasons = Object.fromEntries(result.badFiles.map(({ file, reason }) => [file, reason]));
    expect(reasons['001.json']).toMatch(/loop_id.*timestamp/s);
    expect(reasons['003.json']).toContain('not JSON');
    expect(reasons['004.json']).toContain('no JSON object');
    expect(reasons['settings.json']).toContain('neither');
  });

  it('are taken back by one undo', async () => {
    const before = dump(test);
    put('002.json', RECORD);
    put('state.json', STATE);
    const { id } = await importing();
    expect(dump(test)).not.toBe(before);
    await test.call('operation.undo', { jobId: id });
    expect(dump(test)).toBe(before);
  });

  it('keep no secret, in no field, and of a long output its beginning and end', async () => {
    verifies('E-12');
    const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    const long = `first line\n${'x'.repeat(20_000)}\nlast line`;
    const [result] = RECORD.evaluator_output.results;
    const file = record(2, { notes: `token ${secret}`, reviewed_by: { name: secret } });
    put('002.json', {
      ...file,
      evaluator_output: { ...RECORD.evaluator_output, results: [{ ...result, stdout: long }] },
    });
    expect((await importing()).redacted).toBe(2);
    expect(dump(test)).not.toContain(secret);
    const [id = ''] = await listed(RECORD.loop_id);
    const { attempt } = await test.call('attempt.get', { id });
    expect(attempt.content.checks[0]?.output).toMatchObject({
      bytes: long.length,
      head: expect.stringMatching(/^first/),
    });
    const text = JSON.stringify((await exported(id)).file);
    expect(text).toContain('first line');
    expect(text).toContain('last line');
    expect(text.length).toBeLessThan(10_000);
  });
});

describe('a record and the state of its loop', () => {
  const state = {
    ...STATE,
    id: RECORD.loop_id,
    iterations: [{ number: 2, action: 'x', status: 'failed', completed_at: '2026-03-02T10:30:05Z' }],
  };

  it.each([['000-state.json'], ['999-state.json']])(
    'of one iteration: the record holds, read after or before %s',
    async (name) => {
      put(name, state);
      put('002.json', RECORD);
      expect(await importing()).toMatchObject({ loops: 1, noted: 0 });
      const [id = '', ...others] = await listed(RECORD.loop_id);
      expect(others).toEqual([]);
      expect((await exported(id)).file).toEqual(RECORD);
      const before = dump(test);
      expect(await importing()).toMatchObject({ attempts: 0, attemptsChanged: 0, unchanged: 2 });
      expect(dump(test)).toBe(before);
    },
  );
});

describe('files of loops as they come', () => {
  it('lose no secret to a field that names a place in requests', async () => {
    const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    put('002.json', record(2, { log: `token ${secret}`, path: `https://u:${secret}@x`, transcript: secret }));
    put('state.json', { ...STATE, log: secret, transcript: `${secret} x` });
    expect((await importing()).redacted).toBeGreaterThanOrEqual(5);
    expect(dump(test)).not.toContain(secret);
  });

  it('with coloured output are carried in bundles', async () => {
    const [result] = RECORD.evaluator_output.results;
    const results = [{ ...result, stdout: '\u001b[31mFAIL\u001b[0m \u0007' }];
    put('002.json', record(2, { evaluator_output: { ...RECORD.evaluator_output, results } }));
    expect(await importing()).toMatchObject({ attempts: 1 });
    const path = join(test.folder, 'all.twicewise');
    const selection = { everything: true } as const;
    const { digest } = await test.call('bundle.previewExport', { selection });
    await test.ended((await test.call('bundle.export', { selection, path, digest })).job.id);
    const other = new TestCore();
    expect((await other.call('bundle.preview', { path })).kinds.length).toBeGreaterThan(0);
    await other.remove();
  });

  it('with an attempt that cannot be stored leave that one out, named, and go on', async () => {
    const actions = Array.from({ length: 8 }, () => ({
      type: 'code_modification',
      description: 'x',
      changes: { diff: '+'.repeat(40_000) },
    }));
    put('001.json', record(1, { actor_output: { ...RECORD.actor_output, actions } }));
    put('002.json', RECORD);
    put('003-state.json', { ...STATE, iterations: [{ number: 1, action: 'word '.repeat(30_000), status: 'failed' }] });
    const found = await importing();
    expect(found).toMatchObject({ files: 3, attempts: 2, loops: 1, bad: 1 });
    expect(found.badFiles).toEqual([{ file: '001.json', reason: expect.stringContaining('524288') }]);
  });

  it('with one number twice keep both, and read again change nothing', async () => {
    const twice = [
      { number: 1, action: 'a', status: 'failed' },
      { number: 1, action: 'b', status: 'completed' },
    ];
    put('state.json', { ...STATE, iterations: twice });
    expect(await importing()).toMatchObject({ attempts: 2 });
    expect(await importing()).toMatchObject({ attempts: 0, attemptsChanged: 0, unchanged: 1 });
    const { items } = await test.call('attempt.list', { sessionId: STATE.id, order: 'oldest' });
    expect(items.map(({ strategy }) => strategy)).toEqual(['a', 'b']);
  });

  it('leave what somebody said of the session', async () => {
    await test.call('session.start', { sessionId: STATE.id, projectId: 'shop' });
    await test.call('session.end', { sessionId: STATE.id, projectId: 'shop', outcome: 'partial' });
    const { session: ended } = await test.call('session.get', { id: STATE.id });
    put('state.json', { ...STATE, status: 'running', completed_at: undefined });
    await importing();
    const { session } = await test.call('session.get', { id: STATE.id });
    expect(session).toMatchObject({ outcome: 'partial', outcomeSource: 'reported', endedAt: ended.endedAt });
  });

  it('whose task is another one belong to that task from then on', async () => {
    put('002.json', RECORD);
    await importing();
    put('002.json', { ...RECORD, task_description: 'Another task' });
    expect(await importing()).toMatchObject({ attemptsChanged: 1 });
    expect((await test.call('attempt.list', { task: 'Another task' })).items).toHaveLength(1);
    expect((await test.call('attempt.list', { task: RECORD.task_description })).items).toEqual([]);
  });

  it('with thousands of iterations are written in small steps, all of them', async () => {
    const iterations = Array.from({ length: 300 }, (_, n) => ({ number: n + 1, action: `way ${n}`, status: 'failed' }));
    put('state.json', { ...STATE, iterations });
    expect(await importing()).toMatchObject({ attempts: 300, loops: 1 });
    const most = test.rows<{ n: number }>(
      'SELECT MAX(n) AS n FROM (SELECT COUNT(*) AS n FROM operation_change GROUP BY operation_seq)',
    );
    expect(most[0]?.n).toBeLessThan(40);
  });

  it('that were changed here are written with the change, and ours are read again', async () => {
    put('state.json', STATE);
    await importing();
    const { episode } = await test.call('episode.get', { sessionId: STATE.id });
    await test.call('episode.update', { id: episode.id, changes: { outcome: 'failure' } });
    const { file } = await test.call('episode.export', { id: episode.id, format: 'loop' });
    expect(file).toEqual({ ...STATE, status: 'failure' });
    const own = await test.call('episode.store', {
      sessionId: 'Session One',
      projectId: 'shop',
      task: 'Ours',
      outcome: 'success',
    });
    const exportedState = await test.call('episode.export', { id: own.episode.id, format: 'loop' });
    expect(exportedState.file.id).toBe('ralph-session-one');
    put('own/loop-state.json', exportedState.file);
    expect(await importing(join(folder, 'own'))).toMatchObject({ loops: 1, bad: 0 });
  });
});

describe('records of a loop, where outputs are not to be kept', () => {
  it('are kept without them, in the original, too', async () => {
    await test.call('settings.set', { changes: { 'attempts.outputBytes': 0 } });
    put('002.json', RECORD);
    await importing();
    const [id = ''] = await listed(RECORD.loop_id);
    const { stdout } = RECORD.evaluator_output.results[0] ?? { stdout: '' };
    expect(dump(test)).not.toContain(stdout);
    const { attempt } = await test.call('attempt.get', { id });
    expect(attempt.content.checks[0]?.output).toEqual({ head: '', tail: '', bytes: stdout.length });
  });
});

describe('an attempt that came from no file', () => {
  it('is written as the published schema has it, with what it has no place for named', async () => {
    const { attempt } = await test.call('attempt.record', {
      projectId: 'shop',
      sessionId: 'Session One',
      task: 'Round prices',
      outcome: 'partial',
      strategy: 'Round once',
      content: {
        checks: [
          { kind: 'lint', verdict: 'pass', command: 'eslint .' },
          { kind: 'tests', verdict: 'fail', counts: { passed: 3, failed: 1 } },
        ],
        errors: [{ message: 'off by a cent', type: 'oddity' }],
        reflection: { text: 'I rounded twice.', confidence: 0.5 },
        calls: [{ tool: 'Edit', outcome: 'success' }],
      },
    });
    const { folder: place, name, file, notCarried } = await exported(attempt.id);
    expect(problemsOf(loopRecord, file)).toEqual([]);
    expect([place, name]).toEqual(['ralph-session-one', '000.json']);
    expect(file).toMatchObject({
      iteration: 0,
      task_description: 'Round prices',
      evaluator_output: {
        passed: false,
        verification_type: 'combined',
        metrics: { tests_passed: 3, tests_failed: 1 },
        errors: [{ type: 'other', message: 'off by a cent' }],
      },
      self_reflection: { reflection_text: 'I rounded twice.', confidence: 0.5 },
      memory_metadata: { omega_capacity: 3, current_memory_size: 1, total_reflections_generated: 1 },
    });
    expect(notCarried.join('; ')).toMatch(/outcome is partial.*calls of tools/);
  });
});

describe('attempts with one number', () => {
  it('are written with numbers of their own, and read elsewhere none is lost', async () => {
    put('001.json', record(1));
    put('002.json', record(2));
    await importing();
    const own = (fields: object) =>
      test.call('attempt.record', {
        projectId: 'shop',
        sessionId: RECORD.loop_id,
        task: 'Ours',
        outcome: 'failure',
        startedAt: RECORD.timestamp,
        ...fields,
      });
    // Two say that they are the second; three have no number, and the places of two of them are taken.
    for (const ordinalNative of [null, 2, null, null, 2])
      await own({ ordinalNative, strategy: `way ${ordinalNative}` });
    const ids = await listed(RECORD.loop_id);
    expect(ids).toHaveLength(7);
    const files = await Promise.all(ids.map(exported));
    expect(new Set(files.map(({ name }) => name)).size).toBe(7);
    expect(files.map(({ name, file }) => name === `${String(file.iteration).padStart(3, '0')}.json`)).not.toContain(
      false,
    );
    // Those that were imported are as they were.
    expect(files.filter(({ file }) => file.notes === RECORD.notes).map(({ file }) => file)).toEqual([
      record(1),
      record(2),
    ]);
    expect(files.flatMap(({ notCarried }) => notCarried.filter((what) => what.includes('number 2')))).toHaveLength(2);

    const other = new TestCore();
    const path = join(other.folder, 'written');
    mkdirSync(path);
    for (const { name, file } of files) writeFileSync(join(path, name), JSON.stringify(file));
    const { job } = await other.call('import.loops', { path, projectId: 'shop' });
    expect(resultOf('loops', await other.ended(job.id))).toMatchObject({ files: 7, attempts: 7, bad: 0, noted: 0 });
    await other.remove();
  });
});

describe('the state of a loop', () => {
  it('becomes the episode of its session with its attempts, and is written again equal', async () => {
    put('current-loop.json', STATE);
    expect(await importing()).toMatchObject({ loops: 1, attempts: 2 });
    const { episode } = await test.call('episode.get', { sessionId: STATE.id });
    expect(episode).toMatchObject({ task: STATE.task, outcome: 'success', lessons: STATE.learnings });
    const { file, notCarried } = await test.call('episode.export', { id: episode.id, format: 'loop' });
    expect([file, notCarried]).toEqual([STATE, []]);
    expect(await importing()).toMatchObject({ loops: 0, loopsChanged: 0, attempts: 0, unchanged: 1 });
    const { session } = await test.call('session.get', { id: STATE.id });
    expect(session).toMatchObject({
      outcome: 'success',
      endedAt: '2026-03-01T11:30:00.000Z',
      workingSummary: {
        goal: STATE.task,
        progress: 'iteration 2 of 10, completed',
        known: 'The cart is built twice; Seed the clock in tests',
        next: null,
        said: [],
      },
    });
  });

  it('is brought up to date as the loop goes on', async () => {
    put('current-loop.json', { ...STATE, status: 'running', iterations: STATE.iterations.slice(0, 1) });
    await importing();
    put('current-loop.json', STATE);
    expect(await importing()).toMatchObject({ loops: 0, loopsChanged: 1, attempts: 1 });
    expect((await test.call('episode.get', { sessionId: STATE.id })).episode.outcome).toBe('success');
  });
});

describe('real files of loops', () => {
  it.skipIf(!existsSync(REAL))('are imported and written again equal (skipped where ../shared is absent)', async () => {
    const states = join(REAL, 'current-loop');
    for (const name of readdirSync(states)) {
      const path = join(states, name);
      const file = JSON.parse(readFileSync(path, 'utf8'));
      const one = new TestCore();
      const { job } = await one.call('import.loops', { path, projectId: 'real' });
      expect(resultOf('loops', await one.ended(job.id))).toMatchObject({ loops: 1, bad: 0 });
      const [episode] = (await one.call('episode.list', {})).items;
      expect((await one.call('episode.export', { id: episode?.id ?? '', format: 'loop' })).file).toEqual(file);
      one.remove();
    }
    const path = join(REAL, 'reflections/example-001.json');
    const { job } = await test.call('import.loops', { path, projectId: 'real' });
    expect(resultOf('loops', await test.ended(job.id))).toMatchObject({ attempts: 1, bad: 0 });
    const [attempt] = (await test.call('attempt.list', {})).items;
    expect((await exported(attempt?.id ?? '')).file).toEqual(JSON.parse(readFileSync(path, 'utf8')));
  });
});
