import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { runPaths } from '@twicewise/client/data-folder';
import { connectSocket, type HostProcess, startHost } from '@twicewise/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let host: HostProcess;
beforeEach(async () => {
  host = await startHost();
});
afterEach(() => host.stop());

function logged(): string {
  const { log } = runPaths(host.ready.data);
  return existsSync(log) ? readFileSync(log, 'utf8') : '';
}

const call = (id: number) =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'reflection_get', arguments: {} } });

describe('the host log', () => {
  it('has no stacks of clients that die with calls in work', async () => {
    for (let round = 0; round < 8; round++) {
      const client = await connectSocket(host.ready.socket, { token: host.ready.token, client: 'dying' });
      client.raw(`${Array.from({ length: 300 }, (_, n) => call(n)).join('\n')}\n`);
      await client.next();
      client.socket.destroy();
    }
    const aborted = new AbortController();
    const { api, token } = host.ready;
    const requests = Array.from({ length: 50 }, () =>
      fetch(`${api}/reflection.list`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        signal: aborted.signal,
      }).catch(() => null),
    );
    aborted.abort();
    await Promise.all(requests);
    await wait(300);
    expect((await host.send('project.list', {})).ok).toBe(true);
    expect(logged()).not.toMatch(/EPIPE|ECONNRESET|\n\s+at /);
    expect(host.stderr()).not.toMatch(/EPIPE|ECONNRESET|\n\s+at /);
  });
});
