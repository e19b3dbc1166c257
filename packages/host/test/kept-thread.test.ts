import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Envelope } from '@twicewise/contract';
import { storePaths } from '@twicewise/store';
import { PERSON, tempFolder } from '@twicewise/testkit';
import { expect, it, onTestFinished, vi } from 'vitest';
import { StoreWorker } from '../src/worker-client.ts';

const SCRIPT = new URL('../src/worker.ts', import.meta.url);

/** Opens an empty memory on the thread of the last one, if that was kept. */
async function open() {
  const folder = tempFolder('kept-thread');
  onTestFinished(folder.remove);
  const facts = {
    pid: 1,
    epoch: 'test',
    startedAt: '2026-01-01T00:00:00.000Z',
    dataFolder: folder.path,
    connections: [],
  };
  const setup = { paths: storePaths(folder.path), readOnlyCopy: null, embeddingKey: null, builtInModel: false, facts };
  const events: unknown[] = [];
  const listener = { event: (event: unknown) => events.push(event), busy: () => {}, log: () => {}, died: () => {} };
  const { worker } = await StoreWorker.start(SCRIPT, setup, listener);
  return { worker, events };
}

/** A thread that starts on a busy machine takes longer than the second that Vitest waits. */
const PATIENCE = { timeout: 30_000 };

/** A server of embeddings that answers each question when `answer` is called, and not before. */
async function slowModel() {
  const waiting: ServerResponse[] = [];
  const server = createServer((_request, response) => waiting.push(response));
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const answer = () => {
    for (const response of waiting.splice(0)) {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ data: [{ index: 0, embedding: [1, 2, 3] }] }));
    }
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, waiting, answer };
}

it('what one memory answers late does not reach the host of the next on the same thread', async () => {
  const model = await slowModel();
  const ask = (worker: StoreWorker, name: string): Promise<Envelope> =>
    worker.dispatch({
      name: 'embedding.test',
      input: { provider: 'openai', url: model.url, model: name },
      caller: PERSON,
    });
  const first = await open();
  const lost = ask(first.worker, 'of the first');
  await vi.waitFor(() => expect(model.waiting).toHaveLength(1), PATIENCE);
  await first.worker.close(true);
  expect(await lost).toMatchObject({ ok: false, error: { reason: 'no_host' } });
  const second = await open();
  const asked = ask(second.worker, 'of the second');
  await vi.waitFor(() => expect(model.waiting).toHaveLength(2), PATIENCE);
  model.answer();
  expect(await asked).toMatchObject({ ok: true, value: { message: expect.stringContaining('of the second') } });
  expect(second.events).toEqual([]);
  await second.worker.close();
});

it('a thread that ended while its memory was closed is not kept', async () => {
  const script = new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads';
      parentPort.on('message', ({ type }) => {
        if (type === 'close') process.exit(0);
        parentPort.postMessage({ type: 'ready', health: { state: 'ready' } });
      });`)}`,
  );
  const listener = { event: () => {}, busy: () => {}, log: () => {}, died: () => {} };
  for (let n = 0; n < 2; n++) {
    const { worker, health } = await StoreWorker.start(script, {} as never, listener);
    expect(health.state).toBe('ready');
    await worker.close(true);
  }
});

it('a thread that ends before its memory is open is a start that failed, not one that never comes to its end', async () => {
  const script = new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads';
      parentPort.on('message', () => process.exit(0));`)}`,
  );
  const listener = { event: () => {}, busy: () => {}, log: () => {}, died: () => {} };
  const started = StoreWorker.start(script, {} as never, listener).then(
    () => 'started',
    (error: Error) => error.message,
  );
  expect(await Promise.race([started, wait(5000, 'nothing')])).toBe('the store worker ended');
});
