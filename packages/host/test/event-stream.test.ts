import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { type ChangeEvent, POSITION_HEADER } from '@twicewise/contract';
import { WorkBudget } from '@twicewise/mcp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { person } from '../src/callers.ts';
import { EventHub } from '../src/events.ts';
import { HttpDoor } from '../src/http/server.ts';

/** A hub that counts its listeners. */
class CountingHub extends EventHub {
  listeners = 0;

  override subscribe(listener: Parameters<EventHub['subscribe']>[0]): () => void {
    this.listeners++;
    const stop = super.subscribe(listener);
    let stopped = false;
    return () => {
      if (!stopped) this.listeners--;
      stopped = true;
      stop();
    };
  }
}

let hub: CountingHub;
let door: HttpDoor;
let failHello = false;
beforeEach(async () => {
  hub = new CountingHub();
  failHello = false;
  door = new HttpDoor({
    budget: new WorkBudget(),
    port: 0,
    token: 'token',
    dispatch: async () => ({ ok: true, value: null }),
    events: hub,
    position: () => {
      if (failHello) throw new Error('hello failed');
      return { epoch: 'e', revision: 0 };
    },
    callerOf: () => person('http'),
    mcp: () => ({ dispatch: async () => ({ ok: true, value: null }), callerOf: () => person('mcp') }),
    filesFolder: '',
    uiFolder: null,
    log: () => {},
  });
  await door.listen();
});
afterEach(() => door.drain());

/** An event of about 7 KB, like those of an import. */
function change(revision: number): ChangeEvent {
  const ids = Array.from({ length: 200 }, (_, n) => `refl_${String(revision * 1000 + n).padStart(26, '0')}`);
  return { epoch: 'e', revision, changed: { reflection: ids }, cause: null };
}

async function listen(): Promise<Socket> {
  const socket = connect(door.port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(`GET /api/events HTTP/1.1\r\nhost: 127.0.0.1:${door.port}\r\nauthorization: Bearer token\r\n\r\n`);
  return socket;
}

/** Collects what arrives. */
function reading(socket: Socket): () => string {
  let text = '';
  socket.on('data', (part) => (text += part.toString('utf8')));
  return () => text;
}

async function until(condition: () => boolean): Promise<void> {
  for (let n = 0; n < 500 && !condition(); n++) await wait(10);
  expect(condition()).toBe(true);
}

describe('the event stream', () => {
  it('drops a reader whose backlog has grown too large while a write is stuck, and keeps the others', async () => {
    const stuck = await listen();
    const reader = await listen();
    const heard = reading(reader);
    await until(() => hub.listeners === 2 && heard().includes('event: hello'));
    // Emits more than the kernel buffers for a reader that does not read.
    let revision = 0;
    for (; revision < 6000 && hub.listeners === 2; revision++) {
      hub.emit({ type: 'change', event: change(revision) });
      await nextTurn();
    }
    expect(hub.listeners).toBe(1);
    const told = reading(stuck);
    await once(stuck, 'close');
    expect(told()).not.toContain(`"revision":${revision - 1}`);
    await until(() => heard().includes(`"revision":${revision - 1}`));
    expect(reader.destroyed).toBe(false);
    reader.destroy();
    await until(() => hub.listeners === 0);
  });

  it('forgets a reader that goes away, and one that could not be greeted', async () => {
    const leaving = await listen();
    await until(() => hub.listeners === 1);
    leaving.destroy();
    await until(() => hub.listeners === 0);
    failHello = true;
    const unlucky = await listen();
    unlucky.resume();
    await wait(100);
    await until(() => hub.listeners === 0);
    unlucky.destroy();
  });

  it('begins with the state that answers at this time are from', async () => {
    const reader = await listen();
    const heard = reading(reader);
    await until(() => heard().includes('event: hello'));
    const answer = await fetch(`http://127.0.0.1:${door.port}/api/host.status`, {
      method: 'POST',
      headers: { authorization: 'Bearer token' },
      body: '{}',
    });
    expect(answer.headers.get(POSITION_HEADER)).toBe('e 0');
    expect(heard()).toContain('data: {"epoch":"e","revision":0}');
    reader.destroy();
  });

  it('says who takes over, then ends', async () => {
    const reader = await listen();
    const heard = reading(reader);
    await until(() => heard().includes('event: hello'));
    hub.emit({ type: 'change', event: change(1) });
    hub.emit({ type: 'ended', to: 'serve' });
    await until(() => heard().includes('event: moved'));
    expect(heard()).toMatch(/event: change[\s\S]*event: moved\ndata: {"to":"serve"}\n\n[\s\S]*\r\n0\r\n/);
    await until(() => hub.listeners === 0);
  });
});
