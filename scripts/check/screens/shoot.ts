import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { HostProcess } from '@twicewise/testkit';
import { VIEWS, type View } from './views.ts';

const SIZES = [
  { width: 1024, height: 700 },
  { width: 1600, height: 1000 },
];
const THEMES = ['light', 'dark'] as const;
/** Hides what differs from run to run: ages, ids, ports, paths, durations. It is transparent, so that it keeps its place. */
const UNSTEADY = 'time, dd, pre, article .font-mono { color: transparent !important; }';

const MOST_LOOKS = 40;
const LOOK_MS = 300;

interface Shot {
  host: HostProcess;
  view: View;
  theme: (typeof THEMES)[number];
  size: (typeof SIZES)[number];
  file: string;
}

/** Takes a picture once it no longer changes, that is, when all answers and fonts have arrived. */
async function whenStill(page: Page): Promise<Buffer> {
  let before: Buffer = Buffer.alloc(0);
  for (let look = 0; look < MOST_LOOKS; look++) {
    const now = await page.screenshot({ style: UNSTEADY, animations: 'disabled', caret: 'hide' });
    if (now.equals(before)) return now;
    before = now;
    await page.waitForTimeout(LOOK_MS);
  }
  throw new Error(`The page did not come to rest: ${page.url()}`);
}

async function shoot(browser: Browser, { host, view, theme, size, file }: Shot): Promise<void> {
  // The page's content policy would refuse the style that hides text.
  const context = await browser.newContext({
    bypassCSP: true,
    viewport: size,
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  try {
    await page.goto(host.ready.url);
    await page.getByText('Live', { exact: true }).waitFor({ state: 'attached' });
    await page.goto(`${new URL(host.ready.url).origin}/#/${view.link}`);
    await view.ready(page);
    writeFileSync(file, await whenStill(page));
    await page.screenshot({ path: join(dirname(file), 'as-seen', basename(file)), animations: 'disabled' });
  } finally {
    await context.close();
  }
}

/**
 * Takes a picture of every view on these two hosts, in both themes and sizes. Returns the file names. The folder `as-seen` has
 * the same pictures with all texts visible, for people.
 */
export async function shootAll(
  { executable, full, empty }: { executable: string; full: HostProcess; empty: HostProcess },
  folder: string,
): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const names: string[] = [];
  const browser = await chromium.launch({ executablePath: executable, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    for (const [host, kind] of [
      [empty, 'empty'],
      [full, 'sample'],
    ] as const) {
      const views = VIEWS.filter((view) => (kind === 'empty' ? view.empty : view.name !== 'lessons-empty'));
      for (const view of views) {
        for (const theme of THEMES) {
          for (const size of SIZES) {
            const name = `${view.name}-${kind}-${theme}-${size.width}.png`;
            await shoot(browser, { host, view, theme, size, file: join(folder, name) });
            names.push(name);
          }
        }
      }
    }
  } finally {
    await browser.close();
  }
  return names;
}
