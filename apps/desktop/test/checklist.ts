import { isDeepStrictEqual } from 'node:util';
import { parseAst } from 'vite';
import { ORIGIN } from '../src/main/app-protocol.ts';
import { exposed, letsHappen, permitted } from './run-built.ts';

/** The built app, as text. */
export interface Built {
  /** The script of the main process. */
  main: string;
  preload: string;
  /** `index.html` of the page. */
  page: string;
  /** The content policy in the headers of its answers. */
  csp: string;
  /** Version of Electron, from the manifest. */
  electron: string;
  /** Settings of the packager. */
  packaging: string;
}

interface Node {
  type: string;
  [key: string]: unknown;
}

function* walk(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const item of value) yield* walk(item);
  else if (typeof value === 'object' && value !== null) {
    if (typeof (value as Node).type === 'string') yield value as Node;
    for (const child of Object.values(value)) yield* walk(child);
  }
}

const nameOf = (node: unknown): string => {
  const { type, name, object, property, value } = (node ?? {}) as Record<string, unknown>;
  if (type === 'MemberExpression') return `${nameOf(object)}.${nameOf(property)}`;
  if (type === 'ThisExpression') return 'this';
  return String(name ?? value ?? '');
};

/** Calls in a script of a function whose name ends with this one, such as `a.b` or `b`. */
function calls(source: string, name: string): Node[] {
  return [...walk(parseAst(source))].filter(
    (node) =>
      (node.type === 'CallExpression' || node.type === 'NewExpression') &&
      `.${nameOf(node.callee)}`.endsWith(`.${name}`),
  );
}

/** The properties that object literals with this name set, with their literal values. */
function settings(source: string, name: string): Record<string, unknown>[] {
  const found = [...walk(parseAst(source))].filter((node) => node.type === 'Property' && nameOf(node.key) === name);
  return found.map((node) => {
    const { properties = [] } = node.value as { properties?: Node[] };
    return Object.fromEntries(
      properties.map((one) => [nameOf(one.key), (one.value as { value?: unknown } | undefined)?.value]),
    );
  });
}

const webPreferences = ({ main }: Built) => settings(main, 'webPreferences');
/** True if no window is created with these names, and at least one window is created. */
const never = (built: Built, ...names: string[]) =>
  webPreferences(built).length > 0 && webPreferences(built).every((set) => names.every((name) => !(name in set)));
const always = (built: Built, name: string, value: unknown) =>
  webPreferences(built).length > 0 && webPreferences(built).every((set) => set[name] === value);
const listensTo = ({ main }: Built, event: string) =>
  calls(main, 'on').some((node) => nameOf((node.arguments as Node[])[0]) === event);
const policy = ({ csp }: Built) => csp.split(';').map((part) => part.trim());

type Break = (built: Built) => Built;

/** An item of Electron's checklist: what must hold, and changes of the built app that the check must notice, each by itself. */
export interface Item {
  name: string;
  holds: (built: Built) => boolean;
  broken: Break | readonly Break[];
}

/** What pages may do. It stands here once more, so that whoever allows more has to say so twice. */
const PERMITTED = ['clipboard-sanitized-write', 'notifications'].flatMap((permission) =>
  ['request', 'check'].map((kind) => `${kind} ${permission} ${ORIGIN}/`),
);
/** What pages get. */
const BRIDGE = [
  'twicewise',
  {
    call: 'function',
    subscribe: 'function',
    native: {
      openFile: 'function',
      saveFile: 'function',
      revealSaved: 'function',
      revealData: 'function',
      pathOf: 'function',
      offer: 'function',
      openWindow: 'function',
    },
  },
];
const MOVES = ['will-navigate', 'will-frame-navigate', 'will-redirect'];
const ELSEWHERE = ['https://example.org/', `${ORIGIN}/x`, `${ORIGIN}.evil/`, 'file:///etc/passwd', 'about:blank'];

const inMain = (from: string, to: string) => (built: Built) => ({ ...built, main: built.main.replaceAll(from, to) });
const inPreload = (from: string, to: string) => (built: Built) => ({
  ...built,
  preload: built.preload.replace(from, to),
});
const withPreference = (text: string) => inMain('sandbox: true', `sandbox: true, ${text}`);

/** All twenty items of Electron's security checklist, in its order. */
export const CHECKLIST: readonly Item[] = [
  {
    name: 'only our own pages are loaded, and the network is denied',
    holds: ({ main, page }) =>
      calls(main, 'loadURL').length === 1 &&
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it stands so in the built script
      main.includes('.loadURL(`${ORIGIN}/`)') &&
      /ORIGIN = [`"]app:\/\/twicewise[`"]/.test(main) &&
      calls(main, 'onBeforeRequest').length === 1 &&
      !/https?:/.test(page),
    broken: (built) => ({ ...built, page: '<script src="https://example.org/x.js">' }),
  },
  {
    name: 'pages have no Node',
    holds: (built) =>
      always(built, 'nodeIntegration', false) && never(built, 'nodeIntegrationInWorker', 'nodeIntegrationInSubFrames'),
    broken: inMain('nodeIntegration: false', 'nodeIntegration: true'),
  },
  {
    name: 'the preload script lives in a world of its own',
    holds: (built) => always(built, 'contextIsolation', true),
    broken: inMain('contextIsolation: true', 'contextIsolation: false'),
  },
  {
    name: 'every process of a page is sandboxed',
    holds: (built) => always(built, 'sandbox', true) && calls(built.main, 'enableSandbox').length === 1,
    broken: inMain('sandbox: true', 'sandbox: false'),
  },
  {
    name: 'permissions and devices are denied',
    holds: ({ main }) =>
      ['setPermissionRequestHandler', 'setPermissionCheckHandler', 'setDevicePermissionHandler'].every(
        (name) => calls(main, name).length === 1,
      ) &&
      calls(main, 'confine').length === 1 &&
      isDeepStrictEqual(permitted(main), PERMITTED),
    broken: [
      inMain('setPermissionRequestHandler', 'setSomethingElse'),
      inMain('confine(own, bundle) {', 'confine(own, bundle) {\nconst mayDo = () => true;'),
      inMain('ALLOWED.includes(permission)', 'true'),
      inMain('isOurs(contents.getURL())', 'true'),
      inMain('"notifications"', '"notifications", "geolocation"'),
      inMain('setDevicePermissionHandler(() => false)', 'setDevicePermissionHandler(() => true)'),
    ],
  },
  {
    name: 'web security stays on',
    holds: (built) => never(built, 'webSecurity') && !/disable-web-security|ignore-certificate/.test(built.main),
    broken: withPreference('webSecurity: false'),
  },
  {
    name: 'a policy says what pages may do, without anything unsafe',
    holds: (built) =>
      policy(built).includes("default-src 'none'") &&
      policy(built).includes("script-src 'self'") &&
      policy(built).includes("connect-src 'none'") &&
      !/unsafe|\*/.test(built.csp),
    broken: (built) => ({ ...built, csp: built.csp.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'") }),
  },
  {
    name: 'insecure content is not allowed',
    holds: (built) => never(built, 'allowRunningInsecureContent'),
    broken: withPreference('allowRunningInsecureContent: true'),
  },
  {
    name: 'no experimental features',
    holds: (built) => never(built, 'experimentalFeatures'),
    broken: withPreference('experimentalFeatures: true'),
  },
  {
    name: 'no features of the engine are switched on',
    holds: (built) => never(built, 'enableBlinkFeatures') && calls(built.main, 'appendSwitch').length === 0,
    broken: withPreference("enableBlinkFeatures: 'X'"),
  },
  {
    name: 'no webview may open windows',
    holds: ({ main, page }) => !/allowpopups/i.test(main + page),
    broken: (built) => ({ ...built, page: '<webview allowpopups>' }),
  },
  {
    name: 'no webview at all',
    holds: (built) =>
      never(built, 'webviewTag') &&
      listensTo(built, 'will-attach-webview') &&
      letsHappen(built.main, ['will-attach-webview'], [`${ORIGIN}/`]).length === 0,
    broken: [
      withPreference('webviewTag: true'),
      inMain('"will-attach-webview", (event) => event.preventDefault()', '"will-attach-webview", () => {}'),
    ],
  },
  {
    name: 'a page stays where it is',
    holds: (built) =>
      MOVES.every((event) => listensTo(built, event)) &&
      calls(built.main, 'guard').length === 1 &&
      letsHappen(built.main, MOVES, ELSEWHERE).length === 0 &&
      letsHappen(built.main, MOVES, [`${ORIGIN}/`]).length === MOVES.length,
    broken: [
      inMain('"will-frame-navigate"', '"something-else"'),
      inMain('if (!isOurs(url)) event.preventDefault();', ''),
      inMain('if (!isOurs(url)) event.preventDefault();', 'event.preventDefault();'),
    ],
  },
  {
    name: 'a page opens no window',
    holds: ({ main }) => {
      const handlers = calls(main, 'setWindowOpenHandler');
      return handlers.length === 1 && handlers.every((node) => /"deny"/.test(JSON.stringify(node.arguments)));
    },
    broken: inMain('action: "deny"', 'action: "allow"'),
  },
  {
    name: 'no other program is given an address',
    holds: ({ main }) => calls(main, 'openExternal').length === 0,
    broken: (built) => ({ ...built, main: `${built.main}\nshell.openExternal(url);` }),
  },
  {
    name: 'Electron is pinned to the version that was chosen',
    holds: ({ electron }) => /^\d+\.\d+\.\d+$/.test(electron) && Number.parseInt(electron, 10) >= 45,
    broken: (built) => ({ ...built, electron: '^30.0.0' }),
  },
  {
    name: 'every message is checked for its sender, by one wrapper',
    holds: ({ main }) => {
      const answers = [...walk(parseAst(main))].filter(
        (node) =>
          node.type === 'FunctionDeclaration' &&
          calls(main.slice(Number(node.start), Number(node.end)), 'ipcMain.handle').length > 0,
      );
      const [wrapper] = answers;
      const inside = wrapper ? main.slice(Number(wrapper.start), Number(wrapper.end)) : '';
      const others = ['handleOnce', 'ipcMain.on', 'ipcMain.once', 'ipc.on', 'ipc.handle', 'ipcMain.addListener'];
      return (
        calls(main, 'ipcMain.handle').length === 1 &&
        answers.length === 1 &&
        calls(inside, 'requireOurPage').length === 1 &&
        others.every((name) => calls(main, name).length === 0)
      );
    },
    broken: (built) => ({
      ...built,
      main: `${built.main}\nipcMain.handle("x", (_event, path) => readFileSync(path));`,
    }),
  },
  {
    name: 'no page comes from a file',
    holds: ({ main }) =>
      calls(main, 'loadFile').length === 0 && calls(main, 'registerSchemesAsPrivileged').length === 1,
    broken: (built) => ({ ...built, main: `${built.main}\nwindow.loadFile("index.html");` }),
  },
  {
    name: 'the fuses are set',
    holds: ({ packaging }) =>
      [
        'runAsNode: false',
        'enableCookieEncryption: true',
        'enableNodeOptionsEnvironmentVariable: false',
        'enableNodeCliInspectArguments: false',
        'enableEmbeddedAsarIntegrityValidation: true',
        'onlyLoadAppFromAsar: true',
        'grantFileProtocolExtraPrivileges: false',
      ].every((fuse) => new RegExp(`^  ${fuse}$`, 'm').test(packaging)),
    broken: (built) => ({ ...built, packaging: built.packaging.replace('runAsNode: false', 'runAsNode: true') }),
  },
  {
    name: 'pages get the keys of the bridge, and nothing of Electron',
    holds: ({ preload }) => {
      const required = calls(preload, 'require').map((node) => nameOf((node.arguments as Node[])[0]));
      return required.join() === 'electron' && isDeepStrictEqual(exposed(preload), [BRIDGE]);
    },
    broken: [
      inPreload('native: {', 'native: electron.ipcRenderer, other: {'),
      inPreload('native: {', 'invoke: electron.ipcRenderer.invoke, native: {'),
      inPreload('native: {', 'native: {\nrun: () => {},'),
      (built) => ({
        ...built,
        preload: `${built.preload}\nelectron.contextBridge.exposeInMainWorld("electron", electron);`,
      }),
    ],
  },
];
