import type { Page } from '@playwright/test';
import { expect, inspector, open, store, test } from '../fixtures.ts';
import { violations } from './axe.ts';

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Compare two versions' });
const side = (page: Page, name: 'From' | 'To') => sheet(page).getByRole('combobox', { name, exact: true });

test('any two versions are compared, field by field, and a lesson with one version says so', async ({ page, host }) => {
  const { id } = await store(host, { taskDescription: 'Mend the pool', nextStrategy: 'Ask for a larger pool' });
  const held = Promise.withResolvers<void>();
  await page.route('**/api/operation.list', async (route) => {
    await held.promise;
    await route.continue();
  });
  await open(page, host, `lessons?lesson=${id}`);
  await expect(inspector(page).getByRole('heading', { level: 2 })).toHaveText('Mend the pool');
  await page.keyboard.press('d');
  await expect(page.getByRole('contentinfo')).toContainText('Loading its history…');
  held.resolve();
  await expect(inspector(page).locator('ol > li').filter({ hasText: 'Stored' })).toBeVisible();
  await page.keyboard.press('d');
  await expect(page.getByRole('contentinfo')).toContainText('It has only one version');
  const update = (nextStrategy: string) => host.client.call('reflection.update', { id, changes: { nextStrategy } });
  await update('Ask for a smaller pool of connections');
  await update('Close each connection after its use, and ask for a smaller pool');
  // The sheet compares the last two that are known when it opens.
  await expect(
    inspector(page)
      .locator('ol > li')
      .filter({ hasText: /Edited|Stored/ }),
  ).toHaveCount(3);
  await expect(inspector(page).getByRole('button', { name: 'Compare…' })).toBeVisible();
  await page.keyboard.press('d');
  await expect(side(page, 'From')).toBeFocused();
  // Escape in a list of versions closes that list alone.
  await page.keyboard.press('Space');
  const versions = side(page, 'From').getByRole('option');
  await expect(versions.last()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(versions.last()).toBeHidden();
  await expect(side(page, 'From')).toBeFocused();
  const widths = [await side(page, 'From').boundingBox(), await side(page, 'To').boundingBox()];
  expect(widths[0]?.width).toBe(widths[1]?.width);
  // At first the last two.
  await expect(sheet(page).locator('del')).not.toHaveCount(0);
  await expect(sheet(page)).not.toContainText('larger');
  await side(page, 'From').selectOption({ index: 2 });
  await expect(sheet(page).locator('del').filter({ hasText: 'larger' })).toBeVisible();
  // Home and End choose in a closed list, too.
  await expect(side(page, 'From')).toContainText('(first version)');
  await side(page, 'From').press('Home');
  await expect(side(page, 'From').locator('option:checked')).toContainText('now:');
  await side(page, 'From').press('End');
  await expect(side(page, 'From').locator('option:checked')).toContainText('(first version)');
  await expect(sheet(page).locator('del').filter({ hasText: 'larger' })).toBeVisible();
  await side(page, 'To').selectOption({ index: 1 });
  await expect(sheet(page)).not.toContainText('Close each connection');
  await expect(sheet(page).locator('ins').filter({ hasText: 'smaller' })).toBeVisible();
  await sheet(page).getByRole('button', { name: 'Swap' }).click();
  await expect(sheet(page).locator('ins').filter({ hasText: 'larger' })).toBeVisible();
  await side(page, 'From').selectOption({ index: 2 });
  await expect(sheet(page)).toContainText('Both say the same.');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toBeHidden();
  await inspector(page).getByRole('button', { name: 'Compare…' }).click();
  await expect(sheet(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(inspector(page).getByRole('button', { name: 'Compare…' })).toBeFocused();
  // The menu of the lesson has it as well, where one looks first.
  await inspector(page).getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Compare or restore versions…' }).click();
  await expect(sheet(page)).toBeVisible();
});

test('what was only told goes when another lesson is shown, once there was time to read it', async ({ page, host }) => {
  await store(host, { taskDescription: 'Another' });
  const { id } = await store(host, { taskDescription: 'Mend the pool' });
  await open(page, host, `lessons?lesson=${id}`);
  // Time stands nearly still, so that a slow machine is not taken for a reader.
  await page.evaluate(() => {
    const real = performance.now.bind(performance);
    performance.now = () => real() / 1000;
  });
  const stored = inspector(page).locator('ol > li').filter({ hasText: 'Stored' });
  await expect(stored).toBeVisible();
  const told = page.getByRole('contentinfo').getByText(/It has only one version/);
  await page.keyboard.press('d');
  await expect(told).toBeVisible();
  await page.keyboard.press('j');
  await expect(inspector(page).getByRole('heading', { level: 2 })).toHaveText('Another');
  await expect(told).toBeVisible();
  await page.evaluate(() => {
    const slow = performance.now.bind(performance);
    performance.now = () => slow() + 4000;
  });
  await page.keyboard.press('k');
  await expect(inspector(page).getByRole('heading', { level: 2 })).toHaveText('Mend the pool');
  await expect(told).toBeHidden();
});
