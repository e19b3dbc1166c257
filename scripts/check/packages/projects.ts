import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findHost } from '@twicewise/client/data-folder';
import { type EmptyMachine, emptyMachine } from '../npm/empty-machine.ts';

/** The newest of each line of Node that a library runs under, and that npm has. */
export const NODES = ['20.20.2', '22.23.3', '24.21.0'] as readonly string[];

const MANIFEST = { name: 'project', private: true, type: 'module' };

/** An empty project on a machine of its own, whose Node is the given one. */
export interface Project {
  machine: EmptyMachine;
  folder: string;
  /** Writes a file of the project. */
  write: (name: string, text: string) => void;
  /** Runs a program in the project's folder. */
  run: (program: string, ...args: string[]) => ReturnType<EmptyMachine['run']>;
}

/** Makes such a project. `prefix` holds what is installed for everything there, and may be shared. */
export function emptyProject(folder: string, node: string, prefix: string): Project {
  mkdirSync(folder, { recursive: true });
  mkdirSync(prefix, { recursive: true });
  symlinkSync(prefix, join(folder, 'prefix'));
  const machine = emptyMachine(folder, node);
  const place = join(machine.home, 'project');
  mkdirSync(place);
  const write = (name: string, text: string) => writeFileSync(join(place, name), text);
  write('package.json', JSON.stringify(MANIFEST));
  // A shell of the project's folder, because a machine runs everything in its home.
  const run: Project['run'] = (program, ...args) =>
    machine.run('sh', '-c', 'cd "$0" && exec "$@"', place, program, ...args);
  return { machine, folder: place, write, run };
}

/** Throws what a program said that failed. */
export function must({ status, stdout, stderr }: ReturnType<Project['run']>): void {
  if (status !== 0) throw new Error(stdout + stderr);
}

/** Ends the host that a project's programs started; returns how many there were. */
export function endHost({ machine }: Project): number {
  const host = findHost(join(machine.home, '.local/share/twicewise'));
  if (host) process.kill(host.pid, 'SIGKILL');
  return host ? 1 : 0;
}

/** Installs a Node from npm, and returns its path. */
export function installNode(folder: string, version: string, npmPackage: string): string {
  mkdirSync(folder, { recursive: true });
  const machine = emptyMachine(folder, process.execPath);
  const at = join(folder, 'node');
  const install = machine.run('npm', 'install', '--no-audit', '--no-fund', '--prefix', at, `${npmPackage}@${version}`);
  if (install.status !== 0) throw new Error(install.stderr);
  const node = join(at, 'node_modules', npmPackage, 'bin/node');
  return join(dirname(node), 'node');
}
