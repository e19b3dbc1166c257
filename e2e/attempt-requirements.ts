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
      verifies('S3-05', 'S3-08', 'S4-02', 'X4');
      const { projectId, sessionId, task } = tried(name);
      const times = { startedAt: '2026-03-01T12:00:00.000Z', endedAt: '2026-03-01T12:05:00.000Z' };
      const input = { ...tried(name), ...times, content, ordinalNative: 0, strategy: 'Retry with a growing pause' };
      const { attempt } = await door.client.call('attempt.record', input);
      const last = await door.client.call('attempt.record', { ...tried(name), outcome: 'success' });
      expect((await door.client.call('attempt.get', { id: attempt.id })).attempt).toEqual(attempt);
      expect(attempt).toMatchObject({ ...times, ordinalNative: 0, ordinal: 1, strategy: 'Retry with a growing pause' });
      const ladder = await door.client.call('attempt.list', { projectId, task, order: 'oldest' });
      expect(ladder.items).toMatchObject([
        { ordinal: 1, checks: 1, errors: 1, files: 1, reward: 0 },
        { ordinal: 2, checks: 0, reward: null },
      ]);
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
];
