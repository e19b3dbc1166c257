import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Caller, Dispatch } from '@twicewise/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listenPrivately, McpSocket, WorkBudget } from '../src/index.ts';

const TOKEN = 'token';
const caller: Caller = { door: 'mcp', author: { kind: 'agent', name: 'a' }, client: null, session: 's', project: null };

let socket: McpSocket;
let budget: WorkBudget;
let path = '';
/** Called once for each call that is in work; the call is answered when it is resolved. */
let waiting: (() => void)[] = [];
/** Connections that have ended. */
let ended = 0;
const slow: Dispatch = async () => {
  await new Promise<void>((resolve) => waiting.push(resolve));
  return { ok: false, error: { code: 'unavailable', message: 'No memory here.', hint: '-' } };
};

beforeEach(async () => {
  path = join(tmpdir(), `tw-socket-${process.pid}-${Math.random().toString(36).slice(2)}.sock`);
  waiting = [];
  ended = 0;
  budget = new WorkBudget(10_000_000);
  socket = new McpSocket({
    budget,
    path,
    token: TOKEN,
    serverFor: () => ({ dispatch: slow, callerOf: () => caller }),
    connected: () => () => ended++,
    limits: { maxConnections: 3, maxInFlight: 4, stalledMs: 100 },
  });
  await socket.listen();
});
afterEach(() => socket.cutOff());

/** A peer that never closes its side by itself. */
async function stubborn(...lines: object[]): Promise<Socket> {
  const peer = connect({ path, allowHalfOpen: true });
  peer.on('error', () => {});
  await once(peer, 'connect');
  for (const line of lines) peer.write(`${JSON.stringify(line)}\n`);
  return peer;
}

/** Whether the other side is gone altogether, not only done with sending. */
async function isCutOff(peer: Socket): Promise<boolean> {
  peer.resume();
  await wait(500);
  peer.write('x\n');
  await wait(50);
  return peer.destroyed;
}

describe('MCP socket', () => {
  it('a wrong token is told once and cut off, whatever the peer does', async () => {
    const peer = await stubborn({ token: 'wrong' });
    const [answer] = (await once(peer, 'data')) as [Buffer];
    expect(JSON.parse(answer.toString())).toMatchObject({ id: null, error: { code: -32001 } });
    expect(await isCutOff(peer)).toBe(true);
  });

  it('peers that were refused take no place from others', async () => {
    for (let n = 0; n < 3; n++) await stubborn({ token: 'wrong' });
    await wait(500);
    const peer = await stubborn({ token: TOKEN }, { jsonrpc: '2.0', id: 1, method: 'ping' });
    const [answer] = (await once(peer, 'data')) as [Buffer];
    expect(JSON.parse(answer.toString())).toHaveProperty('id', 1);
  });

  it('one that is served stays (control)', async () => {
    const peer = await stubborn({ token: TOKEN });
    expect(await isCutOff(peer)).toBe(false);
    peer.destroy();
  });

  it('calls that are cancelled at once do not pile up behind the connection', async () => {
    const params = { name: 'memory_brief', arguments: { task: 'a task' } };
    const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } };
    const peer = await stubborn({ token: TOKEN }, { jsonrpc: '2.0', id: 'i', method: 'initialize', params: hello });
    for (let id = 0; id < 50; id++) {
      peer.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })}\n`);
      const requestId = { requestId: id };
      peer.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: requestId })}\n`);
      // One at a time, so that each call has begun before it is taken back.
      await wait(2);
    }
    expect(waiting.length).toBe(4);
    peer.destroy();
  });

  /** A peer that has shaken hands and sends calls of a tool. */
  async function calling(calls: object[]): Promise<Socket> {
    const clientInfo = { name: 'c', version: '1' };
    const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    const peer = await stubborn({ token: TOKEN }, { jsonrpc: '2.0', id: 'i', method: 'initialize', params: hello });
    for (const [id, params] of calls.entries())
      peer.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })}\n`);
    return peer;
  }
  const wholeLesson = { name: 'reflection_get', arguments: { id: 'refl_01ARZ3NDEKTSV4RRFFQ69G5FAV' } };
  const brief = { name: 'memory_brief', arguments: { task: 'a task' } };

  it('calls wait for each other when their answers may be large, and small ones do not', async () => {
    socket.cutOff();
    socket = new McpSocket({
      path: `${path}.wide`,
      token: TOKEN,
      serverFor: () => ({ dispatch: slow, callerOf: () => caller }),
      connected: () => () => {},
    });
    path = `${path}.wide`;
    await socket.listen();
    const large = await calling(Array.from({ length: 20 }, () => wholeLesson));
    await expect.poll(() => waiting.length).toBe(2);
    await wait(50);
    expect(waiting.length).toBe(2);
    for (let n = 0; n < 20; n++) {
      await expect.poll(() => waiting.length).toBeGreaterThan(n);
      waiting[n]?.();
    }
    waiting = [];
    const small = await calling(Array.from({ length: 40 }, () => brief));
    await expect.poll(() => waiting.length).toBe(32);
    large.destroy();
    small.destroy();
  });

  it('without room in all a call is refused, and who does not read is cut off for it', async () => {
    budget.share().add(9_950_000);
    const peer = await calling([brief]);
    let said = '';
    peer.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    await expect.poll(() => said).toContain('rate_limited');
    expect(waiting).toHaveLength(0);
    const deaf = await calling(Array.from({ length: 3 }, () => ({ name: 'no such tool '.repeat(10) })));
    deaf.pause();
    for (let id = 10; id < 3000 && !deaf.writableNeedDrain; id++) {
      deaf.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list' })}\n`);
    }
    await expect.poll(() => [budget.hasRoom(10_000_000), ended], { timeout: 5000, interval: 50 }).toEqual([false, 1]);
    expect(peer.destroyed).toBe(false);
    deaf.destroy();
    peer.destroy();
  });

  it('a hand-over lets calls in work be answered, then cuts off who does not close', async () => {
    const params = { name: 'memory_brief', arguments: { task: 'a task' } };
    const clientInfo = { name: 'c', version: '1' };
    const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    const peer = await stubborn(
      { token: TOKEN },
      { jsonrpc: '2.0', id: 1, method: 'initialize', params: hello },
      { jsonrpc: '2.0', id: 2, method: 'tools/call', params },
    );
    let said = '';
    peer.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    await expect.poll(() => waiting.length).toBe(1);
    let isDone = false;
    const drained = socket.drain().then(() => {
      isDone = true;
    });
    await wait(100);
    expect(isDone).toBe(false);
    waiting[0]?.();
    await drained;
    expect(said).toContain('"id":2');
    // A bridge then blames no call for the end.
    expect(said).toContain('notifications/twicewise/ended');
    expect(await isCutOff(peer)).toBe(true);
  });
});

describe('listening', () => {
  it('connections that cannot be accepted are told and end nothing', async () => {
    const server = createServer();
    const told: string[] = [];
    await listenPrivately(server, `${path}.second`, (error) => told.push(error.message));
    for (const message of ['accept EMFILE', 'accept ENFILE']) server.emit('error', new Error(message));
    expect(told).toEqual(['accept EMFILE', 'accept ENFILE']);
    server.close();
    rmSync(`${path}.second`, { force: true });
  });

  it('a path that cannot be listened on is an error (control)', async () => {
    await expect(listenPrivately(createServer(), path)).rejects.toThrow(/EADDRINUSE/);
  });
});
