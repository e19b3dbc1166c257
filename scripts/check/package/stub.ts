import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@twicewise/testkit';
import { ELECTRON_VERSION } from '../../package-stage.ts';

/** In a binary, the fuses follow this text, a version and their number. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const FUSES = 9;

/** A folder that the packager takes for Electron's. Its binary does nothing, but has fuses. */
export function stubElectron(): { path: string; remove: () => void } {
  const folder = tempFolder('electron');
  const binary = join(folder.path, 'electron');
  const wire = Buffer.concat([Buffer.from([1, FUSES]), Buffer.from('1'.repeat(FUSES))]);
  writeFileSync(binary, Buffer.concat([Buffer.from(`#!/bin/sh\nexit 0\n${SENTINEL}`), wire]));
  chmodSync(binary, 0o755);
  for (const name of ['resources', 'locales']) mkdirSync(join(folder.path, name));
  writeFileSync(join(folder.path, 'version'), ELECTRON_VERSION);
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'chrome-sandbox', 'locales/en-US.pak'])
    writeFileSync(join(folder.path, name), 'stub');
  return folder;
}
