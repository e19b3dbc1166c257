// Plain JavaScript: the bridge reads this under any Node, before TypeScript can be loaded.
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, parse, resolve } from 'node:path';
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
 * The data folder: what was asked for, else the environment's, else the platform's place for application data.
 * @param {string | undefined} asked
 * @param {NodeJS.ProcessEnv} environment
 */
export function dataFolder(asked, environment) {
  return resolve(asked ?? (environment[PRODUCT.dataVariable] || join(applicationData(environment), PRODUCT.command)));
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
  };
}

/**
 * The host that says it runs for this folder, or null. It may be gone: connecting shows.
 * @param {string} data
 * @returns {(HostInfo & { token: string }) | null}
 */
export function findHost(data) {
  const paths = runPaths(data);
  try {
    const info = JSON.parse(readFileSync(paths.info, 'utf8'));
    return { ...info, token: readFileSync(paths.token, 'utf8').trim() };
  } catch {
    return null;
  }
}
