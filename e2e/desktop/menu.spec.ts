import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { expect, inspector, open, rows, store, test } from '../fixtures.ts';
import { bundleOf, importing } from '../ui/bundle-parts.ts';
import { type DesktopApp, NO_DESKTOP, startDesktop } from './app.ts';
import { findElectron, NO_ELECTRON } from './electron.ts';

test.skip(!findElectron(), NO_ELECTRON);

/** Whether an entry of the menu can be chosen; undefined when there is none. */
const isEnabled = (app: ElectronApplication, id: string) =>
  app.evaluate(({ Menu }, id) => Menu.getApplicationMenu()?.getMenuItemById(id)?.enabled, id);

const choose = (app: ElectronApplication, id: string) =>
  app.evaluate(({ Menu }, id) => {
    const item = Menu.getApplicationMenu()?.getMenuItemById(id);
    if (!item?.enabled) throw new Error(`${id} cannot be chosen`);
    item.click();
  }, id);

const windows = (app: ElectronApplication) => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

test('the menu offers what the page offers, does it, and undoes it', async ({ desktop, page, host }) => {
  if (!desktop) throw new Error(NO_DESKTOP);
  const { app } = desktop;
  await open(page, host);
  await expect.poll(() => isEnabled(app, 'create')).toBe(true);
  expect(await isEnabled(app, 'pin')).toBe(false);
  const { id } = await store(host, { taskDescription: 'Chosen in the menu' });
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('j');
  await expect.poll(() => isEnabled(app, 'pin')).toBe(true);
  // It is not in the bin.
  expect(await isEnabled(app, 'restore')).toBe(false);
  const isPinned = async () => (await host.client.call('reflection.get', { id })).reflection.pinned;
  await choose(app, 'pin');
  await expect.poll(isPinned).toBe(true);
  await choose(app, 'undo');
  await expect.poll(isPinned).toBe(false);
  // Under a sheet nothing can be done.
  await choose(app, 'sheet');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect.poll(() => isEnabled(app, 'pin')).toBe(false);
  await page.keyboard.press('Escape');
  await expect.poll(() => isEnabled(app, 'pin')).toBe(true);
});

test('in a text field the menu undoes what was typed, and no lesson', async ({ desktop, page, host }) => {
  if (!desktop) throw new Error(NO_DESKTOP);
  const { id } = await store(host, { taskDescription: 'Stays pinned' });
  await open(page, host);
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('j');
  await page.keyboard.press('p');
  const isPinned = async () => (await host.client.call('reflection.get', { id })).reflection.pinned;
  await expect.poll(isPinned).toBe(true);
  const field = page.getByRole('searchbox');
  await field.click();
  await page.keyboard.type('abc');
  await expect(field).toHaveValue('abc');
  await choose(desktop.app, 'undo');
  await expect(field).not.toHaveValue('abc');
  expect(await isPinned()).toBe(true);
});

/** A bundle with a lesson that the memory has no more. */
async function bundleIn({ host }: DesktopApp): Promise<string> {
  const { id } = await store(host, { taskDescription: 'Carried', projectId: 'shop' });
  const path = await bundleOf(host, 'carried');
  await host.client.call('reflection.delete', { id });
  return path;
}

test('a bundle that is opened with the app is shown, and imported only when the person says so', async ({
  desktop,
  page,
  host,
}) => {
  if (!desktop) throw new Error(NO_DESKTOP);
  const path = await bundleIn(desktop);
  await open(page, host, 'lessons');
  const before = (await host.client.call('operation.list', {})).items.length;
  await desktop.app.evaluate(({ app }, path) => app.emit('second-instance', {}, ['app', path], '/', null), path);
  await expect(importing(page).getByText(path)).toBeVisible();
  await expect(importing(page).getByRole('table')).toBeVisible();
  expect((await host.client.call('operation.list', {})).items).toHaveLength(before);
  await page.keyboard.press('Escape');
  await expect(importing(page)).toBeHidden();
  // What is no bundle changes nothing.
  writeFileSync(join(desktop.data, 'other.txt'), 'x');
  await desktop.app.evaluate(({ app }, folder) => {
    app.emit('second-instance', {}, ['app', 'other.txt', 'none.twicewise'], folder, null);
  }, desktop.data);
  await page.keyboard.press('8');
  await expect(page.getByRole('heading', { name: 'Data', exact: true })).toBeVisible();
  await expect(importing(page)).toBeHidden();
});

test('the app that starts with a bundle shows it', async ({ desktop }) => {
  if (!desktop) throw new Error(NO_DESKTOP);
  const path = await bundleIn(desktop);
  const second = await startDesktop({ args: [path] });
  await expect(importing(second.page).getByText(path)).toBeVisible({ timeout: 20_000 });
  await second.stop();
});

test('a second window has a view of its own, and the menu is that of the one in front', async ({
  desktop,
  page,
  host,
}) => {
  if (!desktop) throw new Error(NO_DESKTOP);
  const { app } = desktop;
  const lesson = await store(host, { taskDescription: 'In two windows' });
  await open(page, host, `lessons?lesson=${lesson.id}`);
  await expect.poll(() => isEnabled(app, 'newWindow')).toBe(true);
  const opening = app.waitForEvent('window');
  await choose(app, 'newWindow');
  const second = await opening;
  await expect(inspector(second).getByRole('heading', { name: 'In two windows' })).toBeVisible({ timeout: 20_000 });
  await expect.poll(() => isEnabled(app, 'data')).toBe(true);
  await choose(app, 'data');
  await expect(second.getByRole('heading', { name: 'Data', exact: true })).toBeVisible();
  await expect(inspector(page).getByRole('heading', { name: 'In two windows' })).toBeVisible();
  // What changes in one is seen in the other.
  await choose(app, 'lessons');
  await expect.poll(() => isEnabled(app, 'delete')).toBe(true);
  await choose(app, 'delete');
  await expect(rows(page)).toHaveCount(0);
  // Closing one ends nothing.
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().at(-1)?.close());
  await expect.poll(() => windows(app)).toBe(1);
  await page.keyboard.press('Control+z');
  await choose(app, 'data');
  await expect(page.getByRole('heading', { name: 'Data', exact: true })).toBeVisible();
});
