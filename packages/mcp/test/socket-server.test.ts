import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Caller, Dispatch } from '@twicewise/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listenPrivately, McpSocket, type SocketLimits, WorkBudget } from '../src/index.ts';

const TOKEN = 'token';
const caller: Caller = { door: 'mcp', author: { kind: 'agent', name: 'a' }, client: null, session: 's', project: null };

let socket: McpSocket;
let budget: WorkBudget;
let path = '';
/** One function for each call in work, which answers the call. */
let waiting: (() => void)[] = [];
/** Connections that have ended. */
let ended = 0;
/** How long `serverFor` takes, in milliseconds. */
let settling = 0;
const slow: Dispatch = async () => {
  await new Promise<void>((resolve) => waiting.push(resolve));
  return { ok: false, error: { code: 'unavailable', message: 'No memory here.', hint: '-' } };
};

const LIMITS = { maxConnections: 3, maxInFlight: 4, stalledMs: 100 };

async function begin(limits: Partial<SocketLimits>): Promise<void> {
  path = join(tmpdir(), `tw-socket-${process.pid}-${Math.random().toString(36).slice(2)}.sock`);
  socket = new McpSocket({
    budget,
    path,
    token: TOKEN,
    serverFor: async () => {
      if (settling > 0) await wait(settling);
      return { dispatch: slow, callerOf: () => caller };
    },
    connected: () => () => ended++,
    limits,
  });
  await socket.listen();
}

beforeEach(async () => {
  waiting = [];
  ended = 0;
  settling = 0;
  budget = new WorkBudget(10_000_000);
  await begin(LIMITS);
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

/** Whether the socket closed the connection in both directions, not only its own. */
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
      // One at a time, so that each call has begun before it is cancelled.
      await wait(2);
    }
    expect(waiting.length).toBe(4);
    peer.destroy();
  });

  /** A peer that sends its handshake and then these tool calls. */
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
    await expect.poll(() => said).toContain('Too much is in work');
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
    // So the bridge blames no call for the end.
    expect(said).toContain('notifications/twicewise/ended');
    expect(await isCutOff(peer)).toBe(true);
  });

  it('that ends tells one whose first line it has not dealt with, too, so that its bridge blames no call', async () => {
    settling = 60_000;
    const peers = [await stubborn({ token: TOKEN, cwd: tmpdir() }), await stubborn()];
    const said = peers.map(() => '');
    for (const [at, peer] of peers.entries()) peer.on('data', (chunk: Buffer) => (said[at] += chunk.toString()));
    settling = 0;
    // This connection is answered, so the earlier ones are accepted by now.
    await once(await stubborn({ token: TOKEN }, { jsonrpc: '2.0', id: 1, method: 'ping' }), 'data');
    await socket.drain();
    for (const peer of peers) expect(await isCutOff(peer)).toBe(true);
    for (const one of said) expect(one).toContain('notifications/twicewise/ended');
  });
});

describe('a client that closes its side of an MCP socket', () => {
  const params = { name: 'memory_brief', arguments: { task: 'a task' } };
  const clientInfo = { name: 'c', version: '1' };
  const initialize = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  const hello = [
    { token: TOKEN, cwd: tmpdir() },
    { jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize },
  ];
  const call = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/call', params });
  const lines = (messages: object[]) => messages.map((message) => `${JSON.stringify(message)}\n`).join('');

  /** Sends all messages at once and closes its side; returns the ids of the answers when the connection has ended. */
  async function answersTo(...messages: object[]): Promise<unknown[]> {
    const peer = await stubborn();
    let said = '';
    peer.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    peer.end(lines(messages));
    await once(peer, 'close');
    const answers = said.split('\n').filter(Boolean);
    return answers.map((line) => (JSON.parse(line) as { id: unknown }).id);
  }

  it.each([0, 50])('is answered to the end when its server is there after %i ms, and then let go', async (ms) => {
    settling = ms;
    expect(await answersTo(...hello, { jsonrpc: '2.0', id: 2, method: 'ping' })).toEqual([1, 2]);
    await expect.poll(() => [ended, budget.used]).toEqual([1, 0]);
  });

  it('is answered what waits for its turn, too', async () => {
    const answers = answersTo(...hello, ...Array.from({ length: 10 }, (_, n) => call(n + 2)));
    for (let n = 0; n < 10; n++) {
      await expect.poll(() => waiting.length).toBeGreaterThan(n);
      expect(ended).toBe(0);
      waiting[n]?.();
    }
    expect((await answers).toSorted((a, b) => Number(a) - Number(b))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    await expect.poll(() => [ended, budget.used]).toEqual([1, 0]);
  });

  it('and never reads is cut off', async () => {
    const peer = await stubborn(...hello);
    peer.pause();
    // The answers exceed the system's buffers.
    peer.end(lines(Array.from({ length: 300 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'tools/list' }))));
    await expect.poll(() => budget.used).toBeGreaterThan(0);
    await expect.poll(() => [ended, budget.used], { timeout: 5000 }).toEqual([1, 0]);
    peer.destroy();
  });

  it('without a first line is let go', async () => {
    expect(await answersTo()).toEqual([]);
  });

  it('and is gone altogether ends its connection at once, whatever is in work', async () => {
    socket.cutOff();
    await begin({ ...LIMITS, stalledMs: 60_000 });
    const peer = await stubborn(...hello, ...Array.from({ length: 10 }, (_, n) => call(n + 2)));
    await expect.poll(() => waiting.length).toBe(4);
    peer.destroy();
    await expect.poll(() => ended).toBe(1);
    for (const answer of waiting.splice(0)) answer();
    await expect.poll(() => budget.used).toBe(0);
    expect(waiting).toEqual([]);
  });

  it('gets the answers of a host that ends, and does not hold it', async () => {
    const answers = answersTo(...hello, call(2));
    await expect.poll(() => waiting.length).toBe(1);
    const drained = socket.drain();
    waiting[0]?.();
    await drained;
    expect(await answers).toContain(2);
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
