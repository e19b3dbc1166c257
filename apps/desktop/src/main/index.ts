import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PRODUCT, toFailure } from '@twicewise/contract';
import { appFolder, dataFolder, type EndReason, type Host, logTo, person, runPaths } from '@twicewise/host';
import { app, dialog, shell } from 'electron';
import { becomeHost, leaveHost } from './desktop-host.ts';
import { findInstallation } from './installation.ts';
import { IpcDoor } from './ipc.ts';
import { entryOfCopy, lastingEntry } from './lasting-copy.ts';
import { bundleOfArguments, isBundle, viewOfArguments, viewOfLink } from './link.ts';
import { AppMenu } from './menu.ts';
import { nativeServer, openFile } from './native.ts';
import { profileFolder } from './profile-folder.ts';
import { AppTray } from './tray-source.ts';
import { declareScheme, prepareWindows } from './window.ts';
import { AppWindows } from './windows.ts';

// The desktop app: the host of the data folder, and a window for it.

/** The arguments also contain Chromium's switches; only this one is ours. */
const { values } = parseArgs({ options: { data: { type: 'string' } }, strict: false });
const data = dataFolder(typeof values.data === 'string' ? values.data : undefined, process.env);
const isMac = process.platform === 'darwin';
let installation = findInstallation(import.meta.dirname, app.isPackaged, isMac);
const log = logTo(data, false);
const { run } = runPaths(data);

let host: Host | null = null;
let tray: AppTray | null = null;
let ending: Promise<void> | null = null;

const door = new IpcDoor(
  nativeServer(data, {
    offer: (window, actions) => windows.offer(window, actions),
    openWindow: (view) => windows.openWith({ kind: 'show', view }),
  }),
);

const windows = new AppWindows({
  preload: installation.preload,
  icon: installation.icons.window,
  stateFile: join(run, 'desktop/window.json'),
  door,
  log,
});

/** Does what a person asked of a window; a failure is one of the app, of which the log tells. */
function ask(what: string, work: Promise<void>): void {
  work.catch((error) => log(`${what} failed`, error));
}

const show = (view: string) => ask('showing a view', windows.tell({ kind: 'show', view }));
const showBundle = (path: string) => ask('showing a bundle', windows.tell({ kind: 'open', path }));
const comeForward = () => ask('coming forward', windows.tell(null));

async function importLessons(): Promise<void> {
  const path = await openFile('lessons', windows.front);
  if (path === null || !host) return;
  const answer = await host.dispatch({ name: 'import.lessons', input: { path }, caller: person('ipc') });
  if (answer.ok) show('data');
  else await dialog.showMessageBox({ type: 'error', message: answer.error.message, detail: answer.error.hint });
}

async function serve(): Promise<void> {
  host = await becomeHost({ data, installation, log });
  if (!host) return app.quit();
  await door.use(host);
  tray?.use(host);
  log('the desktop app is the host');
  const mine = host;
  mine.ended.then((reason) => outlive(mine, reason)).catch(fail);
}

/** Goes on without this host: with another one, if it failed and the person wants to, else not at all. */
async function outlive(mine: Host, reason: EndReason): Promise<void> {
  if (ending || host !== mine) return;
  host = null;
  tray?.use(null);
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
}

async function start(): Promise<void> {
  await app.whenReady();
  windows.use(
    new AppMenu(
      {
        act: (action) => ask('an action', windows.tell({ kind: 'act', action })),
        importLessons: () => ask('importing lessons', importLessons()),
        revealData: () => void shell.openPath(data),
        revealLog: () => shell.showItemInFolder(runPaths(data).log),
      },
      isMac,
    ),
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
  tray = new AppTray({
    icon: installation.icons.tray,
    stateFile: join(run, 'desktop/tray.json'),
    open: (view) => (view === null ? comeForward() : show(view)),
    quit: () => app.quit(),
    log,
  });
  tray.use(host);
  await windows.open();
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

/** Shows what start arguments name: a lesson, a session or a bundle. False when they name nothing. */
function showNamed(args: readonly string[], folder: string): boolean {
  const view = viewOfArguments(args);
  const bundle = bundleOfArguments(args, folder);
  if (view !== null) show(view);
  else if (bundle !== null) showBundle(bundle);
  return view !== null || bundle !== null;
}

function listen(): void {
  app.on('second-instance', (_event, args, folder) => {
    if (!showNamed(args, folder)) comeForward();
  });
  app.on('open-url', (event, url) => {
    event.preventDefault();
    const view = viewOfLink(url);
    if (view !== null) show(view);
  });
  // How a Mac opens files with an app.
  app.on('open-file', (event, path) => {
    event.preventDefault();
    if (isBundle(path)) showBundle(path);
  });
  app.on('activate', comeForward);
  app.on('window-all-closed', () => {
    if (!tray?.stays) app.quit();
  });
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
  app.setPath('userData', profileFolder(data));
  if (app.requestSingleInstanceLock()) {
    declareScheme();
    app.enableSandbox();
    if (app.isPackaged) app.setAsDefaultProtocolClient(PRODUCT.scheme);
    listen();
    // The first argument is the program, or in development the app after it.
    showNamed(process.argv.slice(1), process.cwd());
    start().catch(fail);
  } else app.exit(0);
} catch (error) {
  fail(error);
}
