import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { damage, TestCore } from '../harness.ts';

// What an undo of a whole job answers when each of its records stays: the reason of the records, and what can be done about it.

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

/** Imports one lesson; returns it and the job. */
async function imported() {
  const path = join(test.folder, 'lessons.jsonl');
  writeFileSync(path, JSON.stringify({ id: 1, title: 't', outcome: 'success' }));
  const { job } = await test.call('import.lessons', { path, projectId: 'p' });
  await test.ended(job.id);
  const [lesson] = (await test.call('reflection.list', {})).items;
  return { jobId: job.id, id: lesson?.id ?? '' };
}

describe('an undo of a job of which all that is left', () => {
  it('is damaged says so and names the command, although what the record belongs to is in use by it', async () => {
    const { jobId, id } = await imported();
    await damage(test, `UPDATE reflection SET task = 'rotten' WHERE id = '${id}'`);
    expect(await test.fail('operation.undo', { jobId })).toMatchObject({
      code: 'unavailable',
      reason: 'damaged',
      message:
        'Nothing of this job can be undone: of its records are 1 damaged, 2 used by others now. Nothing was changed.',
      hint: 'Run twicewise doctor: it names the newest good backup, and how it is restored.',
    });
  });

  it('was purged says that this is final', async () => {
    const { jobId, id } = await imported();
    await test.call('reflection.delete', { id });
    const which = { ids: [id] };
    const { digest } = await test.call('reflection.previewPurge', { which });
    await test.call('reflection.purge', { which, digest });
    await test.call('operation.undo', { jobId });
    expect(await test.fail('operation.undo', { jobId })).toMatchObject({
      code: 'conflict',
      reason: 'purged',
      message: 'Nothing of this job can be undone: of its records are 1 purged. Nothing was changed.',
      hint: 'A purge is final. A backup from before it may hold them (backup.list).',
    });
  });
});
