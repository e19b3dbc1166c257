import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { CONNECTION_LIMITS, type ConnectionLimits, LineSplitter, LineTransport, WorkBudget } from '../src/index.ts';

describe('line splitter', () => {
  it('any chunking gives the same lines', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary' }).map((line) => line.replaceAll('\n', ' '))),
        fc.integer({ min: 1, max: 9 }),
        (lines, size) => {
          const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
          const splitter = new LineSplitter(1_000_000);
          const got: string[] = [];
          for (let at = 0; at < bytes.length; at += size) {
            for (const line of splitter.push(bytes.subarray(at, at + size)) ?? []) got.push(line.toString());
          }
          expect(got).toEqual(lines.map((line) => Buffer.from(line).toString()));
        },
      ),
    );
  });

  it('a line over the limit is refused in one chunk or many, one of the limit is not', () => {
    const full = Buffer.from(`${'x'.repeat(10)}\n`);
    expect(new LineSplitter(10).push(full)).toHaveLength(1);
    expect(new LineSplitter(9).push(full)).toBeNull();
    const slow = new LineSplitter(9);
    let refused = false;
    for (const byte of full.subarray(0, 10)) refused ||= slow.push(Buffer.from([byte])) === null;
    expect(refused).toBe(true);
  });
});

const open: { server: Server; peer: Socket; path: string }[] = [];
afterEach(() => {
  for (const { server, peer, path } of open.splice(0)) {
    peer.destroy();
    server.close();
    rmSync(path, { force: true });
  }
});

/** A transport at one end of a real socket. The peer reads nothing until a test does, and never closes by itself. */
async function connected(changed: Partial<ConnectionLimits> = {}, budget = new WorkBudget()) {
  const limits = { ...CONNECTION_LIMITS, maxLineBytes: 10_000, maxInFlight: 4, ...changed };
  const path = join(tmpdir(), `tw-lines-${process.pid}-${Math.random().toString(36).slice(2)}.sock`);
  const server = createServer({ allowHalfOpen: true });
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  await new Promise<void>((resolve) => server.listen(path, resolve));
  const peer = connect({ path, allowHalfOpen: true });
  peer.on('error', () => {});
  const [socket] = await accepted;
  open.push({ server, peer, path });
  const transport = new LineTransport(socket, limits, budget);
  const got: JSONRPCMessage[] = [];
  transport.onmessage = (message) => got.push(message);
  await transport.start();
  const say = (message: object) => peer.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  return { transport, socket, peer, got, say };
}

async function firstLine(peer: Socket): Promise<Record<string, unknown>> {
  const [chunk] = (await once(peer, 'data')) as [Buffer];
  return JSON.parse(chunk.toString().split('\n')[0] ?? '') as Record<string, unknown>;
}

describe('line transport', () => {
  it('says nothing of a peer that closes its side after ours was ended, as in a hand-over', async () => {
    const { transport, socket, peer } = await connected();
    const errors: Error[] = [];
    transport.onerror = (error) => errors.push(error);
    peer.resume();
    socket.end();
    await once(peer, 'end');
    peer.end();
    await once(socket, 'close');
    expect(errors).toEqual([]);
  });

  it('takes no more requests than its limit, whatever ids they have', async () => {
    const { got, say } = await connected();
    for (let n = 0; n < 50; n++) say({ id: 'same', method: 'tools/call' });
    await wait(50);
    expect(got).toHaveLength(4);
  });

  it('answers of the client to nothing free no place', async () => {
    const { got, say } = await connected();
    for (let n = 0; n < 50; n++) {
      say({ id: n, method: 'tools/call' });
      say({ id: n, result: {} });
    }
    await wait(50);
    expect(got.filter((message) => 'method' in message)).toHaveLength(4);
  });

  it('an answer or a cancellation makes place for the next (control)', async () => {
    const { transport, got, say } = await connected();
    for (let n = 0; n < 6; n++) say({ id: n, method: 'tools/call' });
    await wait(50);
    await transport.send({ jsonrpc: '2.0', id: 0, result: {} });
    expect(got).toHaveLength(5);
    await transport.send({ jsonrpc: '2.0', id: 1, result: {} });
    expect(got).toHaveLength(6);
    await transport.send({ jsonrpc: '2.0', id: 2, result: {} });
    say({ method: 'notifications/cancelled', params: { requestId: 3 } });
    for (const id of [6, 7]) say({ id, method: 'tools/call' });
    await wait(50);
    expect(got).toHaveLength(9);
  });

  it('a peer that sends garbage and reads no answer fills no memory', async () => {
    const { socket, peer } = await connected({ maxUnreadable: 1_000_000, maxIdleLines: 1_000_000 });
    peer.pause();
    for (let n = 0; n < 40; n++) peer.write('{\n'.repeat(5000));
    await wait(300);
    expect(socket.writableLength).toBeLessThan(200_000);
    expect(socket.listenerCount('close')).toBeLessThan(5);
  });

  it('everything is answered once such a peer reads (control)', async () => {
    const { peer } = await connected({ maxUnreadable: 1_000_000, maxIdleLines: 1_000_000 });
    peer.pause();
    for (let n = 0; n < 4; n++) peer.write('{\n'.repeat(5000));
    let lines = 0;
    peer.resume();
    peer.on('data', (chunk: Buffer) => {
      for (const byte of chunk) if (byte === 0x0a) lines++;
    });
    for (let n = 0; n < 100 && lines < 20_000; n++) await wait(20);
    expect(lines).toBe(20_000);
  });

  it('rests between a few lines that ask for nothing, however many have come, and takes all in the end', async () => {
    const { transport, peer } = await connected({ restMs: 1 });
    let [inTurn, most, taken] = [0, 0, 0];
    transport.onmessage = () => {
      if (inTurn === 0) {
        setImmediate(() => {
          inTurn = 0;
        });
      }
      most = Math.max(most, ++inTurn);
      taken++;
    };
    const line = '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}\n';
    peer.write(line.repeat(3000));
    await expect.poll(() => taken, { timeout: 20_000 }).toBe(3000);
    expect(most).toBeLessThanOrEqual(2 * CONNECTION_LIMITS.maxIdleLines);
  });

  it('does not rest between requests (control)', async () => {
    const { transport, peer } = await connected({ maxInFlight: 1000, restMs: 1_000_000 });
    let taken = 0;
    transport.onmessage = () => taken++;
    for (let id = 0; id < 500; id++) peer.write(`{"jsonrpc":"2.0","id":${id},"method":"tools/list"}\n`);
    await expect.poll(() => taken).toBe(500);
  });

  it('closes who sends nothing but garbage, and stays with who sends some', async () => {
    const some = await connected({ maxUnreadable: 100, restMs: 0 });
    some.peer.resume();
    for (let n = 0; n < 5; n++) {
      some.peer.write('{\n'.repeat(100));
      some.say({ method: 'notifications/progress' });
    }
    await expect.poll(() => some.got).toHaveLength(5);
    expect(some.socket.destroyed).toBe(false);
    const { socket, peer } = await connected({ maxUnreadable: 100, restMs: 0 });
    let said = '';
    peer.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    peer.write('{\n'.repeat(10_000));
    await expect.poll(() => socket.destroyed).toBe(true);
    const lines = said.trim().split('\n');
    expect(lines).toHaveLength(101);
    expect(lines.at(-1)).toContain('the connection is closed');
  });

  it('requests in work are bounded by their bytes, and what is held is given back', async () => {
    const budget = new WorkBudget();
    const { transport, socket, peer, got, say } = await connected({ maxInFlight: 32, maxRequestBytes: 20_000 }, budget);
    for (let id = 0; id < 10; id++) say({ id, method: 'tools/call', params: { text: 'x'.repeat(9000) } });
    await wait(50);
    expect(got).toHaveLength(3);
    expect(budget.used).toBeGreaterThan(27_000);
    peer.pause();
    for (let id = 0; id < 10; id++) void transport.send({ jsonrpc: '2.0', id, result: { text: 'x'.repeat(500_000) } });
    expect(transport.unreadBytes).toBeGreaterThan(4_000_000);
    expect(budget.used).toBeGreaterThanOrEqual(transport.unreadBytes);
    expect(transport.stalledMs).toBeGreaterThanOrEqual(0);
    socket.destroy();
    await once(socket, 'close');
    expect(budget.used).toBe(0);
  });

  it('many answers to a slow reader add no listeners', async () => {
    const { transport, socket } = await connected();
    const result = { text: 'x'.repeat(50_000) };
    for (let id = 0; id < 40; id++) void transport.send({ jsonrpc: '2.0', id, result });
    expect(socket.listenerCount('drain')).toBeLessThan(3);
    expect(socket.listenerCount('close')).toBeLessThan(4);
  });

  it('a refused request gets its own id back, when it can be read', async () => {
    const cases: [string, unknown][] = [
      ['{"jsonrpc":"1.0","id":1,"method":"x"}', 1],
      ['{"jsonrpc":"2.0","id":"a","method":"x","params":[]}', 'a'],
      ['{"jsonrpc":"2.0","id":2,"method":"x","params":{"_meta":{"progressToken":[]}}}', 2],
      ['{"jsonrpc":"2.0","id":1e400,"method":"x"}', null],
      ['{"jsonrpc":"2.0","id":3}', null],
      ['[]', null],
    ];
    for (const [line, id] of cases) {
      const { peer } = await connected();
      peer.write(`${line}\n`);
      expect(await firstLine(peer)).toMatchObject({ id, error: {} });
    }
  });

  it('a line that is too long closes the connection, even if the peer does not', async () => {
    const { socket, peer } = await connected();
    peer.resume();
    peer.write('x'.repeat(20_000));
    await Promise.race([once(socket, 'close'), wait(1000)]);
    expect(socket.destroyed).toBe(true);
  });
});
