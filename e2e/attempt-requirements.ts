import { loopRecord, problemsOf } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import { expect } from 'vitest';
import type { Requirement } from './scenarios/every-door.ts';

// Requirements of attempts, run over every door.

/** An attempt at one task of a project and session with this name. */
const tried = (name: string) => ({
  projectId: `${name} project`,
  sessionId: `${name} session`,
  task: 'Make the upload retry after a 503',
  outcome: 'failure' as const,
});

/** What a check and an actor said of it. */
const content = {
  actor: { filesModified: ['src/upload.ts'], rationale: 'The server is busy for a moment' },
  checks: [
    {
      command: 'npm test',
      kind: 'unit_tests',
      verdict: 'fail' as const,
      exitCode: 1,
      counts: { passed: 7, failed: 1, total: 8 },
      output: `1 failed\n${'noise '.repeat(2000)}\nTimeout in upload`,
    },
  ],
  errors: [{ message: 'Timeout in upload', file: 'src/upload.ts', line: 12 }],
  reward: 0,
  reflection: { text: 'I retried at once.', rootCause: 'No pause', category: 'logic_error' as const, confidence: 0.9 },
  progress: 'advancing' as const,
};

/** Requirements of attempts. */
export const attempts: readonly Requirement[] = [
  {
    title: 'an attempt is recorded with what its checks said, and the next at the same task is the second',
    needs: ['attempt.record'],
    async holds(door, name) {
      verifies('S3-01', 'S3-03', 'S3-12', 'S3-14', 'S3-15', 'S3-16', 'S3-17', 'S4-01', 'S4-16', 'B4-01', 'B4-07', 'X6');
      const first = await door.client.call('attempt.record', { ...tried(name), content });
      const [check] = first.attempt.content.checks;
      expect(first.attempt).toMatchObject({ ordinal: 1, outcome: 'failure', outcomeSource: 'reported' });
      expect(first.attempt.content).toMatchObject({
        reward: 0,
        progress: 'advancing',
        errors: [{ line: 12, rule: null }],
      });
      expect(check).toMatchObject({ verdict: 'fail', counts: { passed: 7, failed: 1, skipped: null } });
      expect(check?.output?.head.startsWith('1 failed\n')).toBe(true);
      expect(check?.output?.tail.endsWith('\nTimeout in upload')).toBe(true);
      expect(check?.output?.bytes).toBe(12_027);
      const again = { ...tried(name), task: ' make the UPLOAD retry\nafter a 503', outcome: 'success' as const };
      expect((await door.client.call('attempt.record', again)).attempt).toMatchObject({
        ordinal: 2,
        taskIdentity: first.attempt.taskIdentity,
        content: { reward: null },
      });
    },
  },
  {
    title: 'an attempt with a misspelt field, or without its outcome, is refused with the name of the field',
    needs: ['attempt.record'],
    async holds(door, name) {
      verifies('B3-16');
      const { outcome: _, ...unfinished } = tried(name);
      const misspelt = { ...tried(name), content: { checks: [{ kind: 'lint', verdict: 'pass', exit_code: 0 }] } };
      for (const [input, field] of [
        [unfinished, 'outcome'],
        [misspelt, 'exit_code'],
      ] as const) {
        const answer = await door.send('attempt.record', input);
        expect(answer).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
        expect(JSON.stringify(answer)).toContain(field);
      }
    },
  },
  {
    title: 'attempts are listed by task, session and outcome, read whole, binned, taken out and undone',
    needs: ['attempt.record', 'attempt.get', 'attempt.list', 'attempt.delete', 'attempt.restore', 'operation.undo'],
    async holds(door, name) {
      verifies('S3-05', 'S3-08', 'S3-18', 'S3-41', 'S3-61', 'S4-02', 'X4');
      const { projectId, sessionId, task } = tried(name);
      const times = { startedAt: '2026-03-01T12:00:00.000Z', endedAt: '2026-03-01T12:05:00.000Z' };
      const input = { ...tried(name), ...times, content, ordinalNative: 0, strategy: 'Retry with a growing pause' };
      const { attempt } = await door.client.call('attempt.record', input);
      const last = await door.client.call('attempt.record', { ...tried(name), outcome: 'success' });
      expect((await door.client.call('attempt.get', { id: attempt.id })).attempt).toEqual(attempt);
      expect(attempt).toMatchObject({ ...times, ordinalNative: 0, ordinal: 1, strategy: 'Retry with a growing pause' });
      const ladder = await door.client.call('attempt.list', { projectId, task, order: 'oldest' });
      expect(ladder.items).toMatchObject([
        { ordinal: 1, checks: 1, errors: 1, files: 1, reward: 0, rewardSource: 'reported' },
        { ordinal: 2, checks: 0, reward: null, rewardSource: null },
      ]);
      const { reward, flags } = await door.client.call('attempt.get', { id: attempt.id });
      expect(flags).toEqual(['no_insights', 'too_short']);
      // Seven of eight tests, and nothing of types and lint.
      expect(reward).toMatchObject({
        value: 0,
        source: 'reported',
        measured: 7 / 8,
        parts: { tests: 7 / 8, types: null },
      });
      const whole = await door.client.call('attempt.list', { sessionId, order: 'oldest' });
      expect(whole.items.map(({ id }) => id)).toEqual([attempt.id, last.attempt.id]);
      const { items } = await door.client.call('attempt.list', { sessionId, outcome: 'failure' });
      expect(items.map(({ id }) => id)).toEqual([attempt.id]);
      await door.client.call('attempt.delete', { id: attempt.id });
      expect((await door.client.call('attempt.list', { projectId })).items).toHaveLength(1);
      await door.client.call('attempt.restore', { id: attempt.id });
      await door.client.call('operation.undo', { operationId: last.operationId });
      const left = await door.client.call('attempt.list', { projectId });
      expect(left.items.map(({ id }) => id)).toEqual([attempt.id]);
    },
  },
  {
    title: 'attempts are found by words in task, strategy, errors and reflection',
    needs: ['attempt.record', 'attempt.list'],
    async holds(door, name) {
      const { projectId } = tried(name);
      const { attempt } = await door.client.call('attempt.record', { ...tried(name), content, strategy: 'Backoff' });
      const other = await door.client.call('attempt.record', { ...tried(name), task: 'Paint the fence' });
      for (const [text, id] of [
        ['UPLOAD backoff timeout pause', attempt.id],
        ['fence', other.attempt.id],
      ] as const) {
        const { items } = await door.client.call('attempt.list', { projectId, text });
        expect(items.map((item) => item.id)).toEqual([id]);
      }
      expect((await door.client.call('attempt.list', { projectId, text: 'fence timeout' })).items).toEqual([]);
    },
  },
  {
    title: 'an attempt is written as the record of a loop, in which its number is that of its file',
    needs: ['attempt.record', 'attempt.export'],
    async holds(door, name) {
      verifies('B3-12');
      const content = {
        checks: [{ kind: 'lint', verdict: 'pass' as const }],
        reflection: { text: 'It was the cache.' },
      };
      const { attempt } = await door.client.call('attempt.record', { ...tried(name), ordinalNative: 7, content });
      const { name: file, file: record } = await door.client.call('attempt.export', { id: attempt.id });
      expect([file, record.iteration]).toEqual(['007.json', 7]);
      expect(problemsOf(loopRecord, record)).toEqual([]);
      expect(record).toMatchObject({
        evaluator_output: { passed: false, verification_type: 'lint', results: [{ tool: 'lint', status: 'pass' }] },
        self_reflection: { reflection_text: 'It was the cache.' },
      });
    },
  },
  {
    title: 'attempts are analysed: from one to the next, until success, breakthroughs, and where they were stuck',
    needs: ['attempt.record', 'attempt.analysis'],
    async holds(door, name) {
      verifies('S3-33', 'S3-46', 'S3-47', 'S3-55', 'B3-06', 'B3-07');
      const { projectId, sessionId, task } = tried(name);
      const of = async (input: object) =>
        (await door.client.call('attempt.analysis', { projectId, ...input })).analysis;
      expect(await of({ task })).toMatchObject({
        total: 0,
        learningRate: null,
        confidence: null,
        curve: [],
        stuck: [],
      });
      const minute = (n: number) => new Date(Date.UTC(2026, 2, 1, 12, n)).toISOString();
      const error = { message: 'Timeout in upload', signature: 'Timeout in upload' };
      const record = (n: number, outcome: 'failure' | 'success', reward: number | null, errors: object[]) =>
        door.client.call('attempt.record', {
          ...tried(name),
          outcome,
          endedAt: minute(n),
          content: {
            reward,
            errors: errors as (typeof error)[],
            ...(n === 0 ? { reflection: content.reflection } : {}),
          },
        });
      const ids: string[] = [];
      for (const [n, reward] of [0, null, 0.5].entries()) {
        ids.push((await record(n, 'failure', reward, [error])).attempt.id);
      }
      ids.push((await record(3, 'success', 1, [])).attempt.id);
      const analysis = await of({ sessionId });
      expect(analysis).toMatchObject({
        total: 4,
        analysed: 4,
        outcomes: { success: 1, partial: 0, failure: 3, unknown: 0 },
        // From 0 to 1 in two steps between three measured attempts.
        learningRate: { perAttempt: 0.5, n: 3 },
        confidence: { mean: 0.9, n: 1 },
        categories: [{ category: 'logic_error', count: 1 }],
        tasks: [{ task, attempts: 4, toSuccess: 4 }],
        breakthroughs: [{ attemptId: ids[3], after: 3 }],
        stuck: [{ reason: 'same_error', attemptIds: ids.slice(0, 3), what: 'Timeout in upload' }],
      });
      expect(analysis.curve.map(({ rewardChange, improved }) => [rewardChange, improved])).toEqual([
        [null, null],
        [null, false],
        [null, false],
        [0.5, true],
      ]);
      const answer = await door.send('attempt.analysis', { projectId });
      expect(answer).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
      expect(JSON.stringify(answer)).toContain('Name a session, or a task.');
    },
  },
  {
    title:
      'the window of a session holds its latest reflections, so many as are asked for, and leaves the rest where it is',
    needs: ['attempt.record', 'attempt.window', 'attempt.list'],
    async holds(door, name) {
      verifies('S3-26', 'S3-27', 'S3-29', 'S3-30', 'S3-36', 'B3-01');
      const { projectId, sessionId } = tried(name);
      const window = (asked: object = {}) => door.client.call('attempt.window', { projectId, sessionId, ...asked });
      expect(await window()).toMatchObject({ size: 0, reflections: 0 });
      for (const text of ['one', 'two', 'three', 'four']) {
        await door.client.call('attempt.record', { ...tried(name), content: { reflection: { text } } });
      }
      const { items, ...rest } = await window();
      expect(items.map(({ reflection }) => reflection.text)).toEqual(['two', 'three', 'four']);
      expect(rest).toMatchObject({ policy: 'fifo', size: 3, reflections: 4, leftOut: { beyondCapacity: 1 } });
      const weighed = await window({ policy: 'relevance_weighted', capacity: 'research' });
      expect(weighed).toMatchObject({ capacity: { value: 5, rule: 'research' }, size: 4 });
      expect((await door.client.call('attempt.list', { projectId, sessionId })).items).toHaveLength(4);
      expect(await door.send('attempt.window', { projectId, sessionId, capacity: 11 })).toMatchObject({
        ok: false,
        error: { code: 'invalid_input' },
      });
    },
  },
  {
    title: 'what was tried is told in lines, the last failure and why first, and each line names the attempt',
    needs: ['attempt.record', 'attempt.context', 'attempt.get', 'session.note'],
    async holds(door, name) {
      verifies('S4-18', 'S4-22', 'S4-23', 'S4-24', 'S4-26');
      const { projectId, sessionId } = tried(name);
      await door.client.call('session.note', { projectId, sessionId, goal: 'Make the upload retry' });
      const first = { ...tried(name), task: 'Format the sources', strategy: 'Let the linter do it' };
      const other = await door.client.call('attempt.record', { ...first, outcome: 'success' });
      const last = await door.client.call('attempt.record', { ...tried(name), strategy: 'Retry at once', content });
      const asked = { projectId, sessionId, budget: 300 };
      const answer = await door.client.call('attempt.context', asked);
      expect(answer.goal).toEqual({ text: 'Make the upload retry', from: 'summary' });
      expect(answer.text).toContain(
        `- did not work: tried 'Retry at once' → failure: 1 of 8 tests failed, because No pause [${last.attempt.id}]`,
      );
      expect(answer.text).toContain(`- low: tried 'Let the linter do it' → success [${other.attempt.id}]`);
      expect(answer.lines).toMatchObject([
        { attemptId: last.attempt.id, failed: true },
        { attemptId: other.attempt.id, failed: false, tier: 'low' },
      ]);
      expect(answer.tokens).toBeLessThanOrEqual(300);
      const { attempt } = await door.client.call('attempt.get', { id: last.attempt.id });
      expect(attempt.content.checks[0]?.output?.head.startsWith('1 failed')).toBe(true);
      expect(await door.send('attempt.context', { ...asked, budget: 3 })).toMatchObject({
        ok: false,
        error: { code: 'invalid_input' },
      });
    },
  },
  {
    title: 'an attempt of the bin is purged for good, after a preview of exactly that',
    needs: [
      'attempt.record',
      'attempt.delete',
      'attempt.previewPurge',
      'attempt.purge',
      'attempt.get',
      'operation.undo',
    ],
    async holds(door, name) {
      verifies('T36');
      const { attempt, operationId } = await door.client.call('attempt.record', tried(name));
      const which = { ids: [attempt.id] };
      await door.client.call('attempt.delete', { id: attempt.id });
      const { digest, attempts: found } = await door.client.call('attempt.previewPurge', { which });
      expect(found).toBe(1);
      const other = await door.send('attempt.purge', { which, digest: 'another' });
      expect(other).toMatchObject({ ok: false, error: { reason: 'changed_since' } });
      expect((await door.client.call('attempt.purge', { which, digest })).purged).toBe(1);
      expect(await door.send('attempt.get', { id: attempt.id })).toMatchObject({ ok: false });
      expect(await door.send('operation.undo', { operationId })).toMatchObject({ error: { reason: 'purged' } });
    },
  },
  {
    title: 'where a session stands is noted with its goal, and an empty part never replaces a full one',
    needs: ['session.note', 'session.notes', 'session.get', 'operation.undo'],
    async holds(door, name) {
      verifies('S4-32', 'X10');
      const place = { projectId: `${name} project`, sessionId: `${name} session` };
      const goal = 'Uploads survive a busy server';
      await door.client.call('session.note', { ...place, goal, progress: 'The pause is in', next: 'Test with 503' });
      const last = await door.client.call('session.note', { ...place, progress: '', known: 'It sends Retry-After' });
      const now = {
        goal,
        progress: 'The pause is in',
        approach: null,
        known: 'It sends Retry-After',
        next: 'Test with 503',
      };
      expect(last.session).toMatchObject({ goal, workingSummary: now });
      const { id } = last.session;
      const versions = async () =>
        (await door.client.call('session.notes', { id })).items.map(({ summary }) => summary?.known ?? null);
      expect(await versions()).toEqual(['It sends Retry-After', null]);
      await door.client.call('operation.undo', { operationId: last.operationId ?? '' });
      const { session } = await door.client.call('session.get', { id });
      expect(session).toMatchObject({ goal, workingSummary: { ...now, known: null } });
      expect(await versions()).toEqual([null, 'It sends Retry-After', null]);
      expect(await door.send('session.note', { ...place, goal: ' ' })).toMatchObject({
        ok: false,
        error: { code: 'invalid_input' },
      });
    },
  },
];
