import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { HOST_FLAGS } from '@twicewise/client/own-node';
import { AppError, type Client, createClient, type Envelope } from '@twicewise/contract';
import { COMMAND } from './command.ts';
import { httpSend } from './http.ts';
import { tempFolder } from './temp-folder.ts';

/** What `serve` prints when it is ready. */
export interface Ready {
  ready: true;
  url: string;
  api: string;
  token: string;
  socket: string;
  pid: number;
  data: string;
}

/** A real host in a process of its own. */
export interface HostProcess {
  ready: Ready;
  child: ChildProcess;
  /** Calls over HTTP, as the page of a person. */
  client: Client;
  send: (name: string, input: unknown, options?: { key?: string }) => Promise<Envelope>;
  /** Stops it as a person would, and waits. */
  stop: () => Promise<number | null>;
  /** Kills it without warning, as a power failure would, and waits. */
  kill: () => Promise<void>;
  stderr: () => string;
}

/** Reads the first line that a child prints. If the child ends before, rejects with its error output. */
export function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    let complaint = '';
    child.stderr?.on('data', (part: Buffer) => (complaint += part.toString()));
    child.stdout?.on('data', (part: Buffer) => {
      text += part.toString();
      const end = text.indexOf('\n');
      if (end >= 0) resolve(text.slice(0, end));
    });
    child.on('exit', (code) =>
      reject(new Error(`the process ended with ${code} before it said anything: ${complaint}`)),
    );
  });
}

/** Throws the error of a host that could not start. */
function readReady(line: string): Ready {
  const said = JSON.parse(line) as Ready | Extract<Envelope, { ok: false }>;
  if ('error' in said) throw new AppError(said.error);
  return said;
}

/** Starts `twicewise serve` on a data folder, by default a fresh one that is deleted with it. Throws the error that it ends with. */
export async function startHost(
  options: { data?: string; args?: string[]; spawn?: SpawnOptions } = {},
): Promise<HostProcess> {
  const folder = options.data === undefined ? tempFolder('host') : null;
  const data = options.data ?? folder?.path ?? '';
  // With its flags, as bridges and hooks start it: without them the command would start itself anew.
  const command = [...HOST_FLAGS, COMMAND, 'serve', '--data', data, '--port', '0', ...(options.args ?? [])];
  const child = spawn(process.execPath, command, { stdio: ['pipe', 'pipe', 'pipe'], ...options.spawn });
  let complaints = '';
  child.stderr?.on('data', (part: Buffer) => (complaints += part.toString()));
  const ready = await firstLine(child)
    .then(readReady)
    .catch((error) => {
      folder?.remove();
      throw error;
    });
  const send = httpSend(ready.api, ready.token);
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await once(child, 'exit');
    }
    folder?.remove();
  };
  return {
    ready,
    child,
    send,
    client: createClient(send),
    stderr: () => complaints,
    async stop() {
      await end('SIGTERM');
      return child.exitCode;
    },
    kill: () => end('SIGKILL'),
  };
}
