import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { firstLine, httpSend, type Ready, tempFolder } from '@twicewise/testkit';
import { CHECKOUT } from '../../gate.ts';
import { withEntries } from './entries.ts';

/** One call of a function. */
export interface Entered {
  at: bigint;
  /** Process and thread. */
  where: string;
  what: string;
}

/** A host running from the sources, and an agent, which log the calls of some functions. */
export interface TracedHost {
  agent: Client;
  send: ReturnType<typeof httpSend>;
  /** Resolves when the event stream has delivered this many events in all. */
  events: (count: number) => Promise<void>;
  /** The calls that were made during `run`, in order. */
  during: (run: () => Promise<unknown>) => Promise<Entered[]>;
  stop: () => Promise<void>;
}

const COMMAND = join(CHECKOUT, 'packages/host/bin/twicewise.mjs');
const HOOK = pathToFileURL(join(import.meta.dirname, 'write-entries.mjs')).href;

function copiesOf(functions: ReadonlyMap<string, ReadonlySet<string>>): Record<string, string> {
  return Object.fromEntries(
    [...functions].map(([file, names]) => {
      const path = join(CHECKOUT, file);
      return [pathToFileURL(path).href, withEntries(file, readFileSync(path, 'utf8'), names)];
    }),
  );
}

function readEntries(log: string): Entered[] {
  const lines = readFileSync(log, 'utf8').split('\n');
  const entered = lines.slice(0, -1).map((line): Entered => {
    const [at = '', where = '', ...what] = line.split(' ');
    return { at: BigInt(at), where, what: what.join(' ') };
  });
  return entered.sort((a, b) => (a.at < b.at ? -1 : 1));
}

/** Counts change events as the page receives them. */
async function followEvents({ api, token }: Ready): Promise<TracedHost['events']> {
  const response = await fetch(`${api}/events`, { headers: { authorization: `Bearer ${token}` } });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error('the host sends no events');
  let text = '';
  return async (count) => {
    while (text.split('event: change\n').length <= count) {
      const { done, value } = await reader.read();
      if (done) throw new Error('the stream of events has ended');
      text += value;
    }
  };
}

async function startAgent(data: string, env: Record<string, string>): Promise<Client> {
  const args = [COMMAND, 'mcp', '--data', data, '--project', 'shop'];
  const agent = new Client({ name: 'tour', version: '1.0.0' });
  await agent.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }));
  return agent;
}

async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** Starts both. `functions`: names of the functions to log, by file. */
export async function startTracedHost(functions: ReadonlyMap<string, ReadonlySet<string>>): Promise<TracedHost> {
  const folder = tempFolder('tour');
  const [data, copies, log] = ['data', 'copies.json', 'log'].map((name) => join(folder.path, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(copies, JSON.stringify(copiesOf(functions)));
  writeFileSync(log, '');
  const env = { ...process.env, TOUR_COPIES: copies, TOUR_LOG: log, NODE_OPTIONS: `--import ${HOOK}` } as Record<
    string,
    string
  >;
  const host = spawn(process.execPath, [COMMAND, 'serve', '--data', data, '--port', '0'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ready = JSON.parse(await firstLine(host)) as Ready;
  const agent = await startAgent(data, env);
  return {
    agent,
    send: httpSend(ready.api, ready.token),
    events: await followEvents(ready),
    async during(run) {
      const since = process.hrtime.bigint();
      await run();
      return readEntries(log).filter(({ at }) => at >= since);
    },
    async stop() {
      await agent.close();
      await end(host);
      folder.remove();
    },
  };
}
