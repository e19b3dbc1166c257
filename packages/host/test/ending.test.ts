import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runPaths } from '@twicewise/client/data-folder';
import { askHost } from '@twicewise/client/host-side';
import { WorkBudget } from '@twicewise/mcp';
import { takeLock } from '@twicewise/memory/host-side';
import { connectSocket, startHost, tempFolder } from '@twicewise/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { person } from '../src/callers.ts';
import { ControlSocket } from '../src/control-socket.ts';
import { createHost } from '../src/create-host.ts';
import { EventHub } from '../src/events.ts';
import { HttpDoor } from '../src/http/server.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

/** A door whose operations take until `finished` resolves. */
async function slowDoor(finished: () => Promise<unknown>): Promise<HttpDoor> {
  const door = new HttpDoor({
    budget: new WorkBudget(),
    port: 0,
    token: 'token',
    dispatch: () => finished().then(() => ({ ok: true, value: null })),
    events: new EventHub(),
    position: () => ({ epoch: 'e', revision: 0 }),
    callerOf: () => person('http'),
    mcp: () => ({ dispatch: async () => ({ ok: true, value: null }), callerOf: () => person('mcp') }),
    filesFolder: '',
    uiFolder: null,
    log: () => {},
  });
  await door.listen();
  return door;
}

/** A connection that is kept alive; `heard` resolves with all that it received, once it is closed. */
async function clientOf(door: HttpDoor): Promise<{ ask(): void; heard(): Promise<string> }> {
  const socket = connect(door.port, '127.0.0.1');
  cleanups.push(() => socket.destroy());
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  let heard = '';
  socket.on('data', (part) => (heard += part.toString('utf8')));
  await once(socket, 'connect');
  const head = `POST /api/project.list HTTP/1.1\r\nhost: 127.0.0.1:${door.port}\r\nauthorization: Bearer token\r\n`;
  return {
    ask: () => void socket.write(`${head}content-length: 2\r\n\r\n{}`),
    heard: () => closed.then(() => heard),
  };
}

describe('a door that closes', () => {
  it('answers what is in work, and refuses a client that goes on asking', async () => {
    let finish = (): void => {};
    const gate = new Promise<void>((resolve) => (finish = resolve));
    const door = await slowDoor(() => gate);
    const [working, asking] = [await clientOf(door), await clientOf(door)];
    working.ask();
    await wait(100);
    const drained = door.drain();
    await wait(100);
    asking.ask();
    expect(await asking.heard()).toMatch(/^HTTP\/1.1 503 [\s\S]*connection: close[\s\S]*"reason":"handed_over"/i);
    finish();
    expect(await working.heard()).toMatch(/^HTTP\/1.1 200 /);
    expect(await Promise.race([drained, wait(3000, 'late', { ref: false })])).not.toBe('late');
  });

  it('does not wait for a client that never stops asking', async () => {
    const door = await slowDoor(() => wait(150));
    const pump = await clientOf(door);
    // Sends without waiting for answers, so the next request always arrives before the last one is answered.
    const pumping = setInterval(() => pump.ask(), 5);
    cleanups.push(() => clearInterval(pumping));
    await wait(100);
    expect(await Promise.race([door.drain(), wait(3000, 'late', { ref: false })])).not.toBe('late');
  });
});

describe('a control socket that closes', () => {
  it('answers what is in work first', async () => {
    const folder = tempFolder('control');
    cleanups.push(folder.remove);
    const path = join(folder.path, 'control.sock');
    const dispatch = () => wait(200, { ok: true as const, value: 'done' });
    const control = new ControlSocket({
      budget: new WorkBudget(),
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
  it('frees the folder and says that it ended also when its files cannot be removed', async () => {
    const folder = tempFolder('ending');
    cleanups.push(folder.remove);
    const logged: string[] = [];
    const host = await createHost({
      data: folder.path,
      kind: 'serve',
      port: null,
      uiFolder: null,
      workerUrl: new URL('../src/worker.ts', import.meta.url),
      log: (message, error) => logged.push(`${message}: ${error}`),
    });
    if ('taken' in host) throw new Error('another host has the folder');
    // Fails for every user, as a folder that became read-only does for all but root.
    mkdirSync(runPaths(folder.path).entrance);
    await host.close();
    expect(await Promise.race([host.ended, wait(1000, 'late', { ref: false })])).toBe('closed');
    expect(logged).toEqual([expect.stringMatching(/^the files of the run folder could not be removed: .*open\.html/)]);
    const lock = await takeLock(folder.path);
    expect(lock).not.toBeNull();
    lock?.release();
  });

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
