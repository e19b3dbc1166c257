import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { HostPool, type PooledHost } from '@twicewise/testkit';
import { expect, onTestFinished, test, vi } from 'vitest';

const portOf = ({ host }: PooledHost) => Number(new URL(host.ready.api).port);

function newPool(): HostPool {
  const pool = new HostPool();
  onTestFinished(() => pool.close());
  return pool;
}

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

test('the next host of a pool has the port and home of the last, and nothing that was left in them', async () => {
  const pool = newPool();
  const first = await pool.take();
  await first.host.client.call('reflection.store', { taskDescription: 'Fix the login', outcome: 'failure' });
  writeFileSync(join(first.home, 'left-behind'), 'yes');
  const { data, token, pid } = first.host.ready;
  first.giveBack();
  const second = await pool.take();
  expect([portOf(second), second.home, second.host.ready.pid]).toEqual([portOf(first), first.home, pid]);
  expect(second.host.ready.token).not.toBe(token);
  expect(second.host.ready.data).not.toBe(data);
  expect(existsSync(data), 'the memory of the first').toBe(false);
  expect(readdirSync(second.home)).toEqual([]);
  expect((await second.host.client.call('reflection.list', {})).items).toEqual([]);
  expect((await second.host.client.call('operation.list', {})).items).toEqual([]);
});

test('a host whose port another program took meanwhile gets another', async () => {
  const pool = newPool();
  const first = await pool.take();
  await first.host.client.call('reflection.list', {});
  first.giveBack();
  await occupy(portOf(first));
  const second = await pool.take();
  expect(portOf(second)).not.toBe(portOf(first));
  expect((await second.host.client.call('reflection.list', {})).items).toEqual([]);
});

test.for(['SIGKILL', 'SIGSTOP'] as const)('after %s there is another process for the next host', async (signal) => {
  const pool = newPool();
  const first = await pool.take();
  const { pid, data } = first.host.ready;
  process.kill(pid, signal);
  first.giveBack();
  const second = await pool.take();
  expect(second.host.ready.pid).not.toBe(pid);
  expect(existsSync(data)).toBe(false);
  expect((await second.host.client.call('reflection.list', {})).items).toEqual([]);
});
