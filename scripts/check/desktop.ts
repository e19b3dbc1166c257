import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@twicewise/testkit';
import { findElectron, NO_ELECTRON } from '../../e2e/desktop/electron.ts';
import { buildDesktop } from '../build-desktop.ts';
import { ensureChromium } from '../chromium.ts';
import { CHECKOUT } from '../gate.ts';
import { closingLine, playwrightTotals } from '../totals.ts';

// `npm run check:desktop`: runs all specs of the interface in the window of the desktop app, not only those that everyday runs
// include.

if (!findElectron()) {
  process.stdout.write(`Skipped: ${NO_ELECTRON}.\n`);
  process.exit(0);
}
await buildDesktop();
const folder = tempFolder('check-desktop');
const report = join(folder.path, 'report.json');
const { status } = spawnSync(
  process.execPath,
  [
    join(CHECKOUT, 'node_modules/@playwright/test/cli.js'),
    'test',
    '--project=desktop*',
    '--reporter=list,json',
    ...process.argv.slice(2),
  ],
  {
    cwd: join(CHECKOUT, 'e2e'),
    stdio: 'inherit',
    env: {
      ...process.env,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      TWICEWISE_CHROMIUM: (await ensureChromium()) ?? '',
      TWICEWISE_WHOLE_DESKTOP: '1',
    },
  },
);
const totals = playwrightTotals(JSON.parse(readFileSync(report, 'utf8')));
folder.remove();
process.stdout.write(`${closingLine(totals)}\n`);
process.exitCode = status === 0 && totals.failed === 0 && totals.passed > 0 ? 0 : 1;
