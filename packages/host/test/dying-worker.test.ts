import { setTimeout as wait } from 'node:timers/promises';
import { findHost } from '@twicewise/client/data-folder';
import { connectSocket, initialize, runCommand, startAgent, tempFolder } from '@twicewise/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHost, type Host } from '../src/create-host.ts';

let data: string;
let remove: () => void;
const logged: string[] = [];
const cleanups: (() => unknown)[] = [];
beforeEach(() => {
  ({ path: data, remove } = tempFolder('dying'));
  logged.length = 0;
});
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
  const host = findHost(data);
  if (host) process.kill(host.pid, 'SIGTERM');
  for (let n = 0; n < 100 && findHost(data) !== null; n++) await wait(50);
  remove();
});

async function mortalHost(): Promise<Host> {
  const host = await createHost({
    data,
    kind: 'background',
    port: null,
    uiFolder: null,
    workerUrl: new URL('./dying-worker.ts', import.meta.url),
    log: (message, error) => logged.push(`${message}: ${String(error)}`),
  });
  if ('taken' in host) throw new Error('the folder is taken');
  cleanups.push(() => host.close());
  return host;
}

const lesson = (taskDescription: string) => ({ taskDescription, outcome: 'failure', nextStrategy: 'go on' });

describe.each(['die before', 'die after'])('a host whose store worker is told to %s the commit', (order) => {
  it('cuts its connections without an answer, and ends', async () => {
    const host = await mortalHost();
    const client = await connectSocket(host.info.socket, { token: host.token, project: 'p' });
    await initialize(client);
    const asked = client.ask('tools/call', { name: 'reflection_store', arguments: lesson(order) });
    await expect(asked).rejects.toThrow('the connection ended before the answer');
    await client.closed;
    expect(await host.ended).toBe('failed');
    expect(logged.join()).toContain('the store worker died');
  });

  it('loses and doubles nothing of an agent: its bridge starts the next host and repeats', async () => {
    const host = await mortalHost();
    const agent = await startAgent({ data, project: 'p', args: ['--idle-end', '5'] });
    cleanups.push(agent.close);
    expect((await agent.tool('reflection_store', lesson('first'))).ok).toBe(true);
    expect((await agent.tool('reflection_store', lesson(order))).ok).toBe(true);
    expect(await host.ended).toBe('failed');
    expect(findHost(data)?.pid).not.toBe(process.pid);
    const listed = JSON.parse((await runCommand(['call', 'reflection.list', '{}', '--data', data])).stdout);
    expect(listed.value.items.map((item: { taskDescription: string }) => item.taskDescription)).toEqual([
      order,
      'first',
    ]);
  });
});
