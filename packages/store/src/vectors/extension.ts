import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { sep } from 'node:path';

const require = createRequire(import.meta.url);

/**
 * Path of the loadable sqlite-vec library, or null when there is none: it is an optional dependency, without builds for musl and
 * arm64 Windows. In a packaged app it lies unpacked beside the archive, because the system cannot load it from inside.
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
