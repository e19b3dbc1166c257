import { once } from 'node:events';
import { createServer } from 'node:net';
import { HostPool, type PooledHost } from '@twicewise/testkit';
import { expect, onTestFinished, test, vi } from 'vitest';

const portOf = ({ host }: PooledHost) => Number(new URL(host.ready.api).port);

/** Listens on a port as soon as it is free, until the test ends. */
async function occupy(port: number): Promise<void> {
  const server = createServer();
  onTestFinished(() => void server.close());
  const listen = async () => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await vi.waitFor(listen, { timeout: 30_000 });
}

test('a host of the pool gets the port of one that ended, and another if that is taken meanwhile', async () => {
  const pool = new HostPool();
  onTestFinished(() => pool.close());
  const take = async () => {
    const taken = await pool.take();
    onTestFinished(taken.giveBack);
    return taken;
  };
  const first = await pool.take();
  first.giveBack();
  const second = await pool.take();
  const third = await take();
  expect(portOf(third), 'the port of the first').toBe(portOf(first));
  expect(third.host.ready.data).not.toBe(first.host.ready.data);
  second.giveBack();
  await occupy(portOf(second));
  await take();
  const fifth = await take();
  expect(portOf(fifth)).not.toBe(portOf(second));
  expect((await fifth.host.client.call('reflection.list', {})).items).toEqual([]);
});
