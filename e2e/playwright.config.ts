import { defineConfig } from '@playwright/test';
import { BUILT_COMMAND, TESTED_COMMAND } from '@twicewise/testkit/enter-surroundings';
import { findElectron } from './desktop/electron.ts';

// Made of the sources before the first test, see `globalSetup`.
process.env[TESTED_COMMAND] = BUILT_COMMAND;

const electron = findElectron();
/**
 * The specs of the interface that everyday runs do in the desktop app as well, so that its door is proved by use; the others
 * are about the page, which is the same there. `npm run check:desktop` does all.
 */
const EVERY_DAY = 'surroundings|lessons';
const inApp = process.env.TWICEWISE_WHOLE_DESKTOP ? '[a-z-]+' : EVERY_DAY;
const where = { electron: 'on Electron', double: 'on the stand-in for Electron' };

export default defineConfig<object, { shell: string }>({
  globalSetup: '../scripts/before-specs.ts',
  outputDir: './test-results',
  workers: 2,
  fullyParallel: true,
  // A busy machine loses races of tests. What passed only when repeated is named in the log; by hand nothing is repeated.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 800 },
    // Between two tests Playwright empties the context; starting one anew takes longer than most tests.
    reuseContext: true,
    launchOptions: {
      executablePath: process.env.TWICEWISE_CHROMIUM || '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu'],
    },
  },
  projects: [
    { name: 'browser', testDir: './ui' },
    // The same specs in the window of the desktop app. @browser marks what is about HTTP or a browser, and what sets the
    // size of the page: in the app that is the window's.
    {
      name: `desktop ${electron ? where[electron.kind] : 'without Electron'}`,
      testDir: '.',
      testMatch: new RegExp(`desktop/.*\\.spec\\.ts|ui/(?:${inApp})\\.spec\\.ts`),
      grepInvert: /@browser/,
      use: { shell: 'desktop' },
    },
  ],
});
