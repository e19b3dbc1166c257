import type { Page } from '@playwright/test';
import { verifies } from '@twicewise/testkit/verifies';
import { expect, inspector, open, statusLine, store, test } from '../fixtures.ts';
import { violations } from './axe.ts';

type Host = Parameters<typeof store>[0];
const goBack = (page: Page) => inspector(page).getByRole('button', { name: 'Restore this version' });
const preview = (page: Page) => inspector(page).getByRole('region', { name: 'Restoring an earlier version' });
const textNow = async (host: Host, id: string) =>
  (await host.client.call('reflection.get', { id })).reflection.nextStrategy;

/** Stores a lesson with three versions; the last one also has another outcome. */
async function edited(host: Host): Promise<string> {
  const { id } = await store(host, { taskDescription: 'Rotate the keys', nextStrategy: 'Ask for the window first' });
  await host.client.call('reflection.update', { id, changes: { nextStrategy: 'Ask for the window, then rotate' } });
  await host.client.call('reflection.update', { id, changes: { nextStrategy: 'Rotate', outcome: 'success' } });
  return id;
}

test('by keyboard: an earlier version is shown against now, gone back to, and undone', async ({ page, host }) => {
  verifies('C-10');
  const id = await edited(host);
  await open(page, host, `lessons?lesson=${id}`);
  // The newest write made the lesson what it is now, so there is no way back to it.
  await expect(goBack(page)).toHaveCount(2);
  // Only the newest write can be undone: it changed what the others wrote.
  await expect(inspector(page).getByRole('button', { name: 'Undo', exact: true })).toHaveCount(1);
  await expect(inspector(page).getByText('Undo later changes first')).toHaveCount(2);
  await goBack(page).first().focus();
  await page.keyboard.press('Enter');
  await expect(preview(page)).toContainText('This would change:');
  await expect(preview(page)).toContainText('Success → Failure');
  await expect(preview(page)).toContainText('Rotate → Ask for the window, then rotate');
  await expect(preview(page).getByRole('button', { name: 'Restore version' })).toBeFocused();
  // Escape closes it and restores the focus.
  await page.keyboard.press('Escape');
  await expect(preview(page)).toBeHidden();
  await expect(goBack(page).first()).toBeFocused();
  expect(await textNow(host, id)).toBe('Rotate');

  await page.keyboard.press('Enter');
  await expect(preview(page).getByRole('button', { name: 'Restore version' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(statusLine(page)).toContainText('Restored an earlier version: Rotate the keys');
  expect(await textNow(host, id)).toBe('Ask for the window, then rotate');
  // The element that had the focus is gone, so the lesson around it gets the focus.
  await expect(inspector(page)).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(statusLine(page)).toContainText('Undone: restored an earlier version');
  expect(await textNow(host, id)).toBe('Rotate');
});

test('a version that was compared is restored from there, by keyboard alone', async ({ page, host }) => {
  verifies('C-10');
  const id = await edited(host);
  await open(page, host, `lessons?lesson=${id}`);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find' }).fill('restore version');
  await expect(page.getByRole('option').first()).toContainText('Compare or restore versions…');
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Compare two versions' });
  const from = sheet.getByRole('combobox', { name: 'From' });
  const restore = sheet.getByRole('button', { name: 'Restore the earlier version…' });
  await expect(from).toBeFocused();
  // The lesson is like the newest version now.
  await from.selectOption({ index: 0 });
  await expect(restore).toBeDisabled();
  await expect(restore).toHaveAttribute('title', /the lesson is like this now/);
  await from.selectOption({ index: 2 });
  // The older of the two is meant, whichever is on top.
  await sheet.getByRole('button', { name: 'Swap' }).click();
  await expect(from.locator('option:checked')).toContainText('now: ');
  await restore.focus();
  await page.keyboard.press('Enter');
  await expect(sheet).toBeHidden();
  await expect(preview(page)).toContainText('Rotate → Ask for the window first');
  await expect(preview(page).getByRole('button', { name: 'Restore version' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(statusLine(page)).toContainText('Restored an earlier version: Rotate the keys');
  expect(await textNow(host, id)).toBe('Ask for the window first');
});

test('Escape leaves a version that is still being read, and not the lesson', async ({ page, host }) => {
  const id = await edited(host);
  await open(page, host, `lessons?lesson=${id}`);
  const held = Promise.withResolvers<void>();
  await page.route('**/api/reflection.previewRevert', async (route) => {
    await held.promise;
    await route.continue();
  });
  const answered = page.waitForResponse('**/api/reflection.previewRevert');
  await goBack(page).first().focus();
  await page.keyboard.press('Enter');
  await expect(preview(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(preview(page)).toBeHidden();
  await expect(goBack(page).first()).toBeFocused();
  held.resolve();
  await answered;
  await expect(preview(page)).toBeHidden();
});

test('what changed since it was shown is not overwritten: it is shown anew', async ({ page, host }) => {
  const id = await edited(host);
  await open(page, host, `lessons?lesson=${id}`);
  await goBack(page).last().click();
  await expect(preview(page)).toContainText('This would change:');
  await host.client.call('reflection.update', { id, changes: { tags: ['meanwhile'] } });
  await preview(page).getByRole('button', { name: 'Restore version' }).click();
  await expect(preview(page)).toContainText('The lesson changed since this was shown.');
  await expect(preview(page)).toContainText('meanwhile');
  expect(await textNow(host, id)).toBe('Rotate');
  await preview(page).getByRole('button', { name: 'Restore version' }).click();
  await expect(statusLine(page)).toContainText('Restored an earlier version');
  expect(await textNow(host, id)).toBe('Ask for the window first');
});

test('what going back changes is shown accessibly in both themes', async ({ page, host }) => {
  const id = await edited(host);
  await open(page, host, `lessons?lesson=${id}`);
  await goBack(page).last().click();
  await expect(preview(page)).toContainText('This would change:');
  expect(await violations(page)).toEqual([]);
});
