import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { firstLine, tempFolder } from '@twicewise/testkit';
import { RpcClient } from './json-rpc.ts';
import type { Side, SideName } from './sides.ts';

const ROOT = join(import.meta.dirname, '..', '..');

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Starts a bridge as an agent does, and asks for the tools. Returns the milliseconds until they arrive. */
async function untilTools(command: string, data: string): Promise<number> {
  const started = performance.now();
  // The background host that the bridge starts ends by itself one second after the bridge.
  const args = [command, 'mcp', '--data', data, '--idle-end', '1'];
  const bridge = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  const client = new RpcClient({ read: bridge.stdout, write: bridge.stdin });
  await client.initialize();
  const { result } = await client.request('tools/list');
  const milliseconds = performance.now() - started;
  if (!result) throw new Error('the bridge answered without tools');
  client.close();
  await ended(bridge);
  return milliseconds;
}

/** What starting a bridge took on each side, in milliseconds. */
type Starts = Partial<Record<SideName, number[]>>;
type WithBridge = Side & { command: string };

const hasBridge = (side: Side): side is WithBridge => side.command !== null;

/** Measures the sides in turns, so that what the machine does meanwhile meets all of them. */
async function inTurns<S extends WithBridge>(
  sides: readonly S[],
  rounds: number,
  measure: (side: S) => Promise<number>,
): Promise<Starts> {
  const times: Starts = Object.fromEntries(sides.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) for (const side of sides) times[side.name]?.push(await measure(side));
  return times;
}

/** Times from starting a bridge to its `tools/list` without a running host, each on a new folder. */
export function startsAlone(sides: readonly Side[], rounds: number): Promise<Starts> {
  return inTurns(sides.filter(hasBridge), rounds, async ({ command }) => {
    const folder = tempFolder('bench-cold');
    const milliseconds = await untilTools(command, folder.path);
    // The host that this bridge started has to be gone before the next one.
    await wait(1800);
    folder.remove();
    return milliseconds;
  });
}

/** Times from starting a bridge to its `tools/list` beside a running host; the hosts of the other sides are idle meanwhile. */
export async function startsBesideHost(sides: readonly Side[], rounds: number): Promise<Starts> {
  const hosts = await Promise.all(
    sides.filter(hasBridge).map(async (side) => {
      const folder = tempFolder('bench-warm');
      return { ...side, folder, running: await side.start(folder.path) };
    }),
  );
  const times = await inTurns(hosts, rounds, ({ command, folder }) => untilTools(command, folder.path));
  for (const { running, folder } of hosts) {
    await running.stop();
    folder.remove();
  }
  return times;
}

/** Milliseconds until the process reports that it is ready. */
async function untilReady(args: string[]): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  await firstLine(child);
  const milliseconds = performance.now() - started;
  child.kill('SIGTERM');
  await ended(child);
  return milliseconds;
}

/**
 * Times `npm start` without npm, on a filled folder. Only starts after the first count, because the first may build the
 * interface.
 */
export async function secondStarts(data: string, rounds: number): Promise<number[]> {
  const args = [join(ROOT, 'scripts', 'start.ts'), '--data', data, '--port', '0'];
  await untilReady(args);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await untilReady(args));
  return times;
}
