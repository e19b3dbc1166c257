import { connect } from 'node:net';
import { findHost } from '@twicewise/client/data-folder';
import type { Envelope } from '@twicewise/contract';
import { DATA_META } from '@twicewise/mcp';
import {
  connectHttpAgent,
  connectSocket,
  type HostProcess,
  initialize,
  runCommand,
  startHost,
  tempFolder,
  toEnvelope,
} from '@twicewise/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let host: HostProcess;
beforeAll(async () => {
  host = await startHost();
});
afterAll(() => host.stop());

const META = 'twicewise/key';
const lesson = (taskDescription: string) => ({
  taskDescription,
  outcome: 'success',
  nextStrategy: 'go on',
  projectId: 'keys',
});

/** Sends one request to the control socket and returns the answer. */
function overControl(asked: object): Promise<Envelope> {
  const info = findHost(host.ready.data);
  return new Promise((resolve, reject) => {
    const socket = connect(info?.control ?? '');
    socket.on('error', reject);
    socket.on('data', (part) => {
      resolve(JSON.parse(part.toString('utf8')) as Envelope);
      socket.destroy();
    });
    socket.write(`${JSON.stringify({ token: info?.token, ...asked })}\n`);
  });
}

async function overSocket(task: string, key: unknown): Promise<Envelope> {
  const client = await connectSocket(host.ready.socket, { token: host.ready.token, project: 'keys' });
  await initialize(client);
  const params = { name: 'reflection_store', arguments: lesson(task), _meta: { [META]: key, [DATA_META]: true } };
  const { result } = await client.ask('tools/call', params);
  client.end();
  return toEnvelope(result as Record<string, unknown>);
}

async function overHttpMcp(task: string, key: string): Promise<Envelope> {
  const { client, close } = await connectHttpAgent(host.ready, { name: 'keys' });
  const call = { name: 'reflection_store', arguments: lesson(task), _meta: { [META]: key, [DATA_META]: true } };
  const answer = toEnvelope((await client.callTool(call)) as Record<string, unknown>);
  await close();
  return answer;
}

const caller = { door: 'cli', author: { kind: 'person', name: 'x' }, client: null, session: null, project: null };
const doors: [string, (task: string, key: string) => Promise<Envelope>][] = [
  ['HTTP', (task, key) => host.send('reflection.store', lesson(task), { key })],
  ['the MCP socket', overSocket],
  ['MCP over HTTP', overHttpMcp],
  [
    'the control socket',
    (task, key) => overControl({ command: 'call', name: 'reflection.store', input: lesson(task), key, caller }),
  ],
];

const stored = async () => (await host.client.call('host.status', {})).counts.reflections;
const head = 'k'.repeat(200);

describe('an idempotency key', () => {
  it.each(doors)('over 200 characters is refused over %s, and changes nothing', async (_door, store) => {
    const before = await stored();
    for (const tail of ['a', 'b']) {
      const answer = await store(`long ${tail}`, head + tail);
      expect(answer).toMatchObject({ ok: false, error: { code: 'invalid_input', reason: 'too_large' } });
      expect(answer.ok ? '' : `${answer.error.message} ${answer.error.hint}`).toMatch(/201 .*200.*nothing was changed/);
    }
    expect(await stored()).toBe(before);
  });

  it.each(doors)('of 200 characters is taken whole over %s, and gives the same answer again', async (door, store) => {
    const before = await stored();
    const keys = ['a', 'b'].map((tail) => `${door} ${'k'.repeat(199 - door.length - 1)}${tail}`);
    for (const key of keys) {
      expect(key).toHaveLength(200);
      const first = await store(`task of ${key}`, key);
      expect(first.ok).toBe(true);
      expect(await store(`task of ${key}`, key)).toEqual(first);
      expect(await store('another task', key)).toMatchObject({ ok: false, error: { reason: 'key_reused' } });
    }
    expect(await stored()).toBe(before + 2);
  });

  it('too long is refused at the command line, too, when no host runs', async () => {
    const folder = tempFolder('keys');
    const input = JSON.stringify(lesson('long'));
    const { code, stdout } = await runCommand([
      'call',
      'reflection.store',
      input,
      '--key',
      `${head}a`,
      '--data',
      folder.path,
    ]);
    expect([code, JSON.parse(stdout)]).toMatchObject([1, { ok: false, error: { code: 'invalid_input' } }]);
    folder.remove();
  });

  it('that is empty, no text, or not to be told from others once stored is refused', async () => {
    const before = await stored();
    for (const key of ['', 7, null, { a: 1 }, '\ud800', 'a\u0000b']) {
      const answer = await overSocket('odd', key);
      expect(answer).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
      expect(answer.ok ? '' : answer.error.message).toContain('key');
    }
    expect(await stored()).toBe(before);
  });
});
