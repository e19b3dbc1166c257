import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { MAX_AGENT_MESSAGE_BYTES } from '@twicewise/contract';
import { tempFolder } from '@twicewise/testkit';
import { residentBytes } from '../bench/sides.ts';
import { type CheckHost, realHost } from './hosts.ts';
import { lessonFor } from './ledger.ts';

/** The result of connections that misbehave. */
export interface ConnectionCount {
  idle: number;
  /** Number of idle connections that are still open at the end. */
  idleOpen: number;
  partial: number;
  /** Number of connections with an endless line that were closed. */
  closed: number;
  /** Longest time between exceeding the limit and being closed, in milliseconds. */
  slowest: number;
  grown: number;
  /** True if another client was served in the middle and at the end. */
  served: boolean;
}

const PART = Buffer.alloc(65_536, 0x61);

async function open({ ready }: CheckHost): Promise<Socket> {
  const socket = connect(ready.socket);
  await once(socket, 'connect');
  socket.on('error', () => {});
  socket.write(`${JSON.stringify({ token: ready.token, client: 'check', project: 'check' })}\n`);
  return socket;
}

/**
 * Sends one line that never ends. Returns how long after exceeding the limit the connection was closed, or null if it was not.
 */
async function endlessLine(host: CheckHost, bytes: number): Promise<number | null> {
  const socket = await open(host);
  let [crossed, gone]: [number, number | null] = [0, null];
  socket.on('close', () => {
    gone = performance.now();
  });
  socket.resume();
  for (let sent = 0; sent < bytes && gone === null; sent += PART.length) {
    if (crossed === 0 && sent >= MAX_AGENT_MESSAGE_BYTES) crossed = performance.now();
    if (!socket.write(PART)) while (socket.writableNeedDrain && gone === null) await wait(1);
  }
  for (let waited = 0; gone === null && waited < 3000; waited += 10) await wait(10);
  socket.destroy();
  return gone === null ? null : gone - (crossed || gone);
}

/** Opens idle connections, and others that send ten megabytes without a line end. */
export async function misbehave(idle: number, partial: number, bytes: number): Promise<ConnectionCount> {
  const folder = tempFolder('connections');
  const host = await realHost(folder.path);
  try {
    const other = await host.connect('other');
    const serve = () => other.call('reflection_store', lessonFor(`served ${Date.now()}`)).then(() => true);
    for (let n = 0; n < 200; n++) await serve();
    const before = residentBytes(host.ready.pid);
    const sockets = await Promise.all(Array.from({ length: idle }, () => open(host)));
    let [highest, done] = [before, false];
    const watch = (async () => {
      for (; !done; await wait(5)) highest = Math.max(highest, residentBytes(host.ready.pid));
    })();
    const lines = Promise.all(Array.from({ length: partial }, () => endlessLine(host, bytes)));
    const middle = await serve();
    const times = await lines;
    done = true;
    await watch;
    const idleOpen = sockets.filter((socket) => !socket.destroyed && socket.readyState === 'open').length;
    const end = await serve();
    for (const socket of sockets) socket.destroy();
    const closed = times.filter((time) => time !== null);
    const counts = { idle, idleOpen, partial, closed: closed.length, slowest: Math.max(0, ...closed) };
    return { ...counts, grown: highest - before, served: middle && end };
  } finally {
    await host.stop();
    folder.remove();
  }
}
