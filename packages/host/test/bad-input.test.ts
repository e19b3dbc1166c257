import {
  connectSocket,
  type HostProcess,
  initialize,
  runCommand,
  type SocketClient,
  startHost,
} from '@twicewise/testkit';
import { verifies } from '@twicewise/testkit/verifies';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let host: HostProcess;
let client: SocketClient;
beforeAll(async () => {
  host = await startHost();
  client = await connectSocket(host.ready.socket, { token: host.ready.token, client: 'fuzz', project: 'fuzz' });
  await initialize(client);
});
afterAll(async () => {
  client.end();
  await host.stop();
});

const GOOD = { taskDescription: 'a task', outcome: 'success', nextStrategy: 'go on' };

interface Posted {
  status: number;
  envelope: { ok: boolean; error?: { code: string; reason?: string; hint: string } };
}

async function post(body: string | Uint8Array, operation = 'reflection.store'): Promise<Posted> {
  const response = await fetch(`${host.ready.api}/${operation}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${host.ready.token}` },
    body: body as string,
  });
  return { status: response.status, envelope: (await response.json()) as Posted['envelope'] };
}

async function lessons(): Promise<number> {
  return (await host.client.call('host.status', {})).counts.reflections;
}

describe('HTTP', () => {
  const bad: [string, string | Uint8Array, string, string | undefined][] = [
    ['not JSON', '{', 'invalid_input', 'malformed'],
    ['not UTF-8', new Uint8Array([0x22, 0xff, 0xfe, 0x22]), 'invalid_input', 'malformed'],
    ['an array', '[]', 'invalid_input', undefined],
    ['deep JSON', `${'['.repeat(100_000)}`, 'invalid_input', 'too_deep'],
    ['a body over 1 MB', JSON.stringify({ ...GOOD, text: 'x'.repeat(1_100_000) }), 'invalid_input', 'too_large'],
    [
      'a lesson over 256 KB',
      JSON.stringify({ ...GOOD, whatWorked: Array.from({ length: 5 }, (_, n) => `${n}${'x'.repeat(60_000)}`) }),
      'invalid_input',
      'too_large',
    ],
    [
      '__proto__ as a field',
      `{"__proto__":{"polluted":true},${JSON.stringify(GOOD).slice(1)}`,
      'invalid_input',
      undefined,
    ],
    [
      'a lone surrogate',
      JSON.stringify({ ...GOOD, nextStrategy: 'x' }).replace('"x"', '"\\ud800"'),
      'invalid_input',
      undefined,
    ],
  ];
  it.each(bad)('%s is refused, changes nothing, and the next request works', async (_what, body, code, reason) => {
    const before = await lessons();
    const { status, envelope } = await post(body);
    expect(envelope).toMatchObject({ ok: false, error: { code, ...(reason ? { reason } : {}) } });
    expect(status).toBe(400);
    expect(envelope.error?.hint).toBeTruthy();
    expect(await lessons()).toBe(before);
    expect((await post(JSON.stringify(GOOD))).status).toBe(200);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('MCP socket', () => {
  it('malformed protocol lines are answered as errors and the next request works', async () => {
    verifies('T27');
    const lines = [
      '{',
      'null',
      '[]',
      '{}',
      '"text"',
      '{"jsonrpc":"1.0","id":1,"method":"x"}',
      '{"jsonrpc":"2.0","id":{},"method":"x"}',
      '{"jsonrpc":"2.0","id":1e400,"method":"x"}',
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${'{"a":'.repeat(200)}1${'}'.repeat(200)}}`,
      '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":[]}',
      '{"jsonrpc":"2.0","id":8,"method":5}',
    ];
    for (const line of lines) {
      client.raw(`${line}\n`);
      expect(await client.next()).toHaveProperty('error');
    }
    client.raw(new Uint8Array([0xff, 0xfe, 0x0a]));
    expect(await client.next()).toMatchObject({ error: { code: -32700 } });
    expect(await client.ask('tools/list')).toHaveProperty('result.tools');
  });

  it('generated garbage never ends the connection or the host', async () => {
    verifies('T27');
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.json(),
          fc.json().map((json) => `{"jsonrpc":"2.0","id":"fuzz","method":"tools/call","params":${json}}`),
        ),
        async (text) => {
          client.raw(`${text.replaceAll('\n', ' ')}\n`);
          expect(await client.ask('ping')).toHaveProperty('result');
        },
      ),
      { numRuns: 300 },
    );
  });

  it('arguments that break the schema give a tool error with a next step, never a stack', async () => {
    verifies('T31');
    const before = await lessons();
    const tools = ['reflection_store', 'reflection_get'];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...tools),
        fc.dictionary(
          fc.constantFrom(
            'taskDescription',
            'outcome',
            'whatWorked',
            'limit',
            'id',
            'sessionId',
            '__proto__',
            'constructor',
            'x',
          ),
          fc.jsonValue({ maxDepth: 3 }),
        ),
        async (name, input) => {
          const answer = await client.ask('tools/call', { name, arguments: { ...input, surplus: 1 } });
          const result = answer.result as { isError?: boolean; content: { text: string }[] };
          expect(result.isError).toBe(true);
          expect(result.content[0]?.text).toContain('Next step:');
          expect(JSON.stringify(answer)).not.toMatch(/node_modules|\n\s+at /);
        },
      ),
      { numRuns: 400 },
    );
    expect(await lessons()).toBe(before);
  });

  it('a good call is not an error (control)', async () => {
    const answer = await client.ask('tools/call', { name: 'reflection_store', arguments: GOOD });
    expect(answer.result).not.toHaveProperty('isError', true);
  });

  it('an unknown tool names those there are', async () => {
    const answer = await client.ask('tools/call', { name: 'reflection_erase', arguments: {} });
    expect(answer.result).toMatchObject({ isError: true });
    expect(JSON.stringify(answer.result)).toContain('Use one of memory_brief, reflection_search');
  });
});

describe('command line', () => {
  it('wrong usage ends with 2, failures with 1 and an envelope', async () => {
    const data = ['--data', host.ready.data];
    expect((await runCommand([])).code).toBe(2);
    expect((await runCommand(['nonsense'])).code).toBe(2);
    expect((await runCommand(['call'])).code).toBe(2);
    expect((await runCommand(['serve', '--port', 'x', ...data])).code).toBe(2);
    expect((await runCommand(['import', ...data])).code).toBe(2);
    const failed = await runCommand(['call', 'reflection.get', '{"id":"nope"}', ...data]);
    expect(failed.code).toBe(1);
    expect(JSON.parse(failed.stdout)).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
    const garbage = await runCommand(['call', 'reflection.list', '{', ...data]);
    expect([garbage.code, JSON.parse(garbage.stdout).error.reason]).toEqual([1, 'malformed']);
    for (const command of ['serve', 'mcp', 'call', 'import', 'doctor']) {
      const help = await runCommand([command, '--help']);
      expect([help.code, help.stdout]).toEqual([0, expect.stringContaining('Usage: twicewise')]);
    }
  });
});

describe('a cursor of another list', () => {
  it('is refused also by what is read on the second thread', async () => {
    for (let n = 0; n < 2; n++) await post(JSON.stringify({ ...GOOD, projectId: 'cursors' }));
    const { nextCursor } = await host.client.call('operation.list', { limit: 1 });
    for (const cursor of [nextCursor, 'garbage']) {
      const { status, envelope } = await post(JSON.stringify({ limit: 1, cursor }), 'reflection.neglected');
      expect(envelope).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
      expect(status).toBe(400);
    }
    expect((await post('{"limit":1}', 'reflection.neglected')).status).toBe(200);
  });
});

/** Every error is shorter than this, in UTF-16 units. */
const MAX_ERROR = 6000;
/** Maximum number of characters that an error quotes from the input. */
const MAX_QUOTED = 300;

describe('errors do not repeat bad input', () => {
  const key = (n: number) => `~key${n}~`;
  const unknownKeys = Object.fromEntries(Array.from({ length: 30_000 }, (_, n) => [key(n), n]));
  const nested = { ...GOOD, extra: 'x', lessonsUsed: Array.from({ length: 9 }, () => unknownKeys).slice(0, 1) };
  const long = '~'.repeat(300_000);
  const operations: [string, object][] = [
    ['reflection.store', { ...GOOD, ...unknownKeys }],
    ['reflection.store', nested],
    ['reflection.store', { ...GOOD, [long]: 1 }],
    ['reflection.update', { id: 'x', changes: { [long]: long } }],
    ['reflection.get', { id: long }],
    ['reflection.list', { cursor: long }],
    ['project.get', { id: long.slice(0, 500) }],
    ['settings.set', { [long]: long }],
    ['import.episodes', { path: `/${'~'.repeat(4000)}` }],
    ['import.lessons', { path: `/${'~'.repeat(4000)}` }],
    ['import.history', { agent: 'claude-code', folder: `/${'~'.repeat(4000)}` }],
    ['bundle.preview', { path: `/${'~'.repeat(4000)}` }],
    ['~'.repeat(2000), {}],
  ];

  const quoted = (said: string) => said.split('~').length - 1 + (said.match(/~key\d+~/g) ?? []).join('').length;

  function bounded(said: string): void {
    expect(said.length).toBeLessThan(MAX_ERROR);
    // An agent gets each quote twice: as text and as data.
    expect(quoted(said)).toBeLessThanOrEqual(2 * MAX_QUOTED);
  }

  it.each(operations)('over HTTP: %.20s', async (operation, input) => {
    const { envelope } = await post(JSON.stringify(input), operation);
    expect(envelope.ok).toBe(false);
    bounded(JSON.stringify(envelope));
  });

  it('over the MCP socket, whatever of the protocol is bad', async () => {
    const asked: [string, object][] = [
      ['tools/call', { name: 'reflection_store', arguments: { ...GOOD, ...unknownKeys } }],
      ['tools/call', { name: 'reflection_store', arguments: { ...GOOD, [long]: 1 } }],
      ['tools/call', { name: 'reflection_get', arguments: { id: long } }],
      ['tools/call', { name: long, arguments: {} }],
      ['tools/call', { name: 5, [long]: long, arguments: long }],
      ['resources/read', { uri: long }],
      ['resources/read', { uri: `twicewise://lesson/${long}` }],
      ['prompts/get', { name: long }],
      ['prompts/get', { name: 'brief', arguments: { task: [long] } }],
      ['tools/list', { cursor: [long] }],
      [long, {}],
      ['logging/setLevel', { level: long }],
      ['completion/complete', { ref: { type: long }, argument: long }],
    ];
    for (const [method, params] of asked) {
      const answer = await client.ask(method, params);
      bounded(JSON.stringify(answer));
    }
    const late = await connectSocket(host.ready.socket, { token: host.ready.token, client: 'x', project: 'y' });
    const clientInfo = { name: 'x', version: '1' };
    bounded(JSON.stringify(await late.ask('initialize', { protocolVersion: [long], capabilities: {}, clientInfo })));
    late.end();
  });

  it('over MCP by HTTP', async () => {
    const ask = async (method: string, params: object) => {
      const response = await fetch(`${host.ready.api.replace('/api', '')}/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${host.ready.token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2025-11-25',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      });
      return response.text();
    };
    bounded(await ask('resources/read', { uri: long }));
    bounded(await ask('tools/call', { name: 'reflection_store', arguments: { ...GOOD, ...unknownKeys } }));
    bounded(await ask('tools/call', { name: 5, arguments: long, [long]: long }));
    bounded(await ask(long, {}));
  });

  it('on the command line', async () => {
    const { stdout } = await runCommand(['call', 'reflection.store', '-', '--data', host.ready.data], {
      input: JSON.stringify({ ...GOOD, ...unknownKeys }),
    });
    bounded(stdout);
  });
});
