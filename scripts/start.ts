import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildUi } from './build-ui.ts';

// `npm start`: the desktop app where there is one, else the headless host with the same interface in a browser.

const root = join(import.meta.dirname, '..');

function whyHeadless(): string {
  if (!existsSync(join(root, 'apps/desktop/src/main'))) return 'the desktop shell is not part of this version yet';
  return 'there is no Electron binary';
}

await buildUi();
process.stderr.write(`Starting the headless host (${whyHeadless()}). Its address follows; Ctrl+C stops it.\n`);
const display =
  process.platform !== 'linux' || process.env.DISPLAY !== undefined || process.env.WAYLAND_DISPLAY !== undefined;
process.argv.splice(2, process.argv.length - 2, 'serve', ...(display ? ['--open'] : []), ...process.argv.slice(2));
await import('../packages/host/bin/twicewise.mjs');
