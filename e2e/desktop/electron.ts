import { appendFileSync, chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const DOUBLE = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(root, '../shared/electron-double');
const ADDITIONS = join(import.meta.dirname, 'double-additions.cjs');

/**
 * Chromium without windows, as Debian packages it: with it a test in the app needs three fifths of the processor. Not the script
 * on PATH that starts it, because the stand-in would end the script and leave the browser behind.
 */
const SHELL = '/usr/lib/chromium/chromium-headless-shell';
/** Chromium of the stand-in. */
const browser = () => (existsSync(SHELL) ? SHELL : process.env.TWICEWISE_CHROMIUM || '/usr/bin/chromium');

/** The stand-in ends its browser when the app quits; here also when its process exits otherwise. */
const END_BROWSER = "process.on('exit',()=>proc?.kill('SIGKILL'));";

/**
 * What is changed in the page's half of the stand-in. It acknowledges each message of the main process, which counts and repeats
 * them (`double-additions.cjs`): the browser loses one now and then that reaches it before it has answered the one before. And a
 * file has a path, which a test gives as its name.
 */
const IN_PAGE = {
  'worlds.js': [
    [
      'globalThis.__ipcDeliver=(m)=>{m=JSON.parse(m);',
      "let last=0;globalThis.__ipcDeliver=(m)=>{m=JSON.parse(m);post({t:'ack',seq:m.seq});if(m.seq<=last)return;last=m.seq;",
    ],
    ["getPathForFile(){return''}", 'getPathForFile(file){return file.name}'],
  ],
  'codec.js': [
    [
      'if(Array.isArray(v))return v.map(enc);',
      "if(Array.isArray(v))return v.map(enc);if(typeof File!=='undefined'&&v instanceof File)return{name:v.name};",
    ],
  ],
} as const;

function changeTexts(folder: string): void {
  for (const [name, changes] of Object.entries(IN_PAGE)) {
    let text = readFileSync(join(folder, name), 'utf8');
    for (const [from, to] of changes) {
      if (!text.includes(from)) throw new Error(`the stand-in for Electron has no “${from}” in ${name}`);
      text = text.replace(from, () => to);
    }
    writeFileSync(join(folder, name), text);
  }
}

/** A program that runs the desktop app in tests. */
export interface Electron {
  kind: 'electron' | 'double';
  executablePath: string;
  env: Record<string, string>;
}

/** Electron's own binary, if it was downloaded and there is a display. */
function realElectron(): Electron | null {
  const hasScreen = process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  if (!hasScreen || process.getuid?.() === 0) return null;
  const folder = dirname(createRequire(join(root, 'apps/desktop/package.json')).resolve('electron/package.json'));
  const place = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }[String(process.platform)];
  const executablePath = join(folder, 'dist', place ?? 'electron');
  return existsSync(executablePath) ? { kind: 'electron', executablePath, env: {} } : null;
}

/** The stand-in: Node runs the main process, and Chromium the page. We use a copy with a few additions. */
function doubleElectron(): Electron | null {
  if (!existsSync(join(DOUBLE, 'index.js'))) return null;
  const folder = join(root, '.artefacts/electron-double', String(process.pid));
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true });
    cpSync(DOUBLE, folder, { recursive: true, dereference: true });
    changeTexts(folder);
    // Node finds the exported names of a CommonJS module by reading its text.
    appendFileSync(
      join(folder, 'index.js'),
      `\nexports.screen=exports.Tray=exports.nativeImage=exports.Notification=null;require(${JSON.stringify(ADDITIONS)})(exports);${END_BROWSER}\n`,
    );
    writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}');
    chmodSync(join(folder, 'electron'), 0o755);
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  }
  const env = { ELECTRON_DOUBLE_NODE: process.execPath, ELECTRON_DOUBLE_CHROMIUM: browser() };
  return { kind: 'double', executablePath: join(folder, 'electron'), env };
}

/** Why a test of the desktop app was skipped. */
export const NO_ELECTRON = 'there is neither an Electron with a display nor a stand-in for it';

/** A program that can run the desktop app; null if there is none. */
export function findElectron(): Electron | null {
  return realElectron() ?? doubleElectron();
}
