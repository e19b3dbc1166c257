import { TranscriptBuilder } from '@twicewise/ingest/transcript-samples';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TestCore } from '../harness.ts';
import { Captures } from './hooked.ts';

let captures: Captures;
let test: TestCore;
beforeEach(() => {
  captures = new Captures();
  test = captures.test;
});
afterEach(() => test.remove());

/** A session in which several commands failed, were mended and passed. */
function mendedOften(times: number): TranscriptBuilder {
  const builder = new TranscriptBuilder().prompt('Make all tests pass');
  for (let n = 0; n < times; n++) {
    const command = `npm test -- part${n}`;
    builder
      .run(`f${n}`, command, `Exit code 1\npart${n}.test.js:12: expected ERR_PART_${n} to be gone`, true)
      .edit(`e${n}`, `/work/shop/part${n}.js`, `ERR_PART_${n}`, `okPart${n}`)
      .run(`p${n}`, command, 'ok');
  }
  return builder.say('All of them pass.');
}

it('a session that taught much is written in short steps, which are one source and one undo', async () => {
  captures.write('session-1', mendedOften(45));
  const job = await captures.capture('session-1');
  expect(job).toMatchObject({ state: 'done', result: { sessions: 1, drafts: 45, episodes: 1, files: 1 } });
  const { items } = await test.call('operation.list', { limit: 50 });
  const steps = items.filter(({ jobId }) => jobId === job.id);
  expect(steps.map(({ summary }) => summary)).toEqual(steps.map(() => 'Wrote down: Make all tests pass'));
  const made = steps.map(({ changes }) => changes.filter(({ entity }) => entity === 'reflection').length);
  expect(made.reduce((sum, count) => sum + count)).toBe(45);
  expect(Math.max(...made)).toBeLessThanOrEqual(20);
  const { items: sources } = await test.call('source.list', {});
  expect(sources).toMatchObject([{ reflections: 45, importer: 'capture', task: 'Make all tests pass' }]);
  await test.call('operation.undo', { jobId: job.id });
  expect((await test.call('reflection.list', {})).items).toEqual([]);
});

it('a writing that was interrupted goes on where it was: one source, everything counted once', async () => {
  captures.write('session-1', mendedOften(45));
  const asked = await captures.ask('session-1');
  test.now += 3000;
  await test.core.maintain();
  const drafts = async () => (await test.call('reflection.list', { limit: 0, withTotal: true })).total ?? 0;
  await vi.waitUntil(async () => (await drafts()) > 0, { interval: 1, timeout: 30_000 });
  await test.restart();
  expect(await drafts()).toBeLessThan(45);
  test.now += 3000;
  await test.core.maintain();
  const job = await test.ended(asked.job?.id ?? '');
  expect(job.result).toMatchObject({ sessions: 1, drafts: 45, alreadyThere: 0, episodes: 1, files: 1 });
  expect((await test.call('source.list', {})).items).toMatchObject([{ reflections: 45 }]);
});
