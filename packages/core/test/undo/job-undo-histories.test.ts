import type { Envelope, OutputOf } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OperationRecorder } from '../../src/runtime/operation-recorder.ts';
import { damage, dump, TestCore } from '../harness.ts';
import { JobPlayer, jobHistory, writeLogs } from './job-histories.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await test.remove();
});

async function importLogs(files: number): Promise<string> {
  const { job } = await test.call('import.episodes', { path: writeLogs(test, 'logs', files), projectId: 'p' });
  await test.ended(job.id);
  return job.id;
}

const episodes = async () => (await test.call('episode.list', {})).items;

describe('four logs of which one was corrected', () => {
  it('are taken back but for that one, and the answer counts them', async () => {
    await test.store({ projectId: 'other' });
    const empty = dump(test);
    const jobId = await importLogs(4);
    const full = dump(test);
    const [corrected] = await episodes();
    const id = corrected?.id ?? '';
    const edit = await test.call('episode.update', { id, changes: { task: 'mine' } });
    const undone = await test.call('operation.undo', { jobId });
    expect((await episodes()).map((episode) => [episode.id, episode.task])).toEqual([[id, 'mine']]);
    // Three episodes with their sessions and sources; the records that the fourth needs stay.
    expect(undone.records).toBe(9);
    expect(undone.keptFor).toEqual({ changed_since: 1, in_use: 3 });
    expect(undone.kept).toHaveLength(4);
    expect(undone.kept).toContain(id);
    expect((await test.call('operation.redo', { jobId })).records).toBe(9);
    await test.call('operation.undo', { jobId });
    await test.call('operation.undo', { operationId: edit.operationId ?? '' });
    // What had to stay is removed once nothing needs it any more.
    expect(await test.call('operation.undo', { jobId })).toMatchObject({ records: 4, kept: [], keptFor: {} });
    expect(dump(test)).toBe(empty);
    expect(await test.fail('operation.undo', { jobId })).toMatchObject({ reason: 'nothing_to_do' });
    while ((await test.envelope('operation.redo', { jobId })).ok);
    expect(dump(test)).toBe(full);
  });

  it('are refused before anything was done when each was corrected', async () => {
    const jobId = await importLogs(1);
    const [one] = await episodes();
    await test.call('episode.update', { id: one?.id ?? '', changes: { task: 'mine' } });
    const before = dump(test);
    const failure = await test.fail('operation.undo', { jobId });
    expect(failure).toMatchObject({ code: 'conflict', reason: 'changed_since' });
    expect(failure.message).toContain('1 changed since by something else, 3 used by others now. Nothing was changed.');
    expect(dump(test)).toBe(before);
  });

  it('are taken back but for one that is damaged', async () => {
    const jobId = await importLogs(3);
    const [one] = await episodes();
    await damage(test, `UPDATE episode SET task = 'rotten' WHERE id = '${one?.id}'`);
    const { records, keptFor } = await test.call('operation.undo', { jobId });
    expect([records, keptFor]).toEqual([6, { damaged: 1, in_use: 3 }]);
  });
});

const HISTORIES = 200;
const PER_MEMORY = 50;

async function lies(runs: number, seed: number, told?: (answer: Envelope) => Envelope) {
  const player = new JobPlayer(test, told);
  const property = fc.asyncProperty(jobHistory, async (one) => {
    const found = await player.play(one);
    if (found !== null) throw new Error(found);
  });
  return { player, details: await fc.check(property, { numRuns: runs, seed, endOnFailure: true }) };
}

describe('answers to undo and redo of a job', () => {
  verifies('T15');
  for (let part = 0; part < HISTORIES / PER_MEMORY; part++) {
    it(`count what became of the memory, in ${PER_MEMORY} random histories (part ${part + 1} of ${HISTORIES / PER_MEMORY})`, async () => {
      const { player, details } = await lies(PER_MEMORY, 20_261_123 + part);
      expect(details.failed, `${fc.defaultReportMessage(details)}\n${details.errorInstance}`).toBe(false);
      // Not how often: the mutation check bounds the time of a property.
      for (const count of Object.values(player.seen)) expect(count).toBeGreaterThan(0);
    });
  }

  const BENT: [what: string, told: (answer: Envelope) => Envelope][] = [
    [
      'refuses after it did something',
      (answer) =>
        answer.ok && (answer.value as OutputOf<'operation.undo'>).kept.length > 0
          ? { ok: false, error: { code: 'conflict', message: 'Nothing was changed.', hint: '' } }
          : answer,
    ],
    [
      'counts one record too many',
      (answer) => {
        if (!answer.ok) return answer;
        const value = answer.value as OutputOf<'operation.undo'>;
        return { ok: true, value: { ...value, records: value.records + 1 } };
      },
    ],
  ];
  for (const [what, told] of BENT) {
    it(`are caught by the same harness when one ${what}`, async () => {
      expect((await lies(20, 1, told)).details.failed).toBe(true);
    });
  }

  it('are caught by the same harness when a record that is said to be gone stays', async () => {
    const remove = OperationRecorder.prototype.remove;
    vi.spyOn(OperationRecorder.prototype, 'remove').mockImplementation(function (this: OperationRecorder, kind, id) {
      if (kind === 'episode') this.changes.push({ entity: kind, entityId: id, before: {}, after: null });
      else remove.call(this, kind, id);
    });
    expect((await lies(20, 1)).details.failed).toBe(true);
  });
});
