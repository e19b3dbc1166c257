import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from '@twicewise/contract';
import { firstLine, httpSend, type Ready } from '@twicewise/testkit';
import { RpcClient } from './json-rpc.ts';

/** The programs that are measured: this checkout, the plain program, or another checkout of ours. */
export type SideName = 'ours' | 'plain' | 'against';

/** A server in a process of its own. */
export interface Server {
  pid: number;
  connect(): Promise<RpcClient>;
  /** Imports a file through the running server. */
  import(path: string): Promise<void>;
  /** Number of lessons with this tag; null if the side cannot count them. */
  countTagged(tag: string): Promise<number | null>;
  /** State of the vectors; null if the side has none. */
  vectors(): Promise<string | null>;
  stop(): Promise<void>;
}

/** One side of the comparison. */
export interface Side {
  name: SideName;
  /** The `twicewise` command, if the side is a checkout of ours. */
  command: string | null;
  start(folder: string): Promise<Server>;
  /** Name of the database file in the side's folder. */
  database: string;
}

const PLAIN = join(import.meta.dirname, 'plain', 'server.ts');
const COMMAND = 'packages/host/bin/twicewise.mjs';

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

function launch(args: string[], environment: NodeJS.ProcessEnv = {}): ChildProcess {
  const env = { ...process.env, ...environment };
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
}

async function startTwicewise(command: string, folder: string, asksModel: boolean): Promise<Server> {
  const environment = asksModel ? {} : { TWICEWISE_BUILT_IN_MODEL: 'off' };
  const child = launch([command, 'serve', '--data', folder, '--port', '0'], environment);
  const ready = JSON.parse(await firstLine(child)) as Ready;
  const api = createClient(httpSend(ready.api, ready.token));
  return {
    pid: ready.pid,
    connect: () =>
      RpcClient.connect(ready.socket, { token: ready.token, client: 'bench', project: 'bench-0', profile: 'full' }),
    async import(path) {
      const { job } = await api.call('import.lessons', { path });
      for (let state = job.state; state !== 'done'; ) {
        await wait(25);
        const now = await api.call('job.get', { id: job.id });
        state = now.job.state;
        if (state === 'failed' || state === 'cancelled')
          throw new Error(`the import ${state}: ${now.job.error?.message}`);
      }
    },
    async countTagged(tag) {
      return (await api.call('reflection.list', { tags: [tag], limit: 0, withTotal: true })).total;
    },
    vectors: async () => (await api.call('host.status', {})).vectors.state,
    stop: () => end(child),
  };
}

/** A checkout of Twicewise, started by its own command. It searches by words only, as FTS5 does, unless `asksModel` is set. */
export function twicewise(name: 'ours' | 'against', root: string, { asksModel = false } = {}): Side {
  const command = join(root, COMMAND);
  if (!existsSync(command)) throw new Error(`${root} is not a checkout of Twicewise: there is no ${COMMAND}`);
  return { name, command, database: 'memory.db', start: (folder) => startTwicewise(command, folder, asksModel) };
}

/** The plain program. */
export const plain: Side = {
  name: 'plain',
  command: null,
  database: 'plain.db',
  async start(folder) {
    const child = launch([PLAIN, folder]);
    const { socket } = JSON.parse(await firstLine(child)) as { socket: string };
    const connect = () => RpcClient.connect(socket, null);
    return {
      pid: child.pid ?? 0,
      connect,
      async import(path) {
        const client = await connect();
        await client.call('import', { path });
        client.close();
      },
      countTagged: async () => null,
      vectors: async () => null,
      stop: () => end(child),
    };
  },
};

/** Resident memory of a process, in bytes. */
export function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
}

/** Clock ticks per second in /proc, the same on every Linux. */
const TICKS = 100;

/** Processor time that all threads of a process have used so far, in milliseconds. */
export function cpuMilliseconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may contain spaces; user and system time are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
}

/** Size of a database including its WAL, in bytes. */
export function databaseBytes(path: string): number {
  return ['', '-wal'].reduce((sum, suffix) => sum + (statSync(path + suffix, { throwIfNoEntry: false })?.size ?? 0), 0);
}
