import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runPaths } from '@twicewise/client/data-folder';
import { type HostProcess, startHost } from '@twicewise/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';

const KEY = 'an-embedding-key-of-a-test';

let server: Server;
let keys: (string | undefined)[];
let host: HostProcess;
beforeEach(async () => {
  keys = [];
  server = createServer(async (request, response) => {
    keys.push(request.headers.authorization);
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { input } = JSON.parse(Buffer.concat(parts).toString('utf8')) as { input: string[] };
    const vectors = input.map((_, at) => [Math.sin(at), Math.cos(at), 1]);
    response.end(JSON.stringify({ data: vectors.map((embedding, index) => ({ index, embedding })) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = await startHost({ spawn: { env: { ...process.env, TWICEWISE_EMBEDDING_KEY: `${KEY}\n` } } });
});
afterEach(async () => {
  await host.stop();
  server.closeAllConnections();
  server.close();
});

/** Whether the key is in a database file of the data folder or in the log. */
function isOnDisk(): boolean {
  const { data } = host.ready;
  const files = readdirSync(data, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.db'));
  const { log } = runPaths(data);
  const paths = [...files.map((name) => join(data, name)), ...(existsSync(log) ? [log] : [])];
  return paths.some((path) => readFileSync(path).includes(KEY));
}

it('sends the key of its environment to the embedding server, keeps it nowhere, and says when vectors are ready', async () => {
  await host.client.call('reflection.store', { taskDescription: 'Task', outcome: 'success', projectId: 'p' });
  expect((await host.client.call('host.status', {})).vectors.state).toBe('off');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const changes = { 'embedding.provider': 'openai', 'embedding.url': url, 'embedding.model': 'tiny' } as const;
  await host.client.call('settings.set', { changes });
  while ((await host.client.call('host.status', {})).vectors.state !== 'ready') await wait(20);
  expect(new Set(keys)).toEqual(new Set([`Bearer ${KEY}`]));
  expect(existsSync(join(host.ready.data, 'vectors.db'))).toBe(true);
  expect(isOnDisk()).toBe(false);
  expect(host.stderr()).not.toContain(KEY);
});
