import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Where the parts of this app lie. */
export interface Installation {
  preload: string;
  /** Folder of the built page. */
  bundle: string;
  worker: URL;
  /** The command that agents' programs start. */
  entry: string;
}

/**
 * The parts beside this script, which lies in `dist/main`. What other programs or threads load is not in the archive of a
 * packaged app but beside it: only Electron's main thread can look inside.
 */
export function findInstallation(folder: string, isPackaged: boolean): Installation {
  const dist = join(folder, '..');
  const outside = dist.replace(/app\.asar$/, 'app.asar.unpacked');
  const command = isPackaged ? join(outside, 'host') : join(dist, '../../../packages/host');
  return {
    preload: join(dist, 'preload/index.cjs'),
    bundle: join(dist, 'renderer'),
    worker: pathToFileURL(join(outside, 'host/src/worker.js')),
    entry: join(command, 'bin/twicewise.mjs'),
  };
}
