import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type HostInfo, runPaths } from '@twicewise/client/data-folder';
import { AppError, PRODUCT } from '@twicewise/contract';
import { refuseMisplaced } from './misplaced.ts';

/** Longest path of a Unix socket on all our platforms (macOS: 104 with the terminating zero). */
const MAX_SOCKET_PATH = 100;
const TOKEN = /^[0-9a-f]{64}$/;

function refused(message: string): AppError {
  return new AppError({
    code: 'refused',
    message,
    hint: 'Choose another data folder with --data; nothing was opened.',
  });
}

function refuseForeign(path: string): void {
  const stats = lstatSync(path);
  if (!stats.isDirectory()) throw refused(`${path} is not a folder of its own (a link, or a file).`);
  const me = process.getuid?.();
  if (me !== undefined && stats.uid !== me) throw refused(`${path} belongs to another user.`);
}

/**
 * Creates a folder and its parents, accessible only to us. Does not use `recursive`: where the system lets nobody create folders
 * (as in /proc), Node 24 would then retry for ever.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process created it first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Creates a folder that only we can access. Refuses a link, or a folder of another user: it could lead our socket elsewhere. */
export function ownFolder(path: string): void {
  makeFolder(path);
  refuseForeign(path);
  if ((lstatSync(path).mode & 0o077) !== 0) chmodSync(path, 0o700);
}

/** Claims the data folder as ours. A folder used for something else is refused instead of being closed to its other users. */
export function ownDataFolder(path: string): void {
  if (existsSync(path)) {
    refuseForeign(path);
    // Lists only once: another host that starts at the same moment may create its run folder between two listings.
    const entries = readdirSync(path);
    const isOurs = entries.length === 0 || entries.includes('run') || entries.includes('memory.db');
    if (!isOurs) throw refused(`${path} holds other files.`);
    refuseMisplaced(path);
  }
  ownFolder(path);
}

/** Writes a file with mode 0600, completely or not at all. */
export function writePrivate(path: string, text: string): void {
  const partial = `${path}.${process.pid}`;
  writeFileSync(partial, text, { mode: 0o600 });
  renameSync(partial, path);
}

/**
 * The folder's token: 32 random bytes, created once, so that open pages and bridges survive a restart. Delete the file to change
 * it.
 */
export function readOrMakeToken(data: string): string {
  const { token: path } = runPaths(data);
  if (existsSync(path)) {
    const kept = readFileSync(path, 'utf8').trim();
    chmodSync(path, 0o600);
    if (TOKEN.test(kept)) return kept;
  }
  const made = randomBytes(32).toString('hex');
  writePrivate(path, `${made}\n`);
  return made;
}

/**
 * Paths of the sockets: in the run folder, or in a short private folder when that path is too long. On Windows they are random
 * pipes.
 */
export function socketPaths(data: string): { socket: string; control: string } {
  const name = randomBytes(16).toString('hex');
  if (process.platform === 'win32') {
    const pipe = `\\\\.\\pipe\\${PRODUCT.command}-${name}`;
    return { socket: pipe, control: `${pipe}-control` };
  }
  const { socket, control } = runPaths(data);
  if (control.length <= MAX_SOCKET_PATH) return { socket, control };
  const short = join(tmpdir(), `${PRODUCT.command}-${name.slice(0, 12)}`);
  ownFolder(short);
  return { socket: join(short, 'mcp.sock'), control: join(short, 'control.sock') };
}

/** Writes the file that says how to reach the host. */
export function writeInfo(data: string, info: HostInfo): void {
  writePrivate(runPaths(data).info, `${JSON.stringify(info)}\n`);
}

/** Deletes the files that a host leaves behind. Call it only while holding the lock. */
export function removeTraces(data: string, paths: { socket: string; control: string }): void {
  for (const path of [runPaths(data).info, runPaths(data).entrance]) rmSync(path, { force: true });
  if (process.platform === 'win32') return;
  for (const path of [paths.socket, paths.control]) rmSync(path, { force: true });
}
