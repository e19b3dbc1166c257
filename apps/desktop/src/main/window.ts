import { PRODUCT } from '@twicewise/contract';
import { app, BrowserWindow, protocol, type Session, screen, session, type WebContents } from 'electron';
import { answerRequest, bundleFiles, isOurs, ORIGIN, SCHEME } from './app-protocol.ts';
import { keep, readKept } from './kept-file.ts';
import { fitPlace, placeAmong, SMALLEST, withPlace } from './window-place.ts';

/** Makes our pages a secure origin with storage of its own. Must be called before the app is ready. */
export function declareScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges: { standard: true, secure: true } }]);
}

/** The permissions of a page: to copy to the clipboard, and to tell of what is new while another window is in front. */
const ALLOWED: readonly string[] = ['clipboard-sanitized-write', 'notifications'];

/** Whether what asks may do this. It is no page of ours where there is none, as with a worker or a page that is gone. */
function mayDo(contents: WebContents | null, permission: string): boolean {
  return ALLOWED.includes(permission) && contents !== null && isOurs(contents.getURL());
}

/** Serves our files to a session and denies everything else: permissions, devices, the network. */
function confine(own: Session, bundle: string): void {
  const files = bundleFiles(bundle);
  own.protocol.handle(SCHEME, ({ url }) => answerRequest(url, files));
  own.setPermissionRequestHandler((contents, permission, decide) => decide(mayDo(contents, permission)));
  own.setPermissionCheckHandler(mayDo);
  own.setDevicePermissionHandler(() => false);
  own.webRequest.onBeforeRequest(({ url }, decide) =>
    decide({ cancel: !url.startsWith(`${ORIGIN}/`) && !url.startsWith('devtools:') && !url.startsWith('data:') }),
  );
}

/** Keeps a page where it is: no navigation, no new window, no webview, no download. */
function guard(contents: WebContents): void {
  const stay = (event: Electron.Event, url: string) => {
    if (!isOurs(url)) event.preventDefault();
  };
  contents.on('will-navigate', (event) => stay(event, event.url));
  contents.on('will-frame-navigate', (event) => stay(event, event.url));
  contents.on('will-redirect', (event) => stay(event, event.url));
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

/** Prepares the app for pages of the bundle in this folder. Call it once, when the app is ready and before the first window. */
export function prepareWindows(bundle: string): void {
  confine(session.defaultSession, bundle);
  session.defaultSession.on('will-download', (event) => event.preventDefault());
  app.on('web-contents-created', (_event, contents) => guard(contents));
}

const screensNow = () => screen.getAllDisplays().map(({ workArea }) => workArea);

/** How far a second window is moved from the first, in pixels, so that both are seen. */
const BESIDE = 32;

/** Where a window opens: where the last one was, or beside the one that is there. */
function placeOf(stateFile: string, beside: BrowserWindow | null) {
  const screens = screensNow();
  if (!beside) return placeAmong(readKept(stateFile), screens);
  const { x, y, width, height } = beside.getNormalBounds();
  const zoom = beside.webContents.getZoomFactor();
  return fitPlace({ x: x + BESIDE, y: y + BESIDE, width, height, zoom }, screens);
}

/** What a window is opened with. */
export interface WindowOptions {
  preload: string;
  /** Where its place is kept. */
  stateFile: string;
  icon: string;
  /** The window next to which it opens; null for the first. */
  beside: BrowserWindow | null;
  /** Gets the window before its page is loaded, because the page may end, and the window may be closed, while it loads. */
  prepare: (window: BrowserWindow) => void;
}

/** Opens a window, and resolves when its page is loaded. */
export async function openWindow({ preload, stateFile, icon, beside, prepare }: WindowOptions): Promise<BrowserWindow> {
  const { isMaximized, zoom, ...bounds } = placeOf(stateFile, beside);
  const window = new BrowserWindow({
    ...bounds,
    icon,
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
    title: PRODUCT.name,
    show: false,
    autoHideMenuBar: true,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      // Its word lists would be downloaded.
      spellcheck: false,
    },
  });
  window.once('ready-to-show', () => {
    if (isMaximized) window.maximize();
    window.webContents.setZoomFactor(zoom);
    window.show();
  });
  window.on('close', () =>
    keep(
      stateFile,
      withPlace(readKept(stateFile), screensNow(), {
        ...window.getNormalBounds(),
        isMaximized: window.isMaximized(),
        zoom: window.webContents.getZoomFactor(),
      }),
    ),
  );
  prepare(window);
  await window.loadURL(`${ORIGIN}/`);
  return window;
}
