import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { AppError, PRODUCT, toFailure } from '@twicewise/contract';
import { appFolder, dataFolder, type Host, logTo, ownDataFolder, ownFolder, person, runPaths } from '@twicewise/host';
import { app, type BrowserWindow, dialog, shell } from 'electron';
import { becomeHost, leaveHost } from './desktop-host.ts';
import { findInstallation } from './installation.ts';
import { IpcDoor } from './ipc.ts';
import { entryOfCopy, lastingEntry } from './lasting-copy.ts';
import { viewOfArguments, viewOfLink } from './link.ts';
import { setMenu } from './menu.ts';
import { nativeServer, openFile } from './native.ts';
import { reloadWhenGone } from './page-ends.ts';
import { declareScheme, openWindow, prepareWindows } from './window.ts';

// The desktop app: the host of the data folder, and a window for it.

/** The arguments also contain Chromium's switches; only this one is ours. */
const { values } = parseArgs({ options: { data: { type: 'string' } }, strict: false });
const data = dataFolder(typeof values.data === 'string' ? values.data : undefined, process.env);
let installation = findInstallation(import.meta.dirname, app.isPackaged);
const log = logTo(data, false);
const { run } = runPaths(data);

let host: Host | null = null;
let window: BrowserWindow | null = null;
/** The view that was requested before there was a window. */
let firstView = viewOfArguments(process.argv);
let ending: Promise<void> | null = null;

/**
 * The window's profile is stored next to the memory, so that there is one app per data folder. Throws if the folder is not ours.
 */
function profileFolder(): string {
  try {
    ownDataFolder(data);
    ownFolder(run);
    const profile = join(run, 'desktop');
    mkdirSync(profile, { recursive: true, mode: 0o700 });
    return profile;
  } catch (error) {
    if (error instanceof AppError) throw error;
    // A memory on a read-only disk can still be opened.
    return mkdtempSync(join(tmpdir(), `${PRODUCT.command}-desktop-`));
  }
}

function show(view: string): void {
  if (!window) firstView = view;
  else door.push({ kind: 'show', view });
  window?.show();
  window?.focus();
}

const door = new IpcDoor(nativeServer(data));

async function importLessons(): Promise<void> {
  const path = await openFile('lessons', window);
  if (path === null || !host) return;
  const answer = await host.dispatch({ name: 'import.lessons', input: { path }, caller: person('ipc') });
  if (answer.ok) show('data');
  else await dialog.showMessageBox({ type: 'error', message: answer.error.message, detail: answer.error.hint });
}

async function serve(): Promise<void> {
  host = await becomeHost({ data, installation, log });
  if (!host) return app.quit();
  await door.use(host);
  log('the desktop app is the host');
  const mine = host;
  void mine.ended.then(async (reason) => {
    if (ending || host !== mine) return;
    host = null;
    // A person started another host, which has the memory now. A window without a host would show nothing.
    if (reason !== 'failed') return app.quit();
    const { response } = await dialog.showMessageBox({
      type: 'error',
      message: 'The memory stopped working.',
      detail: 'What was stored is on disk. The log file in the data folder says why it stopped.',
      buttons: ['Open it again', 'Quit'],
      cancelId: 1,
    });
    if (response === 0) await serve();
    else app.quit();
  });
}

async function start(): Promise<void> {
  await app.whenReady();
  setMenu(
    {
      show,
      importLessons: () => void importLessons().catch((error) => log('lessons could not be imported', error)),
      revealData: () => void shell.openPath(data),
      revealLog: () => shell.showItemInFolder(runPaths(data).log),
    },
    process.platform === 'darwin',
  );
  prepareWindows(installation.bundle);
  const place = { folder: appFolder(data), version: PRODUCT.version, environment: process.env, log };
  const { entry } = installation;
  const copied = entryOfCopy(entry, place);
  // Only the first start waits for the copy. During an update, the name points to the previous copy until the new one is
  // complete.
  installation = { ...installation, entry: copied ?? (await lastingEntry(entry, place)) };
  await serve();
  if (!host) return;
  window = await openWindow(installation.preload, join(app.getPath('userData'), 'window.json'), (opened) => {
    opened.on('closed', () => {
      window = null;
    });
    reloadWhenGone(opened, log);
  });
  if (firstView !== null) show(firstView);
  if (copied !== null) await lastingEntry(entry, place);
}

async function leave(): Promise<void> {
  if (host) await leaveHost(host, { data, installation, log });
}

function fail(error: unknown): void {
  log('the desktop app failed', error);
  const { message, hint } = toFailure(error);
  dialog.showErrorBox(message, hint);
  app.quit();
}

function listen(): void {
  app.on('second-instance', (_event, args) => {
    const view = viewOfArguments(args);
    if (view !== null) return show(view);
    window?.show();
    window?.focus();
  });
  app.on('open-url', (event, url) => {
    event.preventDefault();
    const view = viewOfLink(url);
    if (view !== null) show(view);
  });
  app.on('window-all-closed', () => app.quit());
  app.on('before-quit', (event) => {
    if (ending && !host) return;
    event.preventDefault();
    ending ??= leave()
      .catch((error) => log('the host did not end well', error))
      .then(() => {
        host = null;
        app.quit();
      });
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());
}

try {
  app.setName(PRODUCT.name);
  app.setPath('userData', profileFolder());
  if (app.requestSingleInstanceLock()) {
    declareScheme();
    app.enableSandbox();
    if (app.isPackaged) app.setAsDefaultProtocolClient(PRODUCT.scheme);
    listen();
    start().catch(fail);
  } else app.exit(0);
} catch (error) {
  fail(error);
}
