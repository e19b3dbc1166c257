import { expect, inspector, open, store, test } from '../fixtures.ts';

test('another window shows the same view, and is let in', { tag: '@browser' }, async ({ page, host, context }) => {
  const { id } = await store(host, { taskDescription: 'In two windows' });
  await open(page, host, `lessons?lesson=${id}`);
  await expect(inspector(page).getByRole('heading', { level: 2 })).toHaveText('In two windows');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('new window');
  const opening = context.waitForEvent('page');
  await page.keyboard.press('Enter');
  const second = await opening;
  await expect(inspector(second).getByRole('heading', { level: 2 })).toHaveText('In two windows');
  await expect(second.getByText('Live', { exact: true })).toBeAttached();
  // Each goes on for itself.
  await second.keyboard.press('8');
  await expect(second.getByRole('heading', { name: 'Data', exact: true })).toBeVisible();
  await expect(page).toHaveURL(/#\/lessons/);
  await second.close();
});
