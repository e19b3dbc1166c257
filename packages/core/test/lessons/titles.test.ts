import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { damage, TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

/** Only imported lessons lack a task. */
async function load(...lines: object[]): Promise<void> {
  const path = join(test.folder, 'lines.jsonl');
  writeFileSync(
    path,
    lines.map((line, index) => JSON.stringify({ id: `${index}`, outcome: 'failure', ...line })).join('\n'),
  );
  const { job } = await test.call('import.lessons', { path });
  expect(await test.ended(job.id)).toMatchObject({ state: 'done', result: { imported: lines.length } });
}

/** What lessons are called where only their names are read. */
async function names(): Promise<string[]> {
  const { examples } = await test.call('reflection.previewMany', {
    selection: { filters: {} },
    change: { kind: 'delete' },
  });
  return examples.map(({ taskDescription }) => taskDescription).toSorted();
}

describe('a lesson without a task', () => {
  it('is named by the first thing that it says', async () => {
    await load(
      { worked: ['It worked'] },
      { failed: ['It fails'], worked: ['w'] },
      { nextStrategy: 'Ask first', failed: ['f'] },
      { text: 'A text', nextStrategy: 'n' },
    );
    expect(await names()).toEqual(['A text', 'Ask first', 'It fails', 'It worked']);
  });

  it('is named all the same when a list of it is damaged, and so are the others', async () => {
    await load({ title: 'Sound' }, { failed: ['f'], worked: ['w'] });
    await damage(test, `UPDATE reflection SET what_did_not_work = '[!' WHERE task = ''`);
    expect(await names()).toEqual(['Sound', 'w']);
  });
});
