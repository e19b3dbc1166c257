import { PRODUCT } from '@twicewise/contract';
import { app, BrowserWindow, protocol, type Session, screen, session, type WebContents } from 'electron';
import { answerRequest, bundleFiles, isOurs, ORIGIN, SCHEME } from './app-protocol.ts';
import { fitPlace, keepPlace, readPlace, SMALLEST } from './window-place.ts';

/** Makes our pages a secure origin with storage of its own. Must be called before the app is ready. */
export function declareScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges: { standard: true, secure: true } }]);
}

/** The only permission of a page: to copy to the clipboard. */
const ALLOWED = 'clipboard-sanitized-write';

/** Serves our files to a session and denies everything else: permissions, devices, the network. */
function confine(own: Session, bundle: string): void {
  const files = bundleFiles(bundle);
  own.protocol.handle(SCHEME, ({ url }) => answerRequest(url, files));
  own.setPermissionRequestHandler((contents, permission, decide) =>
    decide(permission === ALLOWED && isOurs(contents.getURL())),
  );
  own.setPermissionCheckHandler(
    (contents, permission) => permission === ALLOWED && contents !== null && isOurs(contents.getURL()),
  );
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

/**
 * Opens the window in its last place, and resolves when its page is loaded. `prepare` gets the window before that, because the
 * page may end, and the window may be closed, while it loads.
 */
export async function openWindow(
  preload: string,
  stateFile: string,
  prepare: (window: BrowserWindow) => void,
): Promise<BrowserWindow> {
  const screens = screen.getAllDisplays().map(({ workArea }) => workArea);
  const { isMaximized, zoom, ...bounds } = fitPlace(readPlace(stateFile), screens);
  const window = new BrowserWindow({
    ...bounds,
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
    keepPlace(stateFile, {
      ...window.getNormalBounds(),
      isMaximized: window.isMaximized(),
      zoom: window.webContents.getZoomFactor(),
    }),
  );
  prepare(window);
  await window.loadURL(`${ORIGIN}/`);
  return window;
}
