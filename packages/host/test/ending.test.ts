import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connectSocket, startHost, tempFolder } from '@twicewise/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { askHost, ControlSocket } from '../src/control-socket.ts';
import { person } from '../src/create-host.ts';
import { EventHub } from '../src/events.ts';
import { HttpDoor } from '../src/http/server.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

/** A door whose operations take a moment, so that some request is always in work while several clients ask. */
async function slowDoor(): Promise<HttpDoor> {
  const door = new HttpDoor({
    port: 0,
    token: 'token',
    dispatch: () => wait(150, { ok: true, value: null }),
    events: new EventHub(),
    hello: async () => ({ epoch: 'e', revision: 0 }),
    callerOf: () => person('http'),
    mcp: () => ({ dispatch: async () => ({ ok: true, value: null }), callerOf: () => person('mcp') }),
    uiFolder: null,
    log: () => {},
  });
  await door.listen();
  return door;
}

describe('a door that closes', () => {
  it('answers what is in work, refuses a client that goes on asking, and does not wait for it', async () => {
    const door = await slowDoor();
    const pump = connect(door.port, '127.0.0.1');
    pump.on('error', () => {});
    const closed = new Promise((resolve) => pump.once('close', resolve));
    let heard = '';
    pump.on('data', (part) => (heard += part.toString('utf8')));
    await once(pump, 'connect');
    const head = `POST /api/project.list HTTP/1.1\r\nhost: 127.0.0.1:${door.port}\r\nauthorization: Bearer token\r\n`;
    // Never waits for an answer, so that the next question is always there before the last one is answered.
    const asking = setInterval(() => pump.write(`${head}content-length: 2\r\n\r\n{}`), 5);
    cleanups.push(() => clearInterval(asking));
    const count = (status: number) => heard.split(`HTTP/1.1 ${status} `).length - 1;
    for (let n = 0; n < 200 && count(200) < 5; n++) await wait(10);
    const before = count(200);
    const late = wait(3000, 'late', { ref: false });
    expect(await Promise.race([door.drain(), late])).not.toBe('late');
    await closed;
    expect(count(200)).toBeGreaterThan(before);
    expect(count(503)).toBeGreaterThan(0);
    expect(heard).toMatch(/HTTP\/1.1 503 [\s\S]*connection: close[\s\S]*"reason":"handed_over"/i);
  });
});

describe('a control socket that closes', () => {
  it('answers what is in work first', async () => {
    const folder = tempFolder('control');
    cleanups.push(folder.remove);
    const path = join(folder.path, 'control.sock');
    const dispatch = () => wait(200, { ok: true as const, value: 'done' });
    const control = new ControlSocket({
      path,
      token: 'token',
      dispatch,
      hook: async () => null,
      handOver: async () => {},
    });
    await control.listen();
    const call = { command: 'call', name: 'host.status', input: {}, caller: person('cli') } as const;
    const answer = askHost({ control: path, token: 'token' }, call).then((envelope) => ({ envelope, at: Date.now() }));
    await wait(50);
    await control.drain();
    const drainedAt = Date.now();
    const { envelope, at } = await answer;
    expect(envelope).toEqual({ ok: true, value: 'done' });
    expect(at - drainedAt).toBeLessThan(100);
  });
});

describe('a host that ends', () => {
  it('does not wait for ever for a request that never comes to its end', async () => {
    const host = await startHost();
    cleanups.push(host.kill);
    const { port, host: name } = new URL(host.ready.api);
    const half = connect(Number(port), '127.0.0.1');
    half.on('error', () => {});
    await once(half, 'connect');
    const head = [`POST /api/reflection.store HTTP/1.1`, `host: ${name}`, `authorization: Bearer ${host.ready.token}`];
    half.write(`${[...head, 'content-length: 100'].join('\r\n')}\r\n\r\n{"half":`);
    const idle = await connectSocket(host.ready.socket, { token: host.ready.token });
    await idle.ask('ping');
    const late = wait(12_000, 'late', { ref: false });
    expect(await Promise.race([host.stop(), late])).toBe(0);
    half.destroy();
    idle.end();
  });
});
