import { extname } from 'node:path';
import { parseArgs } from 'node:util';
import { dataFolder, findHost } from '@twicewise/client/data-folder';
import { startEarly } from '../store-thread.ts';

// Imports nothing else: it runs before the modules of the host are loaded, which takes a third of a start.

/** Script of the store's thread: TypeScript in the checkout, JavaScript where the command is built. */
export const WORKER = new URL(`../worker${extname(import.meta.url)}`, import.meta.url);

function isFree(args: readonly string[]): boolean {
  const options = { data: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;
  const { values } = parseArgs({ args: [...args], options, strict: false });
  if (values.help || typeof values.data === 'boolean') return false;
  return findHost(dataFolder(values.data, process.env)) === null;
}

/**
 * Begins the thread for the host that `serve` with these arguments will create. Does nothing when a host runs already, because this
 * process will probably not become one, nor where help is asked for. Arguments are checked by the command; where it refuses them, its
 * process ends, and the thread with it.
 */
export function beginThread(args: readonly string[]): void {
  try {
    if (isFree(args)) startEarly(WORKER);
  } catch {
    // A folder that cannot be named or read; the command says so.
  }
}
