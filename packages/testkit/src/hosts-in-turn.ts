import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createHost, type Host, isPortTaken, logTo } from '@twicewise/host';
import { COMMAND } from './command.ts';
import type { Ready } from './host-process.ts';

// The program of a process that is one host after another, each with a data folder of its own. Loading a host takes twenty times
// as long as opening an empty memory, and code that has run before is compiled. The process is told what to do by lines of JSON on
// standard input, and answers each with one on standard output.

/** What the process is told. */
export type Told = { open: { data: string; port: number } } | { close: true };

const folder = new URL('..', pathToFileURL(COMMAND));
const isBuilt = existsSync(new URL('src/worker.js', folder));

let host: Host | null = null;

async function create(data: string, port: number): Promise<Host> {
  const created = await createHost({
    data,
    kind: 'serve',
    port,
    uiFolder: fileURLToPath(new URL('../ui/dist', folder)),
    workerUrl: new URL(isBuilt ? 'src/worker.js' : 'src/worker.ts', folder),
    entry: COMMAND,
    keepsThread: true,
    log: logTo(data, true),
  });
  if ('taken' in created) throw new Error(`another process is the host of ${data}`);
  return created;
}

async function open({ data, port }: { data: string; port: number }): Promise<Ready> {
  host = await create(data, port).catch((error: unknown) => {
    // Another process of the machine may have got the port meanwhile.
    if (isPortTaken(error)) return create(data, 0);
    throw error;
  });
  const { token, info } = host;
  const { url, socket, pid } = info;
  return { ready: true, url: `${url}/#token=${token}`, api: `${url}/api`, token, socket, pid, data };
}

async function obey(told: Told): Promise<object> {
  if ('open' in told) return open(told.open);
  await host?.close();
  host = null;
  return { closed: true };
}

const say = (answer: object) => process.stdout.write(`${JSON.stringify(answer)}\n`);

process.on('SIGTERM', async () => {
  await host?.close();
  process.exit(0);
});

// Ends with the process that started it.
for await (const line of createInterface({ input: process.stdin })) say(await obey(JSON.parse(line) as Told));
process.exit(0);
