import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { type Caller, createClient, type Envelope } from '@twicewise/contract';
import { askHost, findHost } from '@twicewise/host';
import { atHome, type HostProcess, tempFolder, withBuiltInModel } from '@twicewise/testkit';
import { findElectron } from './electron.ts';

/** Folder of the desktop app. */
export const APP = join(import.meta.dirname, '../../apps/desktop');
/** Reason for skipping a test where the desktop app is not tested. */
export const NO_DESKTOP = 'this test is about the desktop app';
const LAUNCH_MS = 50_000;

/** A running desktop app. */
export interface DesktopApp {
  app: ElectronApplication;
  page: Page;
  /** The app as a host, for tests that otherwise use a host in a process of its own. */
  host: HostProcess;
  data: string;
  /** Quits the app as a person would, and waits until its process has ended. */
  stop: () => Promise<number | null>;
}

const PERSON: Caller = {
  door: 'cli',
  author: { kind: 'person', name: 'tester' },
  client: null,
  session: null,
  project: null,
};

/** Calls a folder's host through its control socket, because the app opens no port. */
function controlSend(data: string): HostProcess['send'] {
  return async (name, input, options = {}): Promise<Envelope> => {
    const host = findHost(data);
    if (!host) throw new Error(`there is no host in ${data}`);
    return askHost(host, { command: 'call', name, input, key: options.key, caller: PERSON });
  };
}

/** Ends a host that took over from the app: once its folder is deleted, nobody would find it. */
export function endHost(data: string): void {
  const holder = findHost(data);
  if (holder) process.kill(holder.pid, 'SIGTERM');
}

/** Starts the desktop app on a data folder, by default on a new one that is deleted with it. */
export async function startDesktop(
  options: { data?: string; args?: string[]; home?: string; builtInModel?: boolean } = {},
): Promise<DesktopApp> {
  const electron = findElectron();
  if (!electron) throw new Error('there is neither an Electron nor a stand-in for it');
  const folder = options.data === undefined ? tempFolder('desktop') : null;
  const data = options.data ?? folder?.path ?? '';
  const own = options.home === undefined ? process.env : atHome(options.home);
  const environment = options.builtInModel ? withBuiltInModel(own) : own;
  const app = await _electron.launch({
    executablePath: electron.executablePath,
    args: [APP, '--data', data, ...(options.args ?? [])],
    env: { ...(environment as Record<string, string>), ...electron.env },
    timeout: LAUNCH_MS,
  });
  const child = app.process();
  let complaints = '';
  child.stderr?.on('data', (part: Buffer) => (complaints += part.toString()));
  const page = await app.firstWindow({ timeout: LAUNCH_MS }).catch((error: Error) => {
    // An app that has ended says why there, and nowhere else.
    error.message += `\nThe app ended with ${child.exitCode ?? child.signalCode}, and wrote: ${complaints || 'nothing'}`;
    throw error;
  });
  await page.waitForURL(/^(?:app|https):\/\/twicewise/);
  const send = controlSend(data);
  const end = async (how: () => unknown) => {
    const isGone = child.exitCode !== null || child.signalCode !== null;
    const gone = isGone ? null : new Promise((resolve) => child.once('exit', resolve));
    if (gone) await how();
    await gone;
    if (folder) endHost(data);
    folder?.remove();
    return child.exitCode;
  };
  const stop = () => end(() => app.close());
  const token = readFileSync(join(data, 'run/token'), 'utf8').trim();
  const url = page.url().split('#')[0] ?? '';
  const ready = { ready: true as const, url, api: '', token, socket: '', pid: child.pid ?? 0, data };
  const host: HostProcess = {
    ready,
    child,
    send,
    client: createClient(send),
    stop,
    kill: async () => void (await end(() => child.kill('SIGKILL'))),
    stderr: () => complaints,
  };
  return { app, page, host, data, stop };
}
