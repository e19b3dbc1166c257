import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { createCore } from '@twicewise/core';
import { storePaths } from '@twicewise/store';
import { PERSON, tempFolder } from '@twicewise/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KeptThread, OwnThreads } from '../src/second-thread.ts';
import type { SecondThreadTask } from '../src/worker-protocol.ts';

const folder = tempFolder('second-thread');
const paths = storePaths(folder.path);
/** Later than everything that is stored here. */
const now = new Date(Date.now() + 60_000).toISOString();
const request = { projectId: null, since: null, until: null, step: null, utcOffset: 0, now };
const insights: SecondThreadTask = { paths, task: 'insights', request };

beforeAll(async () => {
  const facts = { pid: 1, epoch: 'test', startedAt: now, dataFolder: folder.path, connections: [] };
  const core = createCore({ paths, hostFacts: () => facts });
  const input = { taskDescription: 'the only one', outcome: 'success', projectId: 'p' };
  await core.dispatch({ name: 'reflection.store', input, caller: PERSON });
  await core.close();
});
afterAll(() => folder.remove());

describe('the thread for questions of screens', () => {
  it('is one for all of them, and ends when nobody asks', async () => {
    const thread = new KeptThread(50);
    const answers = await Promise.all([1, 2, 3].map(() => thread.run<{ total: { count: number } }>(insights)));
    expect(answers.map(({ total }) => total.count)).toEqual([1, 1, 1]);
    expect(thread.started).toBe(1);
    await wait(300);
    await thread.run(insights);
    expect(thread.started).toBe(2);
    await thread.close();
  });

  it('rests when all is answered, and the same one answers the next question', async () => {
    const thread = new KeptThread();
    let answered = 0;
    for (let n = 0; n < 3; n++) void thread.run(insights).then(() => answered++);
    await thread.rest(30_000);
    expect(answered).toBe(3);
    await thread.run(insights);
    expect(thread.started).toBe(1);
    await thread.close();
  });

  it('says what is wrong with a question, and goes on', async () => {
    const thread = new KeptThread();
    const tooFine = { ...request, since: '1990-01-01T00:00:00.000Z', step: 'day' as const };
    const wrong = thread.run({ ...insights, request: tooFine });
    await expect(wrong).rejects.toMatchObject({ code: 'invalid_input', reason: 'too_large' });
    const missing = thread.run({ ...insights, paths: storePaths(`${folder.path}/nowhere`) });
    await expect(missing).rejects.toThrow();
    expect(await thread.run(insights)).toMatchObject({ total: { count: 1 } });
    expect(thread.started).toBe(1);
    await thread.close();
  });

  it('is not held up by what runs long: that has a thread of its own', async () => {
    const thread = new KeptThread();
    const [check] = await Promise.all([new OwnThreads().run({ paths, task: 'check' }), thread.run(insights)]);
    expect(check).toMatchObject({ ok: true });
    expect(thread.started).toBe(1);
    await thread.close();
  });

  it('sees what was answered before it was asked: a preview of a purge has every lesson that is in the bin', async () => {
    const thread = new KeptThread();
    const facts = { pid: 1, epoch: 'test', startedAt: now, dataFolder: folder.path, connections: [] };
    const core = createCore({ paths, hostFacts: () => facts });
    const name = 'reflection.previewPurge';
    for (let n = 1; n <= 20; n++) {
      const input = { taskDescription: `binned ${n}`, outcome: 'success', projectId: 'p' };
      const stored = await core.dispatch({ name: 'reflection.store', input, caller: PERSON });
      const { id } = (stored as { value: { reflection: { id: string } } }).value.reflection;
      await core.dispatch({ name: 'reflection.delete', input: { id }, caller: PERSON });
      const which = { bin: true } as const;
      const preview = await thread.run<{ lessons: number }>({ paths, task: 'purge', name, which });
      expect(preview).toMatchObject({ lessons: n, rows: { reflection: n, operation_change: 2 * n } });
      expect(await core.dispatch({ name, input: { which }, caller: PERSON })).toEqual({ ok: true, value: preview });
    }
    await core.close();
    await thread.close();
  });

  // A process that gives way to all others already has nothing left to give.
  const canGiveWay = process.platform === 'linux' && getPriority() < 19;
  it.runIf(canGiveWay)('goes first: what runs long gives way, each question does not', async () => {
    const niceOf = (tid: string) => {
      // After the name, which may hold anything: the 17th field is the nice value of the thread.
      const path = `/proc/self/task/${tid}/stat`;
      // A thread may have ended since its name was read.
      const stat = existsSync(path) ? readFileSync(path, 'utf8') : '';
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
    };
    const mine = niceOf(String(process.pid));
    const slower = () => readdirSync('/proc/self/task').filter((tid) => niceOf(tid) > mine).length;
    const [thread, own] = [new KeptThread(), new OwnThreads()];
    await thread.run(insights);
    expect(slower()).toBe(0);
    const checked = own.run({ paths, task: 'check' });
    await expect.poll(slower, { interval: 1 }).toBe(1);
    await checked;
    await thread.close();
  });

  describe('leaves no log behind, because the memory is closed after whoever reads it', () => {
    const openCore = async () => {
      const facts = { pid: 1, epoch: 'test', startedAt: now, dataFolder: folder.path, connections: [] };
      const core = createCore({ paths, hostFacts: () => facts });
      await core.dispatch({ name: 'host.status', input: {}, caller: PERSON });
      return core;
    };
    const hasLog = () => existsSync(`${paths.database}-wal`);

    it('when several run', async () => {
      const [core, own] = [await openCore(), new OwnThreads()];
      const answers: unknown[] = [];
      for (let n = 0; n < 3; n++) void own.run({ paths, task: 'check' }).then((answer) => answers.push(answer));
      await own.end(60_000);
      expect(answers).toHaveLength(3);
      await core.close();
      expect(hasLog()).toBe(false);
    });

    it('when one takes longer than the end may wait', async () => {
      const [core, own] = [await openCore(), new OwnThreads()];
      // No thread has loaded its program after so short a time.
      const [check] = await Promise.allSettled([own.run({ paths, task: 'check' }), own.end(10)]);
      expect(check.status).toBe('rejected');
      await core.close();
      await wait(1000);
      expect(hasLog()).toBe(false);
    });

    it('when one would begin after another, at the end', async () => {
      const [core, own] = [await openCore(), new OwnThreads()];
      const both = own.run({ paths, task: 'backup', cause: 'request' }).then(() => own.run({ paths, task: 'check' }));
      const [second] = await Promise.allSettled([both, own.end(60_000).then(() => core.close())]);
      await wait(1000);
      expect(second.status).toBe('rejected');
      expect(hasLog()).toBe(false);
    });
  });
});
