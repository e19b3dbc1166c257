import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { createCore } from '@twicewise/core';
import { storePaths } from '@twicewise/store';
import { PERSON, tempFolder } from '@twicewise/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onOwnThread, ownThreadsEnded, SecondThread } from '../src/second-thread.ts';
import type { MaintenanceSetup } from '../src/worker-protocol.ts';

const folder = tempFolder('second-thread');
const paths = storePaths(folder.path);
/** Later than everything that is stored here. */
const now = new Date(Date.now() + 60_000).toISOString();
const request = { projectId: null, since: null, until: null, step: null, utcOffset: 0, now };
const insights: MaintenanceSetup = { paths, task: 'insights', request };

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
    const thread = new SecondThread(50);
    const answers = await Promise.all([1, 2, 3].map(() => thread.run<{ total: { count: number } }>(insights)));
    expect(answers.map(({ total }) => total.count)).toEqual([1, 1, 1]);
    expect(thread.started).toBe(1);
    await wait(300);
    await thread.run(insights);
    expect(thread.started).toBe(2);
    await thread.close();
  });

  it('says what is wrong with a question, and goes on', async () => {
    const thread = new SecondThread();
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
    const thread = new SecondThread();
    const [check] = await Promise.all([onOwnThread({ paths, task: 'check' }), thread.run(insights)]);
    expect(check).toMatchObject({ ok: true });
    expect(thread.started).toBe(1);
    await thread.close();
  });

  it('leaves no log behind: the memory is closed after whoever reads it', async () => {
    const facts = { pid: 1, epoch: 'test', startedAt: now, dataFolder: folder.path, connections: [] };
    const core = createCore({ paths, hostFacts: () => facts });
    await core.dispatch({ name: 'host.status', input: {}, caller: PERSON });
    const answers: unknown[] = [];
    for (let n = 0; n < 3; n++) void onOwnThread({ paths, task: 'check' }).then((answer) => answers.push(answer));
    await ownThreadsEnded();
    expect(answers).toHaveLength(3);
    await core.close();
    expect(existsSync(`${paths.database}-wal`)).toBe(false);
  });
});
