import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { type Caller, type Dispatch, jsonDepth, MAX_AGENT_MESSAGE_BYTES, MAX_JSON_DEPTH } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Bridge, MAX_LINE_BYTES } from '../src/bridge/bridge.js';
import { isTooDeep, MAX_DEPTH } from '../src/bridge/messages.js';
import { McpSocket } from '../src/index.ts';
import { isJsonRpc, malformedLines } from './malformed-lines.ts';

const TOKEN = 'token';
const caller: Caller = { door: 'mcp', author: { kind: 'agent', name: 'a' }, client: null, session: 's', project: null };
const refuse: Dispatch = async () => ({
  ok: false,
  error: { code: 'unavailable', message: 'No memory here.', hint: '-' },
});

const path = join(tmpdir(), `tw-malformed-${process.pid}.sock`);
const socket = new McpSocket({
  path,
  token: TOKEN,
  serverFor: () => ({ dispatch: refuse, callerOf: () => caller }),
  connected: () => () => {},
});
beforeAll(() => socket.listen());
afterAll(() => socket.cutOff());

/** The real bridge to a real socket, with the streams that an agent writes and reads. */
function agentSide() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const bridge = new Bridge({
    find: () => ({ socket: path, token: TOKEN }),
    doctor: 'twicewise doctor',
    startHost: () => {},
    cwd: '/',
    project: null,
    parent: process.pid,
    input,
    output,
    log: () => {},
    exit: () => {},
  });
  const lines: Buffer[] = [];
  let rest = Buffer.alloc(0);
  output.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(0x0a); end >= 0; end = rest.indexOf(0x0a)) {
      lines.push(rest.subarray(0, end));
      rest = rest.subarray(end + 1);
    }
  });
  bridge.start();
  const send = (line: string | Buffer) => input.write(Buffer.concat([Buffer.from(line), Buffer.from('\n')]));
  const answered = async (id: string) => {
    const mark = `"id":"${id}"`;
    await expect
      .poll(() => lines.some((line) => line.includes(mark) && line.includes('"result"')), { interval: 1 })
      .toBe(true);
  };
  return { bridge, input, send, lines, answered };
}

const clientInfo = { name: 'fuzz', version: '1' };
const INITIALIZE = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };

describe('malformed protocol lines through the bridge', () => {
  it('every next request is answered and only JSON-RPC comes out (T27 in short)', async () => {
    verifies('T27');
    const { bridge, input, send, lines, answered } = agentSide();
    send(JSON.stringify({ jsonrpc: '2.0', id: 'hello', method: 'initialize', params: INITIALIZE }));
    await answered('hello');
    let sent = 0;
    for (const line of malformedLines(200)) {
      send(line);
      send(JSON.stringify({ jsonrpc: '2.0', id: `probe ${++sent}`, method: 'tools/list' }));
      await answered(`probe ${sent}`);
    }
    expect(lines.length).toBeGreaterThan(300);
    expect(lines.filter((line) => !isJsonRpc(line)).map(String)).toEqual([]);
    await expect.poll(() => bridge.unanswered.size).toBe(0);
    input.end();
  });

  it('a call whose arguments are null is one without arguments, and reaches its tool', async () => {
    const { input, send, lines, answered } = agentSide();
    send(JSON.stringify({ jsonrpc: '2.0', id: 'hello', method: 'initialize', params: INITIALIZE }));
    await answered('hello');
    const params = { name: 'reflection_get', arguments: null };
    send(JSON.stringify({ jsonrpc: '2.0', id: 'call', method: 'tools/call', params }));
    await answered('call');
    expect(lines.find((line) => line.includes('"id":"call"'))?.toString()).toContain('No memory here.');
    input.end();
  });

  it('the check notices what is not JSON-RPC (control)', () => {
    const wrong = ['', 'x', '{}', '[]', '{"jsonrpc":"2.0","id":1}', '{"jsonrpc":"2.0","id":1,"result":1,"error":1}'];
    expect(wrong.filter((line) => isJsonRpc(Buffer.from(line)))).toEqual([]);
    expect(isJsonRpc(Buffer.from([0x22, 0xff, 0x22]))).toBe(false);
    expect(isJsonRpc(Buffer.from('{"jsonrpc":"2.0","id":null,"error":{}}'))).toBe(true);
  });
});

it('a line may be as long for the bridge as for the host, so that no request is lost between the two', () => {
  expect(MAX_LINE_BYTES).toBe(MAX_AGENT_MESSAGE_BYTES);
});

describe('depth of a message', () => {
  it('is what the host counts, so that no request is lost between the two', () => {
    expect(MAX_DEPTH).toBe(MAX_JSON_DEPTH);
    const nested = fc
      .integer({ min: 28, max: 36 })
      .chain((depth) =>
        fc.constantFrom('', '1', '[]', '{}', '"["').map((core) => `${'['.repeat(depth)}${core}${']'.repeat(depth)}`),
      );
    fc.assert(
      fc.property(fc.oneof(fc.json(), nested), (json) => {
        expect(isTooDeep(JSON.parse(json))).toBe(jsonDepth(json) > MAX_JSON_DEPTH);
      }),
    );
  });
});
