import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { COMMAND, firstLine, type Ready } from '@twicewise/testkit';
import { RpcClient } from '../bench/json-rpc.ts';

/** A host process that can be killed. */
export interface CheckHost {
  ready: Ready;
  child: ChildProcess;
  connect(name?: string): Promise<RpcClient>;
  /** Sends SIGKILL and waits until the kernel has cleaned up. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a host on a folder and resolves when it is ready. */
export type Launch = (data: string) => Promise<CheckHost>;

/** Thrown when another host has the folder. */
class Taken extends Error {}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

async function launch(args: string[]): Promise<CheckHost> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ready = JSON.parse(await firstLine(child)) as Ready;
  if (!ready.ready) throw new Taken(`another host has ${ready.data}`);
  return {
    ready,
    child,
    connect: (name = 'check') =>
      RpcClient.connect(ready.socket, { token: ready.token, client: name, session: name, project: 'check' }),
    kill: () => end(child, 'SIGKILL'),
    stop: () => end(child, 'SIGTERM'),
  };
}

/** The host as users have it, without HTTP. */
export const realHost: Launch = (data) => launch([COMMAND, 'serve', '--background', '--data', data]);

/** The host as a person starts it, with HTTP. */
export const servingHost: Launch = (data) => launch([COMMAND, 'serve', '--port', '0', '--data', data]);

/** A host with one fault: it acknowledges a store before the commit. A check that does not notice it proves nothing. */
export const earlyHost: Launch = (data) => launch([join(import.meta.dirname, 'early-host.ts'), data]);

/** Takes the folder over from the host that has it; null if that was refused. */
export async function takeOver(data: string): Promise<CheckHost | null> {
  try {
    return await launch([COMMAND, 'serve', '--background', '--take-over', '--data', data]);
  } catch (error) {
    if (error instanceof Taken) return null;
    throw error;
  }
}
