import { setTimeout as wait } from 'node:timers/promises';
import { type OutputOf, PRODUCT } from '@twicewise/contract';
import {
  createHost,
  embeddingKey,
  type Host,
  type HostOptions,
  nodeFor,
  person,
  startBackgroundHost,
  usesBuiltInModel,
} from '@twicewise/host';
import { dialog } from 'electron';
import type { Installation } from './installation.ts';

/** How long quitting waits for the host that takes over, in milliseconds. */
const HAND_OVER_MS = 10_000;

/** What the app's host needs. */
export interface DesktopHostOptions {
  data: string;
  installation: Installation;
  log: NonNullable<HostOptions['log']>;
}

/** Becomes the host of the folder, without a port. Null if a host that a person started has the folder and keeps it. */
export async function becomeHost({ data, installation, log }: DesktopHostOptions): Promise<Host | null> {
  const options: HostOptions = {
    data,
    kind: 'desktop',
    port: null,
    uiFolder: null,
    workerUrl: installation.worker,
    entry: installation.entry,
    embeddingKey: embeddingKey(process.env),
    builtInModel: usesBuiltInModel(process.env),
    takeOver: 'background',
    log,
  };
  const first = await createHost(options);
  if (!('taken' in first)) return first;
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: `${PRODUCT.name} is running already, without a window.`,
    detail: `Process ${first.holder?.pid ?? 'unknown'} has the memory in ${data}. Go on here? Agents notice nothing; a page in a browser says that it moved.`,
    buttons: ['Go on here', 'Quit'],
    defaultId: 0,
    cancelId: 1,
  });
  if (response !== 0) return null;
  const second = await createHost({ ...options, takeOver: 'any' });
  return 'taken' in second ? null : second;
}

async function hasAgents(host: Host): Promise<boolean> {
  const status = await host.dispatch({ name: 'host.status', input: {}, caller: person('ipc') });
  return status.ok && (status.value as OutputOf<'host.status'>).connections.length > 0;
}

/**
 * Ends the app's host. While agents are connected, a host without a window takes over. It asks for the folder on the control
 * socket like any other, but may take it only from this app, because the person may have started the next app before. If it does
 * not come, the agents' bridges start one.
 */
export async function leaveHost(host: Host, { data, installation, log }: DesktopHostOptions): Promise<void> {
  if (await hasAgents(host)) {
    const node = nodeFor(process.env, installation.entry);
    const from = ['--take-over-from', String(process.pid)];
    const failed = new Promise<void>((resolve) => {
      startBackgroundHost({ node, flags: [], entry: installation.entry }, data, from, (reason) => {
        log(`no host took over: ${reason}`);
        resolve();
      });
    });
    await Promise.race([host.ended, failed, wait(HAND_OVER_MS, undefined, { ref: false })]);
  }
  await host.close();
  log(`the host of the desktop app ended: ${await host.ended}`);
}
