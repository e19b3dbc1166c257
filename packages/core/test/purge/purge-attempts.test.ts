import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, person, TestCore } from '../harness.ts';
import { memoryOf } from './purging.ts';

let test: TestCore;
const { filesWith, besidesBackups, expectSound, expectNoUndo, expectUnclearRefused } = memoryOf(() => test);
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const agent = agentIn('/work/shop');

async function purge(which: { ids: string[] } | { bin: true }) {
  const { digest } = await test.call('attempt.previewPurge', { which });
  return test.call('attempt.purge', { which, digest });
}

let requests = 0;
/** Records an attempt with a word in its texts, with a key, so that the answer is kept as well. */
async function recorded(word: string) {
  const input = {
    task: `task ${word}`,
    outcome: 'failure' as const,
    strategy: `try ${word}`,
    nativeId: `native ${word}`,
    content: {
      notes: `${word} ${'x'.repeat(6000)}`,
      checks: [{ kind: 'lint', verdict: 'fail' as const, output: word }],
      calls: [{ tool: 'edit', outcome: 'error' as const, params: { [word]: word } }],
    },
    extra: { kept: word },
  };
  const key = `record ${requests++}`;
  const { attempt, operationId } = await test.call('attempt.record', input, agent, key);
  return { id: attempt.id, operationId, input, key };
}

describe('a purge of an attempt (T36)', () => {
  it('leaves no byte of the text in any file but backups, and says which backups hold it', async () => {
    verifies('T36');
    const word = 'zyxgoneforever';
    const { id, operationId, input, key } = await recorded(word);
    const kept = await recorded('stillhere');
    const { backup } = await test.call('backup.create', {});
    const deleted = await test.call('attempt.delete', { id }, person, 'delete');
    expect(besidesBackups(word).length).toBeGreaterThan(0);
    const preview = await test.call('attempt.previewPurge', { which: { ids: [id, kept.id] } });
    expect(preview).toMatchObject({
      attempts: 1,
      refused: 1,
      rows: { attempt: 1, operation_change: 2, operation: 2, request_key: 2 },
      examples: [{ id, task: `task ${word}` }],
      backups: [backup.name],
    });
    const answer = await purge({ ids: [id] });
    expect(answer).toMatchObject({ purged: 1, rows: preview.rows, isErased: true, backups: [backup.name] });
    expect(besidesBackups(word)).toEqual([]);
    expect(filesWith(word)).toHaveLength(1);
    expect(await test.fail('attempt.get', { id })).toMatchObject({ code: 'not_found' });
    expect(await test.fail('attempt.record', input, agent, key)).toMatchObject({ reason: 'purged' });
    await expectNoUndo([operationId, deleted.operationId ?? '']);
    expect((await test.call('attempt.get', { id: kept.id })).attempt.content.notes).toContain('stillhere');
    expectSound();
  });

  it('is by a person, of the bin, after a preview of exactly that', async () => {
    const { id } = await recorded('one');
    await test.call('attempt.delete', { id });
    const which = { bin: true } as const;
    const { digest } = await test.call('attempt.previewPurge', { which });
    expect(await test.fail('attempt.purge', { which, digest }, agent)).toMatchObject({ code: 'refused' });
    const other = await recorded('two');
    await test.call('attempt.delete', { id: other.id });
    expect(await test.fail('attempt.purge', { which, digest })).toMatchObject({ reason: 'changed_since' });
    await expectUnclearRefused('attempt', digest, [id]);
    expect((await purge(which)).purged).toBe(2);
    expect((await test.call('attempt.list', { deleted: 'only' })).items).toEqual([]);
  });
});
