// Plain JavaScript, because the bridge imports this under any Node, before TypeScript can be loaded.
import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, parse, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PRODUCT } from '@twicewise/contract/product';

/**
 * What a running host writes about itself to `run/host.json`. Information only: the lock decides which process is the host.
 * @typedef {object} HostInfo
 * @property {number} pid
 * @property {string} kind
 * @property {string} startedAt
 * @property {string} socket Path or pipe name of the MCP socket.
 * @property {string} control Path or pipe name of the control socket.
 * @property {string | null} url Address of the web interface, without the token.
 */

/** The user's home folder. A user without a name and without HOME, as in containers, has none; then it is the root folder. */
export function homeFolder() {
  try {
    return homedir();
  } catch {
    return parse(process.cwd()).root;
  }
}

/** @param {NodeJS.ProcessEnv} environment */
function applicationData(environment) {
  if (process.platform === 'win32') return environment.LOCALAPPDATA ?? join(homeFolder(), 'AppData', 'Local');
  if (process.platform === 'darwin') return join(homeFolder(), 'Library', 'Application Support');
  return environment.XDG_DATA_HOME || join(homeFolder(), '.local', 'share');
}

/**
 * Reads a folder that is named by its path or by a `file:///` URL. A URL needs no dollar sign, which some programs replace by
 * variables. Throws a TypeError for a URL that names no folder on this machine.
 * @param {string} named
 */
export function folderNamed(named) {
  if (!named.startsWith('file:///')) return named;
  try {
    return fileURLToPath(named);
  } catch (error) {
    throw new TypeError(`${JSON.stringify(named)} names no folder: ${/** @type {Error} */ (error).message}`);
  }
}

/**
 * The data folder: the requested one (see {@link folderNamed}), else the one in the environment, else the platform's place for
 * application data.
 * @param {string | undefined} asked
 * @param {NodeJS.ProcessEnv} environment
 */
export function dataFolder(asked, environment) {
  return resolve(
    (asked && folderNamed(asked)) ??
      (environment[PRODUCT.dataVariable] || join(applicationData(environment), PRODUCT.command)),
  );
}

/** @param {NodeJS.ProcessEnv} environment */
function caches(environment) {
  if (process.platform === 'win32') return environment.LOCALAPPDATA ?? join(homeFolder(), 'AppData', 'Local');
  if (process.platform === 'darwin') return join(homeFolder(), 'Library', 'Caches');
  return environment.XDG_CACHE_HOME || join(homeFolder(), '.cache');
}

/**
 * The folder, within our cache, in which Node keeps our compiled code.
 * @param {NodeJS.ProcessEnv} environment
 */
export function compiledFolder(environment) {
  return join(caches(environment), PRODUCT.command, 'compiled');
}

/**
 * The folder in which a desktop app that may move or vanish copies what agents' programs start.
 * @param {string} data
 */
export function appFolder(data) {
  return join(data, 'app');
}

/** @param {string} data */
export function runPaths(data) {
  const run = join(data, 'run');
  return {
    run,
    token: join(run, 'token'),
    info: join(run, 'host.json'),
    lock: join(run, 'lock.db'),
    log: join(run, 'host.log'),
    files: join(run, 'files'),
    entrance: join(run, 'open.html'),
    socket: join(run, 'mcp.sock'),
    control: join(run, 'control.sock'),
  };
}

/**
 * The host that claims to run for this folder, or null. It may have ended; connecting to it shows that.
 * @param {string} data
 * @returns {(HostInfo & { token: string }) | null}
 */
export function findHost(data) {
  const own = hostIn(data);
  const standIn = standInFolder(data);
  const other = isOursAlone(standIn) ? hostIn(standIn) : null;
  // Either file may be left from a killed host; the newer one counts.
  return own && (!other || own.startedAt >= other.startedAt) ? own : other;
}

/**
 * @param {string} folder
 * @returns {(HostInfo & { token: string }) | null}
 */
function hostIn(folder) {
  const paths = runPaths(folder);
  try {
    const info = JSON.parse(readSmall(paths.info));
    return { ...info, token: readSmall(paths.token).trim() };
  } catch {
    return null;
  }
}

/** Largest size of the files that describe a host, in bytes. */
const MAX_BYTES = 65_536;

/**
 * Reading checks for a plain file first, because reading a pipe would wait for ever.
 * @param {string} path
 */
function readSmall(path) {
  const stats = statSync(path);
  if (!stats.isFile() || stats.size > MAX_BYTES) throw new Error('not a file of ours');
  return readFileSync(path, 'utf8');
}

/**
 * The folder, in that for temporary files, of what belongs to a data folder and cannot lie in it. Every process computes the same
 * path, so hosts are found there, and the next start finds and clears what a killed one left. It holds:
 * - for a data folder that cannot be written, the run folder of its host, the copy of the memory that the holder of the lock in
 *   that run folder reads (`copy`), and the profile of its desktop app (`desktop`);
 * - the sockets, where the path of the data folder is too long for them.
 * @param {string} data
 */
export function standInFolder(data) {
  const mark = createHash('sha256').update(data).digest('hex').slice(0, 16);
  return join(tmpdir(), `${PRODUCT.command}-${process.getuid?.() ?? 'user'}-${mark}`);
}

/**
 * Whether a folder is no link, belongs to us and is closed to others. Other users may create folders at the same place; one of
 * theirs could lead an agent to their host.
 * @param {string} folder
 */
export function isOursAlone(folder) {
  try {
    const stats = lstatSync(folder);
    const me = process.getuid?.();
    if (me === undefined) return stats.isDirectory();
    return stats.isDirectory() && stats.uid === me && (stats.mode & 0o077) === 0;
  } catch {
    return false;
  }
}
