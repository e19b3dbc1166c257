import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { HOST_FLAGS } from '@twicewise/client/own-node';
import { COMMAND, firstLine, tempFolder } from '@twicewise/testkit';
import { RpcClient } from '../bench/json-rpc.ts';

/** The result of starting several hosts at once. */
export interface OwnerCount {
  rounds: number;
  /** Number of rounds with exactly one owner. */
  single: number;
  /** Number of rounds that began with the socket of a killed host. */
  stale: number;
  /** Number of these rounds in which the new owner answered on the socket. */
  reclaimed: number;
  /** Number of rounds in which a process other than the owner answered on the socket. */
  stolen: number;
}

const AT_ONCE = 4;
/** Collects garbage all the time, in each thread of the process that loads it. */
const COLLECTING = ['--expose-gc', '--import', pathToFileURL(join(import.meta.dirname, 'collect-garbage.ts')).href];
const LOOSE_OWNER = join(import.meta.dirname, 'loose-owner.ts');

interface Contender {
  child: ChildProcess;
  owner: boolean;
  pid: number;
}

async function contend(args: readonly string[], delay: number): Promise<Contender> {
  await wait(delay);
  const child = spawn(process.execPath, [...COLLECTING, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const { ready, pid } = JSON.parse(await firstLine(child)) as { ready: boolean; pid: number };
  return { child, owner: ready, pid };
}

/** Starts the host as users have it, without HTTP. With its flags, because it would replace itself by one that has only those. */
const contendAsHost = (data: string, delay: number) =>
  contend([...HOST_FLAGS, COMMAND, 'serve', '--background', '--data', data], delay);

/** The process that answers on the folder's socket. */
async function answering(data: string): Promise<number | null> {
  const run = join(data, 'run');
  try {
    const info = JSON.parse(readFileSync(join(run, 'host.json'), 'utf8')) as { socket: string; pid: number };
    const token = readFileSync(join(run, 'token'), 'utf8').trim();
    const client = await RpcClient.connect(info.socket, { token, client: 'check' });
    client.close();
    return info.pid;
  } catch {
    return null;
  }
}

async function killAll(contenders: readonly Contender[]): Promise<void> {
  for (const { child } of contenders) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}

/**
 * Repeatedly starts several hosts at once on one folder. The owner is killed, so that its socket stays behind. `before` may
 * change the folder while no host has it.
 */
export async function contendForFolder(
  rounds: number,
  before: (data: string, round: number) => void = () => {},
): Promise<OwnerCount> {
  const folder = tempFolder('owners');
  const count: OwnerCount = { rounds: 0, single: 0, stale: 0, reclaimed: 0, stolen: 0 };
  const socket = join(folder.path, 'run', 'mcp.sock');
  try {
    for (; count.rounds < rounds; count.rounds++) {
      before(folder.path, count.rounds);
      const stale = existsSync(socket);
      const delays = Array.from({ length: AT_ONCE }, () => (count.rounds % 2 === 0 ? 0 : Math.random() * 100));
      const contenders = await Promise.all(delays.map((delay) => contendAsHost(folder.path, delay)));
      const owners = contenders.filter(({ owner }) => owner);
      if (owners.length === 1) count.single++;
      const pid = await answering(folder.path);
      if (stale) count.stale++;
      if (stale && pid === owners[0]?.pid) count.reclaimed++;
      if (pid !== null && !owners.some((owner) => owner.pid === pid)) count.stolen++;
      await killAll(contenders);
    }
    return count;
  } finally {
    folder.remove();
  }
}

/**
 * Number of owners at the same time if nothing refers to the handle of the lock. It must be more than one; otherwise the check
 * above proves nothing.
 */
export async function looseOwners(): Promise<number> {
  const folder = tempFolder('loose');
  try {
    // The processes start 150 ms apart, so that garbage was collected in the earlier one by then.
    const delays = Array.from({ length: AT_ONCE }, (_, n) => n * 150);
    const contenders = await Promise.all(delays.map((delay) => contend([LOOSE_OWNER, folder.path], delay)));
    await killAll(contenders);
    return contenders.filter(({ owner }) => owner).length;
  } finally {
    folder.remove();
  }
}
