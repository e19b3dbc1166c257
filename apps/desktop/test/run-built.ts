import { runInNewContext } from 'node:vm';
import { parseAst } from 'vite';
import { ORIGIN } from '../src/main/app-protocol.ts';

// Parts of the built app, run outside of Electron, to see what they decide.

interface Declaration {
  type: string;
  start: number;
  end: number;
  id?: { name: string } | null;
  declarations?: { id: { name?: string } }[];
}

/** A function of a built script, with those of these top-level names that the script declares. */
function builtFunction(source: string, name: string, needs: readonly string[]): (...given: unknown[]) => unknown {
  const wanted = [...needs, name];
  const parts = (parseAst(source).body as unknown as Declaration[]).filter(({ id, declarations = [] }) =>
    [id, ...declarations.map((one) => one.id)].some((one) => wanted.includes(one?.name ?? '')),
  );
  const text = parts.map(({ start, end }) => source.slice(start, end)).join('\n');
  return runInNewContext(`${text}\n${name}`, { bundleFiles: () => new Map(), answerRequest: () => null });
}

/** What Chromium may ask of an app, with a name that no version knows. */
const PERMISSIONS = [
  ...['accessibility-events', 'background-sync', 'clipboard-read', 'clipboard-sanitized-write', 'display-capture'],
  ...['fileSystem', 'fullscreen', 'geolocation', 'hid', 'idle-detection', 'keyboardLock', 'media', 'mediaKeySystem'],
  ...['midi', 'midiSysex', 'notifications', 'openExternal', 'payment-handler', 'pointerLock', 'sensors', 'serial'],
  ...['speaker-selection', 'storage-access', 'top-level-storage-access', 'unknown', 'usb', 'window-management', 'new'],
];

/** Addresses of pages that ask, the app's own first; null where there is no page. */
const PAGES = [`${ORIGIN}/`, `${ORIGIN}/x`, `${ORIGIN}.evil/`, 'https://example.org/', 'about:blank', null];

type Ask = (contents: { getURL(): string } | null, permission: string, decide: (granted: boolean) => void) => unknown;

/** All that `confine` in this main script lets pages do, as `request`, `check` or `device`, what for, and the page. */
export function permitted(main: string): string[] {
  const handlers: Record<string, Ask> = {};
  const set = (name: string) => (handler: Ask) => {
    handlers[name] = handler;
  };
  builtFunction(main, 'confine', ['ALLOWED', 'ORIGIN', 'isOurs', 'mayDo'])({
    protocol: { handle() {} },
    webRequest: { onBeforeRequest() {} },
    setPermissionRequestHandler: set('request'),
    setPermissionCheckHandler: set('check'),
    setDevicePermissionHandler: set('device'),
  });
  const { request, check, device } = handlers;
  const asked = PERMISSIONS.flatMap((permission) => PAGES.map((page) => ({ permission, page })));
  const granted = asked.flatMap(({ permission, page }) => {
    const contents = page === null ? null : { getURL: () => page };
    let decided: unknown = false;
    request?.(contents, permission, (answer) => {
      decided = answer;
    });
    const kinds = { request: decided, check: check?.(contents, permission, () => {}) };
    return Object.entries(kinds).flatMap(([kind, answer]) =>
      answer === false ? [] : [`${kind} ${permission} ${page}`],
    );
  });
  const devices = ['hid', 'serial', 'usb'].filter(
    (deviceType) => (device as unknown as (details: object) => unknown)?.({ deviceType, origin: ORIGIN }) !== false,
  );
  return [...granted, ...devices.map((type) => `device ${type}`)];
}

/** Events of a page, with their addresses, that `guard` in this main script lets happen. */
export function letsHappen(main: string, events: readonly string[], addresses: readonly string[]): string[] {
  const listeners = new Map<string, (event: object) => void>();
  builtFunction(main, 'guard', ['ORIGIN', 'isOurs'])({
    on: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    setWindowOpenHandler() {},
  });
  return events.flatMap((name) =>
    addresses.flatMap((url) => {
      let isPrevented = false;
      listeners.get(name)?.({ url, preventDefault: () => (isPrevented = true) });
      return isPrevented ? [] : [`${name} ${url}`];
    }),
  );
}

function shapeOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]));
}

/** What this preload script gives to pages: the names under which it does, with the kind of everything in it. */
export function exposed(preload: string): unknown {
  const given: unknown[] = [];
  const ipcRenderer = { invoke() {}, on() {}, send() {} };
  const contextBridge = { exposeInMainWorld: (name: string, what: unknown) => given.push([name, shapeOf(what)]) };
  runInNewContext(preload, { require: () => ({ contextBridge, ipcRenderer, webUtils: {} }) });
  return given;
}
