import { extname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { AppError, PRODUCT } from '@twicewise/contract';
import open from 'open';
import { usesBuiltInModel } from '../built-in-model.ts';
import { OWN_ENTRY } from '../connect/program.ts';
import { createHost, type Host, type HostOptions, type Taken } from '../create-host.ts';
import { dataFolder, findHost, runPaths } from '../data-folder.js';
import { embeddingKey } from '../embedding-key.ts';
import { logTo } from '../log-file.ts';
import { writePrivate } from '../run-folder.ts';
import { type Command, integer, readArguments, refuseWords } from './usage.ts';

/** Port that `serve` prefers when none is named, so that a bookmark goes on working; a free one when it is taken. */
const USUAL_PORT = 4877;

const HELP = `Usage: ${PRODUCT.command} serve [--data DIR] [--port N] [--open] [--background] [--take-over]

Runs the host of a data folder until it is interrupted. Prints one JSON line when it is ready:
  {"ready":true,"url","api","token","socket","pid","data"}
When another host has the folder it prints {"ready":false,…} and ends with exit code 0.

  --data DIR       data folder
  --port N         HTTP port on 127.0.0.1; 0 for any free one (default ${USUAL_PORT}, or any when that is taken)
  --open           open the interface in the browser
  --background     as bridges start it: no HTTP, ends after 10 minutes without client or job
  --idle-end S     with --background: end after S seconds instead
  --take-over      take the folder over from a host that runs already
`;

function isPortTaken(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && (cause as Error & { code?: string }).code === 'EADDRINUSE';
}

async function start(options: HostOptions, fallbackPort: boolean): Promise<Host | Taken> {
  try {
    return await createHost(options);
  } catch (error) {
    if (!fallbackPort || !isPortTaken(error)) throw error;
    return createHost({ ...options, port: 0 });
  }
}

/** What went wrong inside goes to the log: agents are told what this process says on standard error. */
function withoutTrace(error: unknown, data: string): unknown {
  if (error instanceof AppError) return error;
  logTo(data, false)('the host could not start', error);
  return new AppError(
    {
      code: 'internal',
      message: 'The host could not start because of an error inside.',
      hint: `The end of ${runPaths(data).log} says which.`,
    },
    { cause: error },
  );
}

/** The address that lets a browser in: the token travels in the fragment, which no server and no log ever sees. */
function entrance(url: string, token: string): string {
  return `${url}/#token=${token}`;
}

function sayTaken({ holder }: Taken, data: string): void {
  const known = findHost(data);
  const url = holder?.url && known ? entrance(holder.url, known.token) : null;
  process.stdout.write(`${JSON.stringify({ ready: false, reason: 'locked', pid: holder?.pid ?? null, url, data })}\n`);
  const where = url === null ? '' : ` Its interface is at ${url}`;
  process.stderr.write(
    `Another host has this folder already (pid ${holder?.pid ?? 'unknown'}).${where}\nEnd that process to stop it, or use --take-over to go on in its place (npm start -- --take-over).\n`,
  );
}

function sayReady(host: Host, data: string): string | null {
  const { url, socket, pid } = host.info;
  const api = url === null ? null : `${url}/api`;
  const entry = url === null ? null : entrance(url, host.token);
  process.stdout.write(`${JSON.stringify({ ready: true, url: entry, api, token: host.token, socket, pid, data })}\n`);
  if (entry !== null) process.stderr.write(`${PRODUCT.name} is running. Open ${entry}\n`);
  if (host.health.state !== 'ready') process.stderr.write(`${host.health.message}\n${host.health.hint}\n`);
  return entry;
}

/**
 * A browser is a convenience: none on the machine is no failure. It is given a private page that leads on, because the
 * token would stand in the arguments of the program that opens it, for everybody on the machine to read.
 */
async function openBrowser(data: string, address: string): Promise<void> {
  const { entrance: page } = runPaths(data);
  try {
    writePrivate(page, `<!doctype html><meta http-equiv="refresh" content="0;url=${address}">`);
    const child = await open(pathToFileURL(page).href);
    child.on('error', () => {});
  } catch {
    process.stderr.write('No browser could be opened; open the address yourself.\n');
  }
}

/** `twicewise serve` */
export const runServe: Command = async (args) => {
  const options = {
    data: { type: 'string' },
    port: { type: 'string' },
    open: { type: 'boolean', default: false },
    background: { type: 'boolean', default: false },
    'take-over': { type: 'boolean', default: false },
    'idle-end': { type: 'string' },
  } as const;
  const parsed = readArguments(args, options, HELP);
  if (!parsed) return 0;
  const { values, positionals } = parsed;
  refuseWords(positionals, HELP);
  const data = dataFolder(values.data, process.env);
  const port = integer('port', values.port, 0, 65_535);
  const idleEnd = integer('idle-end', values['idle-end'], 1, 86_400);
  const host = await start(
    {
      data,
      kind: values.background ? 'background' : 'serve',
      port: values.background ? null : (port ?? USUAL_PORT),
      uiFolder: fileURLToPath(new URL('../../../ui/dist', import.meta.url)),
      workerUrl: new URL(`../worker${extname(import.meta.url)}`, import.meta.url),
      entry: OWN_ENTRY,
      log: logTo(data, !values.background),
      embeddingKey: embeddingKey(process.env),
      builtInModel: usesBuiltInModel(process.env),
      ...(idleEnd === undefined ? {} : { idleEndMs: idleEnd * 1000 }),
      // A host that a bridge started has no page to lose; the person's own takes its place.
      takeOver: values['take-over'] ? 'any' : values.background ? 'never' : 'background',
    },
    port === undefined,
  ).catch((error: unknown) => {
    throw withoutTrace(error, data);
  });
  if ('taken' in host) {
    sayTaken(host, data);
    return 0;
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => host.close());
  const entry = sayReady(host, data);
  if (values.open && entry !== null) await openBrowser(data, entry);
  const reason = await host.ended;
  if (reason === 'handed over') process.stderr.write('Handed over to another host.\n');
  process.exit(reason === 'failed' ? 1 : 0);
};
