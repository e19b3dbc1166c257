import { mkdirSync } from 'node:fs';
import { compiledFolder } from '@twicewise/client/data-folder';

/**
 * Lets Node keep compiled code between runs, in every thread and child of this process: compiling takes a third of a host's
 * start, and each of its threads would repeat it. The folder belongs to this person alone, because code written there runs here;
 * Node's own default is a shared folder. If the folder cannot be created, all code is compiled anew.
 * @param {NodeJS.ProcessEnv} environment Gets the variable that Node reads, unless it is set.
 */
export function keepCompiledCode(environment) {
  if (environment.NODE_COMPILE_CACHE) return;
  try {
    const folder = compiledFolder(environment);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    environment.NODE_COMPILE_CACHE = folder;
  } catch {
    // There is no home folder, or it cannot be written.
  }
}
