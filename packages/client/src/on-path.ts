import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** Endings that the platform requires for the name of a program. */
const ENDINGS = process.platform === 'win32' ? ['.exe', '.cmd'] : [''];

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Paths of all programs with this name that a shell would find, the one it would start first. Relative folders are ignored. */
export function programsOnPath(name: string, { PATH = '' }: NodeJS.ProcessEnv): string[] {
  const folders = PATH.split(delimiter).filter(isAbsolute);
  return folders.flatMap((folder) => ENDINGS.map((ending) => join(folder, name + ending)).filter(isProgram));
}
