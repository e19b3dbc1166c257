import { rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Bridge } from '../src/bridge/bridge.js';
import { ENDED_METHOD, KEY_META } from '../src/bridge/key-meta.js';
import { splitLines } from '../src/bridge/lines.js';

interface Request {
  id?: number | string;
  method: string;
  params?: { _meta?: Record<string, string> };
}

/** A host that dies when a test says so. It carries out each idempotency key once and remembers what it did. */
class ScriptedHost {
  readonly path: string;
  readonly done = new Map<string, number>();
  readonly seen: Request[] = [];
  effects = 0;
  /** True: it reads and never answers. */
  mute = false;
  /** After this many further tool calls it dies, before or after it answers. */
  dieAfter: { calls: number; answered: boolean } | null = null;
  /** It dies of every request whose parameters contain this text. */
  poison = '';
  /** True: it announces its end before it dies of `poison`. */
  isPlanned = false;
  deaths = 0;
  #server: net.Server | null = null;
  #sockets = new Set<net.Socket>();

  constructor(path: string) {
    this.path = path;
  }

  listen(): Promise<void> {
    rmSync(this.path, { force: true });
    this.#server = net.createServer((socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => {});
      let first = true;
      splitLines(socket, (line) => {
        if (first) first = false;
        else this.#answer(socket, JSON.parse(line) as Request);
      });
    });
    return new Promise((resolve) => this.#server?.listen(this.path, resolve));
  }

  die(): void {
    this.#server?.close();
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
  }

  /** Sends about this many bytes of notifications to every connection. */
  flood(bytes: number): void {
    const line = `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { x: 'x'.repeat(10_000) } })}\n`;
    for (const socket of this.#sockets) for (let sent = 0; sent < bytes; sent += line.length) socket.write(line);
  }

  #answer(socket: net.Socket, request: Request): void {
    this.seen.push(request);
    if (this.poison !== '' && JSON.stringify(request.params ?? null).includes(this.poison)) {
      this.deaths++;
      if (this.isPlanned) socket.write(`${JSON.stringify({ jsonrpc: '2.0', method: ENDED_METHOD })}\n`);
      setTimeout(() => this.die(), 5);
      return;
    }
    if (this.mute) return;
    if (request.id === undefined) return;
    if (request.method === 'tools/call') this.#act(request);
    const dying = request.method === 'tools/call' && this.dieAfter !== null && --this.dieAfter.calls <= 0;
    if (!dying || this.dieAfter?.answered)
      socket.write(`${JSON.stringify({ jsonrpc: '2.0', id: request.id, result: { n: this.effects } })}\n`);
    if (dying) {
      this.dieAfter = null;
      setTimeout(() => this.die(), 1);
    }
  }

  #act(request: Request): void {
    const key = request.params?._meta?.[KEY_META] ?? `none ${Math.random()}`;
    if (this.done.has(key)) return;
    this.done.set(key, ++this.effects);
  }
}

function agentSide(host: ScriptedHost) {
  const input = new PassThrough();
  const output = new PassThrough();
  const answers: { id: number; result?: unknown; error?: unknown }[] = [];
  let started = 0;
  let exited = false;
  splitLines(output, (line) => answers.push(JSON.parse(line)));
  const bridge = new Bridge({
    find: () => ({ socket: host.path, token: 't' }),
    doctor: 'twicewise doctor',
    startHost: () => {
      started++;
      host.listen();
    },
    cwd: '/',
    project: null,
    parent: process.pid,
    input,
    output,
    log: () => {},
    exit: () => {
      exited = true;
    },
  });
  bridge.start();
  const say = (message: object) => input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  return { say, input, output, answers, started: () => started, exited: () => exited };
}

async function until(condition: () => boolean): Promise<void> {
  for (let n = 0; n < 400 && !condition(); n++) await wait(10);
  expect(condition()).toBe(true);
}

let counter = 0;
const hosts: ScriptedHost[] = [];
function scriptedHost(): ScriptedHost {
  const host = new ScriptedHost(join(tmpdir(), `tw-bridge-${process.pid}-${counter++}.sock`));
  hosts.push(host);
  return host;
}
afterEach(() => {
  for (const host of hosts.splice(0)) host.die();
});

describe('bridge', () => {
  it('starts a host when there is none, and answers', async () => {
    const agent = agentSide(scriptedHost());
    agent.say({ id: 1, method: 'tools/list' });
    await until(() => agent.answers.length === 1);
    expect(agent.started()).toBe(1);
  });

  it('a host that dies before or after answering loses and doubles nothing', async () => {
    for (const answered of [false, true]) {
      const host = scriptedHost();
      await host.listen();
      const agent = agentSide(host);
      agent.say({ id: 0, method: 'initialize' });
      await until(() => agent.answers.length === 1);
      agent.say({ method: 'notifications/initialized' });
      host.dieAfter = { calls: 3, answered };
      for (let id = 1; id <= 6; id++) agent.say({ id, method: 'tools/call', params: { name: 'x' } });
      const handshakes = () => host.seen.filter((request) => request.method === 'initialize').length;
      await until(() => agent.answers.length >= 7 && handshakes() >= 2);
      await wait(50);
      expect(agent.answers.map((answer) => answer.id).sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
      expect(host.effects).toBe(6);
      expect(host.seen.filter((request) => request.method === 'initialize')).toHaveLength(2);
      expect(host.seen.filter((request) => request.method === 'notifications/initialized')).toHaveLength(2);
    }
  });

  it('without keys the same harness sees calls happen twice (control)', async () => {
    const host = scriptedHost();
    await host.listen();
    const done = host.done;
    done.has = () => false;
    const agent = agentSide(host);
    host.dieAfter = { calls: 3, answered: false };
    for (let id = 1; id <= 6; id++) agent.say({ id, method: 'tools/call', params: { name: 'x' } });
    await until(() => agent.answers.length >= 6);
    expect(host.effects).toBeGreaterThan(6);
  });

  it('ids 1 and "1" are two requests', async () => {
    const host = scriptedHost();
    await host.listen();
    const agent = agentSide(host);
    agent.say({ id: 1, method: 'tools/call', params: {} });
    agent.say({ id: '1', method: 'tools/call', params: {} });
    await until(() => agent.answers.length === 2);
    expect(host.effects).toBe(2);
  });

  it('ends when its input ends, after the last answer', async () => {
    const host = scriptedHost();
    await host.listen();
    const agent = agentSide(host);
    agent.say({ id: 1, method: 'tools/call', params: {} });
    agent.input.end();
    await until(() => agent.exited());
    expect(agent.answers).toHaveLength(1);
  });

  it('a call that is too large is answered at once, and the next one is served', async () => {
    const host = scriptedHost();
    await host.listen();
    const agent = agentSide(host);
    agent.say({ id: 1, method: 'tools/call', params: { text: 'x'.repeat(1_100_000) } });
    agent.say({ id: 2, method: 'tools/call', params: {} });
    await until(() => agent.answers.length === 2);
    expect(agent.answers.find((answer) => answer.id === 1)).toHaveProperty('error');
    expect(agent.answers.find((answer) => answer.id === 2)).toHaveProperty('result');
    expect(host.effects).toBe(1);
  });

  it('a call that grows past the limit when it gets its key is answered, not repeated for ever', async () => {
    const host = scriptedHost();
    await host.listen();
    const agent = agentSide(host);
    agent.input.write(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"a":[${'1e20,'.repeat(150_000)}1]}}\n`);
    agent.say({ id: 2, method: 'tools/call', params: {} });
    await until(() => agent.answers.length === 2);
    expect(agent.answers.find((answer) => answer.id === 1)).toHaveProperty('error');
    expect(host.effects).toBe(1);
  });

  it('a call that is nested too deep is answered, and the next one is served', async () => {
    const host = scriptedHost();
    await host.listen();
    const agent = agentSide(host);
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    agent.input.write(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"a":${deep}}}\n`);
    agent.say({ id: 2, method: 'tools/call', params: {} });
    await until(() => agent.answers.length === 2);
    expect(agent.answers.find((answer) => answer.id === 1)).toHaveProperty('error');
    expect(host.effects).toBe(1);
  });

  it('bytes that are not UTF-8 are refused, not replaced', async () => {
    const host = scriptedHost();
    await host.listen();
    const agent = agentSide(host);
    const [before, after] = ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"t":"', '"}}\n'];
    agent.input.write(Buffer.concat([Buffer.from(before), Buffer.from([0xff]), Buffer.from(after)]));
    await until(() => agent.answers.length === 1);
    expect(agent.answers[0]).toMatchObject({ id: null, error: { code: -32700 } });
    expect(host.effects).toBe(0);
  });

  it('a line without end is refused without being kept, and the next call is served', async () => {
    const host = scriptedHost();
    await host.listen();
    const agent = agentSide(host);
    const piece = Buffer.alloc(1_048_576, 'x');
    for (let n = 0; n < 40; n++) agent.input.write(piece);
    agent.input.write('\n');
    agent.say({ id: 2, method: 'tools/call', params: {} });
    await until(() => agent.answers.length === 2);
    expect(agent.answers[0]).toMatchObject({ id: null, error: { code: -32600 } });
    expect(agent.answers[1]).toHaveProperty('result');
  });

  it('ids that no host accepts are not waited for', async () => {
    const host = scriptedHost();
    const agent = agentSide(host);
    for (const id of ['1e400', '1.5', '{}', 'null', '[1]', 'true']) {
      agent.input.write(`{"jsonrpc":"2.0","id":${id},"method":"tools/list"}\n`);
    }
    agent.input.end();
    await until(() => agent.exited());
  });

  it('more waiting calls than it can keep are refused, and it ends when the host stays silent', async () => {
    const host = scriptedHost();
    await host.listen();
    host.mute = true;
    const agent = agentSide(host);
    const text = 'x'.repeat(1_000_000);
    for (let id = 1; id <= 80; id++) agent.say({ id, method: 'tools/call', params: { text } });
    await until(() => agent.answers.length > 5);
    expect(agent.answers.every((answer) => 'error' in answer)).toBe(true);
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      agent.input.end();
      await new Promise((resolve) => setImmediate(resolve));
      vi.advanceTimersByTime(29_000);
      expect(agent.exited()).toBe(false);
      vi.advanceTimersByTime(2000);
      expect(agent.exited()).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });

  it('an agent that does not read holds the host back', async () => {
    const host = scriptedHost();
    await host.listen();
    const agent = agentSide(host);
    agent.say({ id: 0, method: 'tools/list' });
    await until(() => agent.answers.length === 1);
    agent.output.pause();
    host.flood(20_000_000);
    await wait(200);
    expect(agent.output.readableLength + agent.output.writableLength).toBeLessThan(2_000_000);
  });

  it('an id that is used again is a new request', async () => {
    const host = scriptedHost();
    await host.listen();
    const agent = agentSide(host);
    agent.say({ id: 1, method: 'tools/call', params: {} });
    await until(() => agent.answers.length === 1);
    agent.say({ id: 1, method: 'tools/call', params: {} });
    await until(() => agent.answers.length === 2);
    expect(host.effects).toBe(2);
  });

  it('a call that ends every host is answered after the second, and the agent is served again', async () => {
    const host = scriptedHost();
    await host.listen();
    host.poison = 'poison';
    const agent = agentSide(host);
    agent.say({ id: 0, method: 'initialize' });
    await until(() => agent.answers.length === 1);
    agent.say({ id: 1, method: 'tools/call', params: { name: 'poison' } });
    await until(() => agent.answers.length === 2);
    expect(agent.answers[1]).toMatchObject({ id: 1, error: { code: -32000 } });
    expect(JSON.stringify(agent.answers[1])).toContain('not sent again');
    agent.say({ id: 2, method: 'tools/call', params: { name: 'x' } });
    await until(() => agent.answers.length === 3);
    expect(agent.answers[2]).toHaveProperty('result');
    expect(host.deaths).toBe(2);
  });

  it('calls that the host had not even read yet are sent to the next one', async () => {
    const host = scriptedHost();
    await host.listen();
    host.mute = true;
    host.poison = 'poison';
    const agent = agentSide(host);
    for (let id = 1; id <= 39; id++) agent.say({ id, method: 'tools/call', params: { name: 'x' } });
    agent.say({ id: 40, method: 'tools/call', params: { name: 'poison' } });
    await until(() => agent.answers.length === 32);
    await until(() => host.deaths >= 3);
    expect(agent.answers.map(({ id }) => id)).toEqual(Array.from({ length: 32 }, (_, n) => n + 1));
  });

  it('a host that says that it ends is no fault of the call: it goes to the next one, however often', async () => {
    const host = scriptedHost();
    await host.listen();
    host.poison = 'poison';
    host.isPlanned = true;
    const agent = agentSide(host);
    agent.say({ id: 1, method: 'tools/call', params: { name: 'poison' } });
    await until(() => host.deaths >= 4);
    host.poison = '';
    await until(() => agent.answers.length === 1);
    expect(agent.answers[0]).toHaveProperty('result');
  });

  it('a cancelled request is not waited for', async () => {
    const host = scriptedHost();
    const agent = agentSide(host);
    agent.say({ id: 1, method: 'tools/call', params: {} });
    agent.say({ method: 'notifications/cancelled', params: { requestId: 1 } });
    agent.input.end();
    await until(() => agent.exited());
  });
});

describe('lines', () => {
  it('any chunking of any lines gives the same lines, U+2028 included', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.string({ unit: 'grapheme', minLength: 1 }).map((line) => `${line.replaceAll('\n', '')}\u2028x`),
          { maxLength: 8 },
        ),
        fc.integer({ min: 1, max: 7 }),
        async (lines, size) => {
          const stream = new PassThrough();
          const got: string[] = [];
          splitLines(stream, (line) => got.push(line));
          const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
          for (let at = 0; at < bytes.length; at += size) stream.write(bytes.subarray(at, at + size));
          stream.end();
          await new Promise((resolve) => stream.on('close', resolve));
          expect(got).toEqual(lines);
        },
      ),
      { numRuns: 60 },
    );
  });
});
