import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** A machine that has nothing of ours: a home, a prefix for what npm installs, and the Node that the person has. */
export interface EmptyMachine {
  readonly home: string;
  readonly prefix: string;
  /** Folder of the installed package. */
  readonly installed: string;
  run(program: string, ...args: string[]): SpawnSyncReturns<string>;
}

/** Environment by which npm reaches its registry from here; a person's machine has this, too. */
const KEPT = ['NODE_EXTRA_CA_CERTS', 'npm_config_registry', 'HTTPS_PROXY', 'https_proxy', 'CI'];

/** The Node of the system, if there is one; it is probably older than ours. */
export function systemNode(): string {
  return ['/usr/bin/node', '/usr/local/bin/node'].find((path) => existsSync(path)) ?? process.execPath;
}

/** Makes such a machine in a folder. */
export function emptyMachine(folder: string, node: string): EmptyMachine {
  const [home, prefix] = [join(folder, 'home'), join(folder, 'prefix')];
  mkdirSync(home, { recursive: true });
  const registry = spawnSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).stdout.trim();
  const path = [join(prefix, 'bin'), dirname(node), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter);
  const kept = KEPT.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  const env = { ...Object.fromEntries(kept), npm_config_registry: registry, HOME: home, PATH: path };
  return {
    home,
    prefix,
    installed: join(prefix, 'lib/node_modules/twicewise'),
    run: (program, ...args) => spawnSync(program, args, { cwd: home, env, encoding: 'utf8', timeout: 300_000 }),
  };
}

/** Problems of a command that must succeed and print `wanted`; empty if there are none. */
export function problemsOf({ status, stdout, stderr, error }: SpawnSyncReturns<string>, wanted: string): string[] {
  // A program that is not there prints nothing, not even an empty text.
  if (error) return [`could not be run: ${error.message}`];
  return status === 0 && stdout.includes(wanted) ? [] : [`ended with ${status}: ${(stdout + stderr).slice(-400)}`];
}
