import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// What all packages for npm have in common.

const root = join(import.meta.dirname, '..');
/** Folder of what is packed, and of the tarballs. */
export const NPM_OUTPUT = join(root, '.artefacts/npm');

/** Versions by the name of the package. */
export type Versions = Record<string, string>;

/** The dependencies of a package of this repository. */
export function dependenciesOf(folder: string): { dependencies?: Versions; optionalDependencies?: Versions } {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
}

/** The version of a dependency with which our package is tested. */
export function versionIn(folder: string, name: string): Versions {
  const { dependencies, optionalDependencies } = dependenciesOf(folder);
  const version = { ...dependencies, ...optionalDependencies }[name];
  if (version === undefined) throw new Error(`${folder} does not depend on ${name}`);
  return { [name]: version };
}

/** Packs a folder; returns the path of the tarball. */
export function pack(folder: string): string {
  // On Windows npm is a script that needs a shell.
  const packed = execFileSync('npm', ['pack', '--json', '--silent', '--pack-destination', NPM_OUTPUT], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
  return join(NPM_OUTPUT, filename);
}
