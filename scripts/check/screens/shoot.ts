import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { HostProcess } from '@twicewise/testkit';
import { type Faults, findFaults, KINDS, spoil } from './faults.ts';
import { VIEWS, type View } from './views.ts';

/** Windows in CSS pixels. The last is one of 1440 × 900 at a zoom of 200 %. */
const SIZES = [
  { name: '1440', width: 1440, height: 900 },
  { name: '1920', width: 1920, height: 1080 },
  { name: '1024', width: 1024, height: 700 },
  { name: '800', width: 800, height: 600 },
  { name: 'zoomed', width: 720, height: 450 },
];
const THEMES = ['light', 'dark'] as const;
/** Hides what differs from run to run: ages, ids, ports, paths, durations. It is transparent, so that it keeps its place. */
const UNSTEADY = 'time, dd, pre, article .font-mono { color: transparent !important; }';

const MOST_LOOKS = 40;
const LOOK_MS = 300;

interface Sitting {
  host: HostProcess;
  view: View;
  theme: (typeof THEMES)[number];
  /** The beginning of the names of its pictures. */
  name: string;
  folder: string;
}

/** A picture, and what is wrong with the layout of its page. */
export interface Taken {
  name: string;
  faults: Faults;
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

/** Takes the pictures of a view in one theme. The window changes its size while the view is open, as it does for a person. */
async function shoot(browser: Browser, { host, view, theme, name, folder }: Sitting): Promise<Taken[]> {
  // The page's content policy would refuse the style that hides text.
  const context = await browser.newContext({
    bypassCSP: true,
    viewport: { width: 1440, height: 900 },
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const taken: Taken[] = [];
  try {
    await page.goto(host.ready.url);
    await page.getByText('Live', { exact: true }).waitFor({ state: 'attached' });
    await page.goto(`${new URL(host.ready.url).origin}/#/${view.link}`);
    await view.ready(page);
    for (const size of SIZES) {
      const file = `${name}-${theme}-${size.name}.png`;
      await page.setViewportSize(size);
      writeFileSync(join(folder, file), await whenStill(page));
      await page.screenshot({ path: join(folder, 'as-seen', file), animations: 'disabled' });
      taken.push({ name: file, faults: await findFaults(page) });
    }
    return taken;
  } finally {
    await context.close();
  }
}

const launch = (executable: string) =>
  chromium.launch({ executablePath: executable, args: ['--no-sandbox', '--disable-gpu'] });

/** The kinds of faults that are not found in a page that has one of each: none, or the check is blind to them. */
export async function missedFaults(executable: string, host: HostProcess): Promise<string[]> {
  const browser = await launch(executable);
  try {
    const page = await browser.newPage({ bypassCSP: true, viewport: { width: 1440, height: 900 } });
    await page.goto(host.ready.url);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await spoil(page);
    const found = await findFaults(page);
    return KINDS.filter((kind) => !found.some((fault) => fault.startsWith(kind)));
  } finally {
    await browser.close();
  }
}

/**
 * Takes a picture of every view on these hosts whose name has `only` in it, in both themes and all sizes. The folder `as-seen` has the same
 * pictures with all texts visible, for people.
 */
export async function shootAll(
  { executable, full, empty }: { executable: string; full: HostProcess; empty: HostProcess },
  folder: string,
  only = '',
): Promise<Taken[]> {
  mkdirSync(join(folder, 'as-seen'), { recursive: true });
  const taken: Taken[] = [];
  const browser = await launch(executable);
  try {
    for (const [host, kind] of [
      [empty, 'empty'],
      [full, 'sample'],
    ] as const) {
      const views = VIEWS.filter((view) => (kind === 'empty' ? view.empty : view.name !== 'lessons-empty'));
      for (const view of views.filter((one) => one.name.includes(only))) {
        for (const theme of THEMES) {
          taken.push(...(await shoot(browser, { host, view, theme, name: `${view.name}-${kind}`, folder })));
        }
      }
    }
  } finally {
    await browser.close();
  }
  return taken;
}
