import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { tempFolder } from '@twicewise/testkit';
import type { RpcClient } from '../bench/json-rpc.ts';
import { storedId } from '../bench/over-mcp.ts';
import { type Distribution, distribution } from '../bench/statistics.ts';
import { startBridge } from './bridges.ts';
import { callMeanwhile } from './calling-meanwhile.ts';
import { type CheckHost, servingHost } from './hosts.ts';
import { lessonFor } from './ledger.ts';

/** What many large answers cost. */
export interface AnswerCount {
  asked: number;
  failed: number;
  /** The first failure, as it was reported. */
  why: string;
  /** True if the host of the start is still running at the end. */
  survived: boolean;
  /** Peak of the host's resident memory above its value before, in bytes. */
  grown: number;
  /** Latencies of another client in the meantime. */
  other: Distribution;
  otherFailed: number;
  seconds: number;
}

/** Number of characters in each field of a lesson, and the fields: 250 KB, close to the maximum. */
const FIELD_LENGTH = 62_500;
/** Number of calls that each client sends at once. */
const AT_ONCE = 64;
const PROJECT = 'check';

function large(n: number): object {
  const text = (what: string) => `${what} ${n} `.padEnd(FIELD_LENGTH, 'x');
  const [worked, failed, also] = [text('worked'), text('failed'), text('also')];
  return {
    ...lessonFor(`large ${n}`),
    whatWorked: [worked],
    whatDidNotWork: [failed, also],
    nextStrategy: text('next'),
  };
}

/** A host with this many of the largest lessons. */
async function hostWith(data: string, lessons: number): Promise<{ host: CheckHost; other: RpcClient; ids: string[] }> {
  const host = await servingHost(data);
  const other = await host.connect('other');
  const ids: string[] = [];
  for (let n = 0; n < lessons; n++) {
    ids.push(storedId(await other.call('reflection_store', large(n))));
  }
  return { host, other, ids };
}

/** Watches memory and another client during `work`. */
async function meanwhile(host: CheckHost, other: RpcClient, work: Promise<unknown>) {
  let isDone = false;
  const ended = work.finally(() => {
    isDone = true;
  });
  const [{ latencies, failed, grown, seconds }] = await Promise.all([callMeanwhile(host, other, () => !isDone), ended]);
  const survived = host.child.exitCode === null && host.child.signalCode === null;
  const times = latencies.length > 0 ? latencies : [Number.NaN];
  return { grown, other: distribution(times), otherFailed: failed, seconds, survived };
}

/** Many agents over real bridges repeatedly ask for a hundred large lessons, without waiting for answers. */
export async function largeAnswers(agents: number, lessons: number): Promise<AnswerCount> {
  const folder = tempFolder('answers');
  const { host, other } = await hostWith(folder.path, lessons);
  const bridges = await Promise.all(Array.from({ length: agents }, () => startBridge(folder.path, PROJECT)));
  let [failed, why] = [0, ''];
  const calls = bridges.flatMap(({ client }) =>
    Array.from({ length: AT_ONCE }, () =>
      client.call('reflection_get', { projectId: PROJECT, limit: 100 }).catch((error: unknown) => {
        failed++;
        why ||= String(error).slice(0, 200);
      }),
    ),
  );
  try {
    const seen = await meanwhile(host, other, Promise.all(calls));
    return { asked: calls.length, failed, why, ...seen };
  } finally {
    for (const bridge of bridges) await bridge.close();
    await host.stop();
    folder.remove();
  }
}

async function deafAgent({ ready }: CheckHost, ids: readonly string[]): Promise<Socket> {
  const socket = connect(ready.socket);
  await once(socket, 'connect');
  socket.on('error', () => {});
  socket.pause();
  const say = (message: object) => socket.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  socket.write(`${JSON.stringify({ token: ready.token, client: 'deaf', project: PROJECT })}\n`);
  const clientInfo = { name: 'deaf', version: '1' };
  say({ id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } });
  for (let id = 1; id <= AT_ONCE; id++) {
    const input = id % 2 === 0 ? { projectId: PROJECT, limit: 100 } : { id: ids[id % ids.length] };
    say({ id, method: 'tools/call', params: { name: 'reflection_get', arguments: input } });
  }
  return socket;
}

async function deafPage({ ready }: CheckHost): Promise<Socket> {
  const { host, port } = new URL(ready.api);
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  socket.on('error', () => {});
  socket.pause();
  const body = JSON.stringify({ limit: 500 });
  const head = `POST /api/reflection.list HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${ready.token}\r\n`;
  for (let n = 0; n < 8; n++) socket.write(`${head}content-length: ${body.length}\r\n\r\n${body}`);
  return socket;
}

/** Clients that send requests through a door and never read the answers. How many of them stay connected does not matter. */
export async function deafClients(
  door: 'mcp' | 'http',
  clients: number,
  lessons: number,
  forMs: number,
): Promise<AnswerCount> {
  const folder = tempFolder('deaf');
  const { host, other, ids } = await hostWith(folder.path, lessons);
  const sockets: Socket[] = [];
  const work = async () => {
    const open = door === 'mcp' ? () => deafAgent(host, ids) : () => deafPage(host);
    sockets.push(...(await Promise.all(Array.from({ length: clients }, open))));
    await wait(forMs);
  };
  try {
    const seen = await meanwhile(host, other, work());
    return { asked: clients, failed: 0, why: '', ...seen };
  } finally {
    for (const socket of sockets) socket.destroy();
    await host.stop();
    folder.remove();
  }
}
