import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { sep } from 'node:path';

const require = createRequire(import.meta.url);

/**
 * Path of the loadable sqlite-vec library, or null where there is none: it is an optional dependency without a build for
 * musl and for arm64 Windows. Inside a packaged app the library lies unpacked beside the archive, because the system
 * cannot load it from within.
 */
export function findExtension(): string | null {
  try {
    const { getLoadablePath } = require('sqlite-vec') as { getLoadablePath: () => string };
    const path = getLoadablePath().replace(`app.asar${sep}`, `app.asar.unpacked${sep}`);
    return existsSync(path) ? path : null;
  } catch {
    return null;
  }
}
