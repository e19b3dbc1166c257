import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findHost } from '@twicewise/host';
import { type HostProcess, startAgent, tempFolder } from '@twicewise/testkit';
import { verifies } from '@twicewise/testkit/verifies';
import { expect, inspector, open, store, test } from '../fixtures.ts';
import { APP, NO_DESKTOP, startDesktop } from './app.ts';
import { findElectron, NO_ELECTRON } from './electron.ts';

test.skip(!findElectron(), NO_ELECTRON);

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test('the app is the host: no port, and agents reach it through the bridge', async ({ desktop, page, host }) => {
  if (!desktop) throw new Error(NO_DESKTOP);
  await open(page, host);
  const agent = await startAgent({ data: desktop.data, project: 'desk' });
  const lesson = { taskDescription: 'Told by an agent', outcome: 'failure', nextStrategy: 'Look first' };
  expect(await agent.tool('reflection_store', lesson)).toMatchObject({ ok: true });
  await expect(page.getByRole('option')).toContainText('Told by an agent');
  expect(findHost(desktop.data)).toMatchObject({ kind: 'desktop', url: null, pid: desktop.host.ready.pid });
  expect(readFileSync(join(desktop.data, 'run/host.log'), 'utf8')).toContain('the desktop app is the host');
  await agent.close();
});

/** Waits until the host announces nothing more: what is computed of a new lesson is a change that a page asks about, too. */
async function untilQuiet({ client }: HostProcess): Promise<void> {
  const look = async () => {
    const { revision, vectors } = await client.call('host.status', {});
    return { revision, isDone: vectors.done >= vectors.total };
  };
  let before = -1;
  await expect
    .poll(
      async () => {
        const { revision, isDone } = await look();
        const isSame = revision === before;
        before = revision;
        return isDone && isSame;
      },
      { intervals: [1000], timeout: 30_000 },
    )
    .toBe(true);
}

/** Longer than the page collects what became stale (`SETTLE_MS`): this timer starts later than that one. */
const SETTLED_MS = 300;

test('a window that opens asks each question once', async ({ desktop, page, host }) => {
  if (!desktop) throw new Error(NO_DESKTOP);
  await store(host);
  await untilQuiet(host);
  await desktop.app.evaluate(({ ipcMain }) => {
    const inner = ipcMain as unknown as Record<string, Map<string, (...args: unknown[]) => unknown>>;
    const handlers = inner._invokeHandlers ?? inner._h;
    const call = handlers?.get('twicewise:call');
    if (!handlers || !call) throw new Error('there is no handler of calls');
    const asked: string[] = [];
    Object.assign(globalThis, { asked });
    handlers.set('twicewise:call', (event, text) => {
      asked.push(String(text));
      return call(event, text);
    });
  });
  const settled = () => page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), SETTLED_MS);
  await page.reload();
  // A screen that is left asks again what was not answered yet.
  await expect(page.getByRole('region', { name: 'Today', exact: true })).toBeVisible();
  await settled();
  await open(page, host);
  await expect(page.getByRole('option')).toHaveCount(1);
  await settled();
  const asked = await desktop.app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);
  expect(asked.length).toBeGreaterThan(3);
  expect(asked).toEqual([...new Set(asked)]);
});

test('a change made in the window is the person’s, and the window hears of all others', async ({
  desktop,
  page,
  host,
}) => {
  if (!desktop) throw new Error(NO_DESKTOP);
  const lesson = await store(host, { taskDescription: 'To be pinned' });
  await open(page, host, `lessons?lesson=${lesson.id}`);
  await page.keyboard.press('p');
  await expect
    .poll(async () => (await host.client.call('operation.list', { limit: 1 })).items[0])
    .toMatchObject({ door: 'ipc', author: { kind: 'person' } });
});

test('a link from outside shows its lesson and does nothing else (T45)', async ({ desktop, page, host }) => {
  verifies('T45');
  if (!desktop) throw new Error(NO_DESKTOP);
  const lesson = await store(host, { taskDescription: 'Linked to' });
  await open(page, host, 'data');
  const before = (await host.client.call('operation.list', {})).items.length;
  const start = (args: string[]) =>
    desktop.app.evaluate(({ app }, args) => app.emit('second-instance', {}, args, '/', null), args);
  await start(['twicewise://delete/x', `twicewise://lesson/${lesson.id}?undo`, 'twicewise://lesson/../data']);
  await expect(page.getByRole('heading', { name: 'Data', exact: true })).toBeVisible();
  await start(['--x', `twicewise://lesson/${lesson.id}`]);
  await expect(inspector(page).getByRole('heading', { name: 'Linked to' })).toBeVisible();
  expect((await host.client.call('operation.list', {})).items).toHaveLength(before);
});

test('closing the window ends everything when no agent is connected', async ({ desktop }) => {
  if (!desktop) throw new Error(NO_DESKTOP);
  const { pid } = desktop.host.ready;
  await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await expect.poll(() => isAlive(pid), { timeout: 15_000 }).toBe(false);
  expect(findHost(desktop.data)).toBeNull();
  const kept = JSON.parse(readFileSync(join(desktop.data, 'run/desktop/window.json'), 'utf8'));
  expect(kept).toMatchObject({ width: 1280, height: 800, zoom: 1 });
  expect(existsSync(join(desktop.data, 'memory.db'))).toBe(true);
});

test('the menu opens views, imports a file that the person picks, and shows the data folder', async ({
  desktop,
  page,
  host,
}) => {
  if (!desktop) throw new Error(NO_DESKTOP);
  await open(page, host);
  const choose = (menu: string, entry: string) =>
    desktop.app.evaluate(
      ({ Menu }, [menu, entry]) => {
        const items = (Menu.getApplicationMenu()?.items ?? []) as unknown as {
          label: string;
          submenu: { items?: { label?: string; click?: () => void }[] } & { label?: string; click?: () => void }[];
        }[];
        const { submenu } = items.find(({ label }) => label === menu) ?? { submenu: [] };
        const entries = 'items' in submenu && submenu.items ? submenu.items : submenu;
        [...entries].find(({ label }) => label === entry)?.click?.();
      },
      [menu, entry] as const,
    );
  // As many as the rail has, each under the name that it has there.
  const screens = await page.getByRole('navigation', { name: 'Screens' }).getByRole('link').allInnerTexts();
  expect(screens).toHaveLength(9);
  for (const screen of screens.map((text) => text.split('\n')[0] ?? '').toReversed()) {
    await choose('&Go', screen);
    await expect(page).toHaveTitle(`${screen} · Twicewise`);
  }
  const sample = join(desktop.data, 'mine.jsonl');
  await desktop.app.evaluate(({ dialog }, sample) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [sample] });
  }, sample);
  writeFileSync(sample, '{"title":"Picked by hand","outcome":"failure"}\n');
  await choose('&File', 'Import lessons…');
  await expect(page).toHaveURL(/#\/data/);
  await expect.poll(async () => (await host.client.call('reflection.list', {})).items.length).toBe(1);
});

test('the window opens where it was last, as large as it was drawn', async () => {
  const folder = tempFolder('place');
  mkdirSync(join(folder.path, 'run/desktop'), { recursive: true, mode: 0o700 });
  const kept = { x: 40, y: 30, width: 900, height: 700, isMaximized: false, zoom: 1.25 };
  writeFileSync(join(folder.path, 'run/desktop/window.json'), JSON.stringify(kept));
  const { app, stop } = await startDesktop({ data: folder.path });
  const place = () =>
    app.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      return { width: window?.getBounds().width, zoom: window?.webContents.getZoomFactor() };
    });
  await expect.poll(place).toEqual({ width: 900, zoom: 1.25 });
  await stop();
  folder.remove();
});

test('each arrangement of screens has its own place of the window', async () => {
  const folder = tempFolder('screens');
  const file = join(folder.path, 'run/desktop/window.json');
  /** The width with which the window opens, given what was kept. */
  const opens = async (kept: object | null) => {
    if (kept) writeFileSync(file, JSON.stringify(kept));
    const { app, stop } = await startDesktop({ data: folder.path });
    const width = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds().width);
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    await stop();
    return width;
  };
  expect(await opens(null)).toBe(1280);
  const { places, ...last } = JSON.parse(readFileSync(file, 'utf8')) as { places: Record<string, object> };
  const [here = ''] = Object.keys(places);
  expect(await opens({ ...last, width: 900, places: { [here]: { ...last, width: 1000 } } })).toBe(1000);
  expect(await opens({ ...last, width: 900, places: { 'other screens': { ...last, width: 1000 } } })).toBe(900);
  const kept = JSON.parse(readFileSync(file, 'utf8')) as { places: Record<string, { width: number }> };
  expect(Object.entries(kept.places).map(([name, { width }]) => [name, width])).toEqual([
    ['other screens', 1000],
    [here, 900],
  ]);
  folder.remove();
});

test('a folder that holds other files is refused, and stays as it is', async ({ desktop }) => {
  const electron = findElectron();
  if (!desktop || !electron) throw new Error(NO_DESKTOP);
  const folder = tempFolder('other');
  writeFileSync(join(folder.path, 'letter.txt'), 'mine');
  // Started the way a person does: a failure while the test tool attaches to an app that is ending would be one of the test, not
  // of the app.
  const args = ['--no-sandbox', APP, '--data', folder.path];
  const child = spawn(electron.executablePath, args, { env: { ...process.env, ...electron.env }, stdio: 'ignore' });
  await once(child, 'exit');
  expect(readdirSync(folder.path)).toEqual(['letter.txt']);
  folder.remove();
});
