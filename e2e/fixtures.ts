import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import type { InputOf, Reflection, StoreHealth } from '@twicewise/contract';
import {
  atHome,
  HostPool,
  type HostProcess,
  type PooledHost,
  startHost,
  tempFolder,
  withBuiltInModel,
} from '@twicewise/testkit';
import { type DesktopApp, startDesktop } from './desktop/app.ts';
import { findElectron, NO_ELECTRON } from './desktop/electron.ts';

export { expect };

/** A lesson with only the fields that matter to a test. */
export type Lesson = Partial<InputOf<'reflection.store'>>;

/** Stores a lesson as an agent would, through the API. */
export async function store(host: HostProcess, lesson: Lesson = {}): Promise<Reflection> {
  const input = { taskDescription: 'Fix the login test', outcome: 'failure' as const, ...lesson };
  return (await host.client.call('reflection.store', input)).reflection;
}

/** Maximum time for storing many lessons on a busy machine, in milliseconds. */
const FILL_MS = 150_000;

/** Imports lessons, given as the lines of a file, and waits until they are stored. */
export async function importLines(host: HostProcess, lines: readonly object[]): Promise<void> {
  const path = join(host.ready.data, 'bulk.jsonl');
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const { job } = await host.client.call('import.lessons', { path });
  await expect
    .poll(async () => (await host.client.call('job.get', { id: job.id })).job, { timeout: FILL_MS })
    .toMatchObject({ state: 'done' });
}

/** Imports this many lessons at once and waits until they are stored. */
export async function fill(host: HostProcess, lessons: number): Promise<void> {
  const outcomes = ['success', 'partial', 'failure', 'unknown'];
  const lines = Array.from({ length: lessons }, (_, index) => ({
    id: `bulk-${index}`,
    projectId: `project-${index % 7}`,
    taskDescription: `Task ${index}: keep the build green while module ${index % 97} moves`,
    outcome: outcomes[index % 4],
    whatDidNotWork: [`Approach ${index} was too slow`],
    nextStrategy: `Measure first, then change module ${index % 97}`,
    tags: [`area-${index % 13}`],
    createdAt: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(),
  }));
  await importLines(host, lines);
}

/** The address of a view of the interface; `view` is the part after `#/`. */
export const addressOf = (host: HostProcess, view: string) => `${host.ready.url.split('#')[0]}#/${view}`;

/** Opens a view of the interface and waits until it is connected and shows something. */
export async function open(page: Page, host: HostProcess, view = 'lessons'): Promise<void> {
  const [address = '', token] = host.ready.url.split('#');
  const isOpen = page.url().startsWith(address);
  // A page that is open has the token already, and the app has none: these show another screen first.
  const isDirect = token !== undefined && !isOpen;
  await page.goto(isDirect ? `${host.ready.url}&/${view}` : addressOf(host, 'today'));
  await expect(page.getByText('Live', { exact: true })).toBeAttached();
  if (!isDirect && !view.startsWith('today')) {
    // Each screen stays until the next is loaded; the test must not take the rows of the one before for those of its own.
    const today = page.getByRole('region', { name: 'Today', exact: true });
    await expect(today.or(page.getByRole('alert')).first()).toBeVisible();
    // This very element, because a day of Activity has the same name.
    const shown = await today.elementHandles();
    await page.goto(addressOf(host, view));
    for (const one of shown) await one.waitForElementState('hidden');
  }
  await expect(page.locator('[role="option"], h1, [role="alert"]').first()).toBeVisible();
}

/**
 * Makes the host's status report another state of the store than the real one. Real damage is tested in the store's own tests.
 */
export async function pretend(page: Page, health: Partial<StoreHealth>): Promise<void> {
  await page.route('**/api/host.status', async (route) => {
    // The page may still send requests while the test's host ends.
    const response = await route.fetch().catch(() => null);
    if (!response) return route.abort();
    const answer = await response.json();
    Object.assign(answer.value.store, { message: 'What is wrong.', hint: 'What to do.', setAside: null }, health);
    await route.fulfill({ json: answer });
  });
}

/** The rows of the list. */
export const rows = (page: Page) => page.getByRole('option');
/** The open lesson. */
export const inspector = (page: Page) => page.getByRole('article', { name: 'Lesson' });
/** The line at the bottom. */
export const statusLine = (page: Page) => page.getByRole('contentinfo');

/** What the policy of the page refuses, and errors that nothing catches; it grows. */
function refusedOn(page: Page): readonly string[] {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  page.on('pageerror', (error) => refused.push(error.message));
  return refused;
}

interface TestFixtures {
  /** The host of the test in the process that the tests of a worker share; null if the test uses another host. */
  pooled: PooledHost | null;
  /** The home folder of the test's person, empty except for what the test puts there. */
  home: string;
  /** True if the built-in model is used. It takes seconds of processor time, so only tests about it use it. */
  builtInModel: boolean;
  /** The desktop app with an empty memory, if the interface is tested in it; otherwise null. */
  desktop: DesktopApp | null;
  /** The test's own host, with an empty memory. */
  host: HostProcess;
  /**
   * A page for tests that install a clock, in a context of its own: when Playwright empties a context, it sometimes leaves in it a part
   * of what installs the clock, and that fails in the next test.
   */
  clockPage: Page;
}

interface WorkerFixtures {
  /** Where the interface runs: in a browser, or in the window of the desktop app, whose main process is the host. */
  shell: 'browser' | 'desktop';
  /** The hosts of this worker, one after another. */
  pool: HostPool;
  /** A host with 10,000 lessons, for tests that do not write. */
  largeHost: HostProcess;
}

/** Playwright's test with a real host for the page. A test fails if the browser's content policy refuses anything. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  shell: ['browser', { option: true, scope: 'worker' }],
  pool: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies of a fixture from this pattern
    async ({}, use) => {
      const pool = new HostPool();
      await use(pool);
      await pool.close();
    },
    { scope: 'worker' },
  ],
  builtInModel: [false, { option: true }],
  pooled: async ({ shell, pool, builtInModel }, use) => {
    if (shell === 'desktop' || builtInModel) return use(null);
    const taken = await pool.take();
    await use(taken);
    taken.giveBack();
  },
  home: async ({ pooled }, use) => {
    if (pooled) return use(pooled.home);
    const folder = tempFolder('home');
    await use(folder.path);
    folder.remove();
  },
  desktop: async ({ shell, home, builtInModel }, use, testInfo) => {
    testInfo.skip(shell === 'desktop' && !findElectron(), NO_ELECTRON);
    const desktop = shell === 'desktop' ? await startDesktop({ home, builtInModel }) : null;
    await use(desktop);
    await desktop?.stop();
  },
  host: async ({ desktop, pooled, home }, use) => {
    const shared = desktop?.host ?? pooled?.host;
    if (shared) return use(shared);
    const host = await startHost({ spawn: { env: withBuiltInModel(atHome(home)) } });
    await use(host);
    await host.stop();
  },
  largeHost: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies of a fixture from this pattern
    async ({}, use) => {
      const folder = tempFolder('large');
      const host = await startHost({ data: folder.path });
      await fill(host, 10_000);
      await use(host);
      await host.stop();
      folder.remove();
    },
    { scope: 'worker', timeout: 2 * FILL_MS },
  ],
  context: async ({ context }, use) => {
    await use(context);
    // Playwright resets everything else before the next test gets the context.
    await Promise.all([context.clearPermissions(), context.setExtraHTTPHeaders({}), context.setOffline(false)]);
    const keyboard = context.pages()[0]?.keyboard;
    for (const key of ['Shift', 'Control', 'Alt', 'Meta']) await keyboard?.up(key);
  },
  clockPage: async ({ browser, desktop, pooled: _pooled }, use) => {
    if (desktop) return use(desktop.page);
    const context = await browser.newContext();
    const page = await context.newPage();
    const refused = refusedOn(page);
    await use(page);
    await context.close();
    expect(refused).toEqual([]);
  },
  // Named here so that its host ends after the page.
  page: async ({ page: browserPage, desktop, pooled: _pooled }, use) => {
    const page = desktop?.page ?? browserPage;
    const refused = refusedOn(page);
    await use(page);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    // What a test adds to each page may fail on the empty one, which has no storage.
    const ofTest = [...refused];
    // Left while its host answers: a page that is still loading when its host ends shows the browser's error page, and that
    // breaks off what Playwright does to empty the page for the next test.
    if (!desktop) await page.goto('about:blank');
    expect(ofTest).toEqual([]);
  },
});
