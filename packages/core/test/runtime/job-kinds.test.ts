import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { damage, TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

/** Queues a finished import again with another input; returns its id and the file that it reads. */
async function queuedAgain(inputFor: (path: string) => object): Promise<string> {
  const path = join(test.folder, 'lessons.jsonl');
  writeFileSync(path, JSON.stringify({ id: 'a', title: 'task', outcome: 'failure' }));
  const { job } = await test.call('import.lessons', { path, projectId: 'p' });
  await test.ended(job.id);
  const input = JSON.stringify(inputFor(path));
  await damage(test, `UPDATE job SET state = 'queued', position = '{}', input = '${input}' WHERE id = '${job.id}'`);
  return job.id;
}

describe('a job that another version has queued', () => {
  it('fails with advice where its words are unknown here, and the next one runs', async () => {
    const id = await queuedAgain(() => ({ file: 'lessons.jsonl' }));
    expect(await test.ended(id)).toMatchObject({
      state: 'failed',
      error: {
        code: 'invalid_input',
        message: expect.stringContaining('another version of Twicewise may have queued it'),
        hint: expect.stringContaining('Ask for it again.'),
      },
    });
    const { job } = await test.call('import.sample', {});
    expect(await test.ended(job.id)).toMatchObject({ state: 'done', result: { imported: 88 } });
  });

  it('runs where it only says more than this version knows', async () => {
    const id = await queuedAgain((path) => ({ path, projectId: 'p', skipBad: false, colour: 'blue' }));
    expect(await test.ended(id)).toMatchObject({ state: 'done', result: { lines: 1, alreadyThere: 1 } });
  });
});
