import { Worker } from 'node:worker_threads';
import type { Request } from '@twicewise/contract';
import { storePaths } from '@twicewise/store';
import { PERSON, tempFolder } from '@twicewise/testkit';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { type Call, type FromWorker, fromJson, toJson, type WorkerSetup } from '../src/worker-protocol.ts';

const folder = tempFolder('store-worker');
let worker: Worker | null = null;
afterEach(async () => {
  await worker?.terminate();
});
afterAll(folder.remove);

async function start(): Promise<{ ask: (request: Request) => Promise<FromWorker[]> }> {
  const now = new Date().toISOString();
  const setup: WorkerSetup = {
    paths: storePaths(folder.path),
    readOnlyCopy: null,
    embeddingKey: null,
    builtInModel: false,
    facts: { pid: 1, epoch: 'test', startedAt: now, dataFolder: folder.path, connections: [] },
  };
  const thread = new Worker(new URL('../src/worker.ts', import.meta.url));
  worker = thread;
  const heard: FromWorker[] = [];
  let isAnswered: (id: number) => void = () => {};
  await new Promise<void>((ready) => {
    thread.on('message', (message: FromWorker) => {
      heard.push(message);
      if (message.type === 'ready') ready();
      if (message.type !== 'turn') return;
      for (const news of fromJson(message.news)) if ('id' in news) isAnswered(news.id);
    });
    thread.postMessage({ type: 'open', setup });
  });
  let next = 1;
  const ask = async (request: Request) => {
    const call: Call = { id: next++, request };
    heard.length = 0;
    await new Promise<void>((resolve) => {
      isAnswered = (id) => id === call.id && resolve();
      thread.postMessage({ type: 'calls', calls: toJson([call]) });
    });
    return heard.filter(({ type }) => type === 'turn');
  };
  return { ask };
}

describe('the store worker', () => {
  it('wakes the other thread once for a store: its answer comes with what it changed', async () => {
    const { ask } = await start();
    const store = (task: string): Request => {
      const input = { taskDescription: task, outcome: 'success', projectId: 'p' };
      return { name: 'reflection.store', input, caller: PERSON };
    };
    await ask(store('the first'));
    expect(await ask(store('the second'))).toHaveLength(1);
  });

  it('sends the text of an answer without its value to a door that gives nothing else', async () => {
    const { ask } = await start();
    const caller: Request['caller'] = { ...PERSON, door: 'mcp', author: { kind: 'agent', name: 'tester' } };
    const input = { taskDescription: 'the third', outcome: 'success', projectId: 'q' };
    await ask({ name: 'reflection.store', input, caller });
    const answerTo = async (isTextEnough: boolean) => {
      const recent = { name: 'reflection.recent', input: { projectId: 'q' }, caller, isTextEnough };
      const turns = (await ask(recent)).flatMap((turn) => (turn.type === 'turn' ? fromJson(turn.news) : []));
      return turns.find((news) => 'envelope' in news)?.envelope;
    };
    const told = expect.stringContaining('the third');
    expect(await answerTo(true)).toEqual({ ok: true, value: null, told });
    expect(await answerTo(false)).toMatchObject({
      ok: true,
      value: { items: [{ taskDescription: 'the third' }] },
      told,
    });
  });
});
