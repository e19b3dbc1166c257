import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Paths of the parts of this app. */
export interface Installation {
  preload: string;
  /** The icon of windows, and that of the item beside the clock. */
  icons: { window: string; tray: string };
  /** Folder of the built page. */
  bundle: string;
  worker: URL;
  /** The command that agents' programs start. */
  entry: string;
}

/**
 * Finds the parts from the folder of this script, `dist/main`. What other programs or threads load is next to the archive of a
 * packaged app, not in it: only Electron's main thread can read the archive.
 */
export function findInstallation(folder: string, isPackaged: boolean, isMac: boolean): Installation {
  const dist = join(folder, '..');
  const outside = dist.replace(/app\.asar$/, 'app.asar.unpacked');
  const command = isPackaged ? join(outside, 'host') : join(dist, '../../../packages/host');
  return {
    preload: join(dist, 'preload/index.cjs'),
    // A Mac draws a template in the colour of its menu bar.
    icons: { window: join(dist, 'icons/icon.png'), tray: join(dist, `icons/${isMac ? 'trayTemplate' : 'tray'}.png`) },
    bundle: join(dist, 'renderer'),
    worker: pathToFileURL(join(outside, 'host/src/worker.js')),
    entry: join(command, 'bin/twicewise.mjs'),
  };
}
