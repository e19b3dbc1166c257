import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { firstLine, tempFolder } from '@twicewise/testkit';
import { RpcClient } from './json-rpc.ts';
import type { Side } from './sides.ts';

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

/** Times from starting a bridge to its `tools/list`: without a running host (each time on a new folder), and with one. */
export async function bridgeStarts(side: Side, rounds: number): Promise<{ cold: number[]; warm: number[] } | null> {
  if (side.command === null) return null;
  const [cold, warm]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const folder = tempFolder('bench-cold');
    cold.push(await untilTools(side.command, folder.path));
    await wait(1800);
    folder.remove();
  }
  const folder = tempFolder('bench-warm');
  const host = await side.start(folder.path);
  for (let round = 0; round < rounds; round++) warm.push(await untilTools(side.command, folder.path));
  await host.stop();
  folder.remove();
  return { cold, warm };
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
