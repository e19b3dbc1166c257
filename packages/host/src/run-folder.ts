import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type HostInfo, runPaths, standInFolder } from '@twicewise/client/data-folder';
import { PRODUCT } from '@twicewise/contract';
import { ownFolder, writePrivate } from '@twicewise/memory/host-side';

/** Longest path of a Unix socket on all our platforms (macOS: 104 with the terminating zero). */
const MAX_SOCKET_PATH = 100;
const TOKEN = /^[0-9a-f]{64}$/;

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
 * Paths of the sockets: in the run folder, or in a short private folder when that path is too long (see `standInFolder`). They
 * are always the same, so that the next host replaces those that a killed one left. On Windows they are random pipes. Call it
 * only while holding the lock.
 */
export function socketPaths(data: string): { socket: string; control: string } {
  if (process.platform === 'win32') {
    const pipe = `\\\\.\\pipe\\${PRODUCT.command}-${randomBytes(16).toString('hex')}`;
    return { socket: pipe, control: `${pipe}-control` };
  }
  const { socket, control } = runPaths(data);
  if (control.length <= MAX_SOCKET_PATH) return { socket, control };
  const short = standInFolder(data);
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

/**
 * As {@link removeTraces}, for a host that ends, together with a folder that only held its sockets. What cannot be removed (the
 * disk became read-only) must not keep it from that.
 */
export function removeLastTraces(
  data: string,
  paths: { socket: string; control: string },
  log: (message: string, error: unknown) => void,
): void {
  try {
    removeTraces(data, paths);
    const folder = dirname(paths.socket);
    const isEmpty = folder === standInFolder(data) && existsSync(folder) && readdirSync(folder).length === 0;
    if (isEmpty) rmdirSync(folder);
  } catch (error) {
    log('the files of the run folder could not be removed', error);
  }
}
