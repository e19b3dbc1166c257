import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { tempFolder } from '@twicewise/testkit';
import { type Distribution, distribution } from '../bench/statistics.ts';
import { callMeanwhile } from './calling-meanwhile.ts';
import { type CheckHost, realHost } from './hosts.ts';
import { lessonFor } from './ledger.ts';

/** What one client noticed of a connection that sends noise. */
export interface NoiseCount {
  lines: number;
  /** True if the noisy connection was closed. */
  closed: boolean;
  other: Distribution;
  otherFailed: number;
  grown: number;
  seconds: number;
}

/** The noise: lines that ask for nothing, or that mean nothing. */
export const NOISES = {
  notifications: '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}\n',
  garbage: '{ this is no JSON\n',
} as const;

/** Number of lines per write. */
const PACKET = 1000;
/** Maximum time for sending, in milliseconds: a host that makes the noisy client wait would delay the check as well. */
const POUR_MS = 20_000;
/** The host may leave the noise in its socket, so other clients must be served for at least this time, in milliseconds. */
const LAST_MS = 2000;

async function noisy({ ready }: CheckHost): Promise<Socket> {
  const socket = connect(ready.socket);
  await once(socket, 'connect');
  socket.on('error', () => {});
  socket.resume();
  socket.write(`${JSON.stringify({ token: ready.token, client: 'noisy', project: 'check' })}\n`);
  const clientInfo = { name: 'noisy', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  socket.write(`${JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params })}\n`);
  return socket;
}

async function pour(socket: Socket, line: string, lines: number): Promise<void> {
  const packet = line.repeat(PACKET);
  const until = performance.now() + POUR_MS;
  for (let sent = 0; sent < lines && !socket.destroyed && performance.now() < until; sent += PACKET) {
    if (socket.write(packet)) continue;
    while (socket.writableNeedDrain && !socket.destroyed && performance.now() < until) await wait(1);
  }
}

/** One client sends this many lines without a pause; another stores and reads every 20 ms. */
export async function noise(kind: keyof typeof NOISES, lines: number): Promise<NoiseCount> {
  const folder = tempFolder('noise');
  const host = await realHost(folder.path);
  const other = await host.connect('other');
  for (let n = 0; n < 200; n++) await other.call('reflection_store', lessonFor(`warm ${n}`));
  const socket = await noisy(host);
  try {
    let until = Number.POSITIVE_INFINITY;
    const poured = pour(socket, NOISES[kind], lines).finally(() => {
      until = performance.now() + LAST_MS;
    });
    const goesOn = () => performance.now() < until;
    const [{ latencies, failed, grown, seconds }] = await Promise.all([callMeanwhile(host, other, goesOn), poured]);
    const closed = socket.destroyed;
    return { lines, closed, other: distribution(latencies), otherFailed: failed, grown, seconds };
  } finally {
    socket.destroy();
    await host.stop();
    folder.remove();
  }
}
