import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Dispatch, MAX_REQUEST_BYTES } from '@twicewise/contract';
import { WorkBudget } from '@twicewise/mcp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { person } from '../src/callers.ts';
import { ControlSocket } from '../src/control-socket.ts';
import { EventHub } from '../src/events.ts';
import { HttpDoor } from '../src/http/server.ts';

// The total size of answers that nobody reads is bounded, through each door, and is freed in the end.

const ANSWER = 'x'.repeat(1_000_000);
const LIMIT = 16_000_000;

let budget: WorkBudget;
let asked = 0;
const dispatch: Dispatch = async () => {
  asked++;
  return { ok: true, value: ANSWER };
};
const sockets: Socket[] = [];
beforeEach(() => {
  budget = new WorkBudget(LIMIT);
  asked = 0;
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

async function deaf(to: number | string): Promise<Socket> {
  const socket = typeof to === 'number' ? connect(to, '127.0.0.1') : connect(to);
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.pause();
  sockets.push(socket);
  return socket;
}

describe('the control socket', () => {
  let control: ControlSocket;
  const path = join(tmpdir(), `tw-control-${process.pid}.sock`);
  const STALLED_MS = 1000;
  beforeEach(async () => {
    control = new ControlSocket({
      path,
      token: 'token',
      budget,
      stalledMs: STALLED_MS,
      dispatch,
      hook: async () => null,
      handOver: async () => {},
    });
    await control.listen();
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await control.drain();
  });

  const call = () =>
    `${JSON.stringify({ token: 'token', command: 'call', name: 'host.status', input: {}, caller: person('cli') })}\n`;

  it('works on one call of a connection, and on the next when its answer was read', async () => {
    const socket = await deaf(path);
    socket.write(call().repeat(50));
    await expect.poll(() => asked).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(asked).toBeLessThan(3);
    let lines = 0;
    socket.on('data', (chunk: Buffer) => {
      for (const byte of chunk) if (byte === 0x0a) lines++;
    });
    socket.resume();
    await expect.poll(() => lines, { timeout: 10_000 }).toBe(50);
    expect(budget.used).toBe(0);
  });

  it('refuses when there is no room in all', async () => {
    for (let n = 0; n < 40; n++) (await deaf(path)).write(call());
    await expect.poll(() => budget.used).toBeGreaterThan(LIMIT - 3_000_000);
    expect(budget.used).toBeLessThanOrEqual(LIMIT);
    const late = await deaf(path);
    late.write(call());
    const [answer] = (await once(late.resume(), 'data')) as [Buffer];
    expect(JSON.parse(answer.toString())).toMatchObject({ error: { code: 'busy', reason: 'rate_limited' } });
    for (const socket of sockets.splice(0)) socket.destroy();
    await expect.poll(() => budget.used).toBe(0);
  });

  it('lets go of those that do not read when any door has no room, and of nobody else', async () => {
    const reading = await deaf(path);
    reading.write(call());
    await once(reading.resume(), 'data');
    for (let n = 0; n < 40; n++) (await deaf(path)).write(call());
    await expect.poll(() => budget.used).toBeGreaterThan(LIMIT - 3_000_000);
    expect(budget.hasRoom(3_000_000)).toBe(false);
    await new Promise((resolve) => setTimeout(resolve, 1.2 * STALLED_MS));
    budget.hasRoom(LIMIT);
    await expect.poll(() => budget.used).toBe(0);
    expect(budget.hasRoom(LIMIT)).toBe(true);
    reading.write(call());
    const [answer] = (await once(reading, 'data')) as [Buffer];
    expect(answer.length).toBeGreaterThan(0);
  });
});

describe('HTTP', () => {
  let door: HttpDoor;
  beforeEach(async () => {
    door = new HttpDoor({
      port: 0,
      token: 'token',
      budget,
      dispatch,
      events: new EventHub(),
      position: () => ({ epoch: 'e', revision: 0 }),
      callerOf: () => person('http'),
      mcp: () => ({ dispatch, callerOf: () => person('mcp') }),
      filesFolder: '',
      uiFolder: null,
      log: () => {},
    });
    await door.listen();
  });
  afterEach(() => door.cutOff());

  const head = () => `host: 127.0.0.1:${door.port}\r\nauthorization: Bearer token\r\n`;

  async function statusOf(socket: Socket): Promise<string> {
    const [answer] = (await once(socket.resume(), 'data')) as [Buffer];
    return answer.toString().slice(9, 12);
  }

  it('pages that ask and do not read cost no more than the limit, and give it back', async () => {
    const ask = `POST /api/host.status HTTP/1.1\r\n${head()}content-length: 2\r\n\r\n{}`;
    for (let n = 0; n < 30; n++) (await deaf(door.port)).write(ask.repeat(20));
    await expect.poll(() => budget.used).toBeGreaterThan(LIMIT - 3_000_000);
    expect(budget.used).toBeLessThanOrEqual(LIMIT);
    const late = await deaf(door.port);
    late.write(ask);
    expect(await statusOf(late)).toBe('429');
    for (const socket of sockets.splice(0)) socket.destroy();
    await expect.poll(() => budget.used).toBe(0);
  });

  it('so many pages listen, and one more when another has gone', async () => {
    const listen = `GET /api/events HTTP/1.1\r\n${head()}\r\n`;
    const open = await Promise.all(
      Array.from({ length: 64 }, async () => {
        const socket = await deaf(door.port);
        socket.write(listen);
        return socket;
      }),
    );
    for (const socket of open) expect(await statusOf(socket)).toBe('200');
    const late = await deaf(door.port);
    late.write(listen);
    expect(await statusOf(late)).toBe('429');
    open[0]?.destroy();
    await expect
      .poll(async () => {
        const next = await deaf(door.port);
        next.write(listen);
        return statusOf(next);
      })
      .toBe('200');
  });

  it('a body that is too large is refused, and the connection serves the next request', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ports = new Set<number>();
    const send = (path: string, body: string) =>
      new Promise<number>((resolve, reject) => {
        const headers = { authorization: 'Bearer token', 'content-type': 'application/json' };
        const sent = request({ agent, port: door.port, host: '127.0.0.1', method: 'POST', path, headers }, (answer) => {
          ports.add(answer.socket.localPort ?? 0);
          answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
        });
        sent.on('error', reject);
        sent.end(body);
      });
    const large = 'x'.repeat(3 * MAX_REQUEST_BYTES);
    for (const [path, status] of [
      ['/api/host.status', 400],
      ['/mcp', 413],
    ] as const) {
      expect(await send(path, large)).toBe(status);
      expect(await send('/api/host.status', '{}')).toBe(200);
    }
    expect(ports.size).toBe(1);
    agent.destroy();
  });
});
