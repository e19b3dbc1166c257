import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { STATE } from '@twicewise/ingest/loop-samples';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const timesOf = async (sessionId: string) => {
  const { analysis } = await test.call('attempt.analysis', { sessionId });
  return analysis.curve.map(({ startedAt, at }) => [startedAt, at]);
};

it('an analysed attempt has the times that were given, else when it was recorded', async () => {
  const [startedAt, endedAt] = ['2026-02-01T10:00:00.000Z', '2026-02-01T10:05:00.000Z'];
  const recordedAt = new Date(test.now).toISOString();
  for (const times of [{ startedAt, endedAt }, { startedAt }, { endedAt }, {}]) {
    await test.call('attempt.record', { projectId: 'p', sessionId: 's', task: 't', outcome: 'failure', ...times });
  }
  expect((await timesOf('s')).sort()).toEqual(
    [
      [startedAt, endedAt],
      [startedAt, startedAt],
      [endedAt, endedAt],
      [recordedAt, recordedAt],
    ].sort(),
  );
});

it('one of a file without times has none: when the file was read says nothing of it', async () => {
  const path = join(test.folder, 'loops');
  mkdirSync(path);
  const iterations = [{ number: 1, action: 'a', status: 'failed' }];
  writeFileSync(join(path, 'state.json'), JSON.stringify({ ...STATE, iterations }));
  const { job } = await test.call('import.loops', { path, projectId: 'p' });
  await test.ended(job.id);
  expect(await timesOf(STATE.id)).toEqual([[null, null]]);
});
