// Plain JavaScript: the bridge reads this under any Node, before TypeScript can be loaded.
import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, parse, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PRODUCT } from '@twicewise/contract/product';

/**
 * What a running host says about itself in `run/host.json`. Information only: the lock decides who is host.
 * @typedef {object} HostInfo
 * @property {number} pid
 * @property {string} kind
 * @property {string} startedAt
 * @property {string} socket Path or pipe name of the MCP socket.
 * @property {string} control Path or pipe name of the control socket.
 * @property {string | null} url Address of the web interface, without the token.
 */

/** This user's home. A user without a name and without HOME, as in containers, has none: then the root, as there. */
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
 * A folder that was named by its path or by a `file:///` URL: some programs put variables into whatever has a dollar sign in it, and
 * a URL can do without. Throws a TypeError for a URL that names no folder here.
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
 * The data folder: what was asked for, as {@link folderNamed} has it, else the environment's, else the platform's place for
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
 * Where Node keeps our code as it has compiled it, in the folder of what we cache.
 * @param {NodeJS.ProcessEnv} environment
 */
export function compiledFolder(environment) {
  return join(caches(environment), PRODUCT.command, 'compiled');
}

/**
 * Where a desktop app whose own place does not last keeps copies of what agents' programs start.
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
    entrance: join(run, 'open.html'),
    socket: join(run, 'mcp.sock'),
    control: join(run, 'control.sock'),
  };
}

/**
 * The host that says it runs for this folder, or null. It may be gone: connecting shows.
 * @param {string} data
 * @returns {(HostInfo & { token: string }) | null}
 */
export function findHost(data) {
  const own = hostIn(data);
  const standIn = standInFolder(data);
  const other = isOursAlone(standIn) ? hostIn(standIn) : null;
  // Either may be what a killed host left behind; then the other is the newer one.
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

/** Longest of the files that say where a host is, in bytes. */
const MAX_BYTES = 65_536;

/**
 * A pipe in the place of a file would be waited for for ever.
 * @param {string} path
 */
function readSmall(path) {
  const stats = statSync(path);
  if (!stats.isFile() || stats.size > MAX_BYTES) throw new Error('not a file of ours');
  return readFileSync(path, 'utf8');
}

/**
 * Where the run folder of a host lies whose data folder cannot be written: at a place that everybody who looks for the
 * host of that folder knows.
 * @param {string} data
 */
export function standInFolder(data) {
  const mark = createHash('sha256').update(data).digest('hex').slice(0, 16);
  return join(tmpdir(), `${PRODUCT.command}-${process.getuid?.() ?? 'user'}-${mark}`);
}

/**
 * Others may make folders beside it: one that is not ours could lead an agent to a host of theirs.
 * @param {string} folder
 */
function isOursAlone(folder) {
  try {
    const stats = lstatSync(folder);
    const me = process.getuid?.();
    if (me === undefined) return stats.isDirectory();
    return stats.isDirectory() && stats.uid === me && (stats.mode & 0o077) === 0;
  } catch {
    return false;
  }
}
