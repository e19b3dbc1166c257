import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { BUILT_COMMAND, TESTED_COMMAND } from '@twicewise/testkit/enter-surroundings';
import { findElectron } from './desktop/electron.ts';

// Built from the sources before the first test, see `globalSetup`.
process.env[TESTED_COMMAND] = BUILT_COMMAND;

const electron = findElectron();
/**
 * The specs that everyday runs also run in the desktop app, so that its door is tested. The others are about the page, which is
 * the same there. `npm run check:desktop` runs all.
 */
const EVERY_DAY = 'surroundings|lessons|dropping';
const inApp = process.env.TWICEWISE_WHOLE_DESKTOP ? '[a-z-]+' : EVERY_DAY;
const where = { electron: 'on Electron', double: 'on the stand-in for Electron' };

const chromium = process.env.TWICEWISE_CHROMIUM || '/usr/bin/chromium';
/** The same browser without windows, as Debian packages it: it needs a tenth less of the processor. */
const shell = `${chromium}-headless-shell`;

export default defineConfig<object, { shell: string }>({
  globalSetup: '../scripts/before-specs.ts',
  outputDir: './test-results',
  workers: 2,
  fullyParallel: true,
  // On a busy machine some tests fail by timing. What passed only when repeated is named in the log. Runs by hand repeat nothing.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 800 },
    // Playwright empties the context between two tests; creating a new one takes longer than most tests.
    reuseContext: true,
    launchOptions: {
      executablePath: existsSync(shell) ? shell : chromium,
      // A page of a test lives too short to gain from optimised code; compiling that took an eighth of the page's processor time.
      args: ['--no-sandbox', '--disable-gpu', '--js-flags=--no-opt --no-maglev'],
    },
  },
  projects: [
    // @desktop marks tests of what a browser cannot do, such as reading the path of a dropped file.
    { name: 'browser', testDir: './ui', grepInvert: /@desktop/ },
    // The same specs in the window of the desktop app. @browser marks tests that need HTTP or a browser, or that set the size of
    // the page, which in the app is the size of the window.
    {
      name: `desktop ${electron ? where[electron.kind] : 'without Electron'}`,
      testDir: '.',
      testMatch: new RegExp(`desktop/.*\\.spec\\.ts|ui/(?:${inApp})\\.spec\\.ts`),
      grepInvert: /@browser/,
      use: { shell: 'desktop' },
    },
  ],
});
