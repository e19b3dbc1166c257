import { hash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RECORD } from '@twicewise/ingest/loop-samples';
import { verifies } from '@twicewise/testkit/verifies';
import { expect, it, onTestFinished } from 'vitest';
import { dump, TestCore } from '../harness.ts';

it('what was read from files is in the memory, whatever becomes of them; their source keeps their hash (X7)', async () => {
  verifies('X7');
  const test = new TestCore();
  onTestFinished(() => test.remove());
  const folder = join(test.folder, 'loops');
  mkdirSync(folder);
  writeFileSync(join(folder, '002.json'), JSON.stringify(RECORD));
  const { job } = await test.call('import.loops', { path: folder, projectId: 'shop' });
  await test.ended(job.id);
  rmSync(folder, { recursive: true });
  const { items } = await test.call('attempt.list', { sessionId: RECORD.loop_id });
  expect((await test.call('attempt.export', { id: items[0]?.id ?? '' })).file).toEqual(RECORD);
  expect(dump(test)).toContain(hash('sha256', JSON.stringify(RECORD)));
});
