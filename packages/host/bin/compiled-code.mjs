import { mkdirSync } from 'node:fs';
import { compiledFolder } from '../src/data-folder.js';

/**
 * Lets Node keep compiled code between runs, in every thread and child of this process: a third of a host's start is
 * compiling, and each of its threads would do it anew. The folder is this person's alone, as whoever writes there runs
 * code here; Node's own default is a folder that everybody shares. Where it cannot be made, everything is compiled.
 * @param {NodeJS.ProcessEnv} environment Gets the variable that Node reads, unless it is set.
 */
export function keepCompiledCode(environment) {
  if (environment.NODE_COMPILE_CACHE) return;
  try {
    const folder = compiledFolder(environment);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    environment.NODE_COMPILE_CACHE = folder;
  } catch {
    // A home that cannot be written to, or none.
  }
}
