import { fileURLToPath, pathToFileURL } from 'node:url';
import { findHost, runPaths } from '@twicewise/client/data-folder';
import { AppError, PRODUCT } from '@twicewise/contract';
import { writePrivate } from '@twicewise/memory/host-side';
import { usesBuiltInModel } from '../built-in-model.ts';
import { OWN_ENTRY } from '../connect/our-command.ts';
import { createHost, type Host, type HostOptions, type Taken } from '../create-host.ts';
import { embeddingKey } from '../embedding-key.ts';
import { isPortTaken } from '../http/port-taken.ts';
import { logTo } from '../log-file.ts';
import type { TakeOver } from '../take-over.ts';

/** Options of `serve`. */
export interface RunOptions {
  data: string;
  /** 0 for any free port. */
  port: number;
  anyPortWhenTaken: boolean;
  /** Seconds. */
  idleEnd: number | undefined;
  workerUrl: URL;
  isBackground: boolean;
  /** Which hosts it may take the folder over from, if given. */
  takeOver: TakeOver | undefined;
  opensBrowser: boolean;
}

async function start(options: HostOptions, fallbackPort: boolean): Promise<Host | Taken> {
  try {
    return await createHost(options);
  } catch (error) {
    if (!fallbackPort || !isPortTaken(error)) throw error;
    return createHost({ ...options, port: 0 });
  }
}

/** Logs an internal error and replaces it by one without details: agents are shown our standard error. */
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

/** The address that opens the page in a browser. The token is in the fragment, which is never sent to a server or logged. */
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
 * Opening a browser is a convenience, so a machine without one is no failure. The browser gets a private file that redirects:
 * everybody on the machine could read the token in its arguments.
 */
async function openBrowser(data: string, address: string): Promise<void> {
  const { entrance: page } = runPaths(data);
  try {
    writePrivate(page, `<!doctype html><meta http-equiv="refresh" content="0;url=${address}">`);
    // Loaded when needed: its 14 files would delay each start of a host without a browser.
    const { default: open } = await import('open');
    const child = await open(pathToFileURL(page).href);
    child.on('error', () => {});
  } catch {
    process.stderr.write('No browser could be opened; open the address yourself.\n');
  }
}

function hostOptions({ data, port, idleEnd, workerUrl, isBackground, takeOver }: RunOptions): HostOptions {
  return {
    data,
    kind: isBackground ? 'background' : 'serve',
    port: isBackground ? null : port,
    uiFolder: fileURLToPath(new URL('../../../ui/dist', import.meta.url)),
    workerUrl,
    entry: OWN_ENTRY,
    log: logTo(data, !isBackground),
    embeddingKey: embeddingKey(process.env),
    builtInModel: usesBuiltInModel(process.env),
    ...(idleEnd === undefined ? {} : { idleEndMs: idleEnd * 1000 }),
    // A host that a bridge started has no page to lose; one that the person starts replaces it.
    takeOver: takeOver ?? (isBackground ? 'never' : 'background'),
  };
}

/** Runs a host until it is interrupted. Prints on standard output when it is ready, or which host runs already. */
export async function runHost(options: RunOptions): Promise<number> {
  const { data, opensBrowser } = options;
  const host = await start(hostOptions(options), options.anyPortWhenTaken).catch((error: unknown) => {
    throw withoutTrace(error, data);
  });
  if ('taken' in host) {
    sayTaken(host, data);
    return 0;
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => host.close());
  const entry = sayReady(host, data);
  if (opensBrowser && entry !== null) await openBrowser(data, entry);
  const reason = await host.ended;
  if (reason === 'handed over') process.stderr.write('Handed over to another host.\n');
  process.exit(reason === 'failed' ? 1 : 0);
}
