import type { Page } from '@playwright/test';
import { expect, open, test } from '../fixtures.ts';
import { violations } from './axe.ts';
import { drawn, panel, twin } from './causes-page.ts';
import { SHOP, tellOfShop } from './causes-parts.ts';

// A map or a question is kept under a name, with all that a person did to it, like a view of a list.

const opener = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Saved views', exact: true });
const saved = (page: Page) => page.getByRole('region', { name: 'Saved views' });
const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Saved views' }).getByRole('link', { name });

test('a map is saved as it is shaped, stands in the rail, and opens from any screen', async ({ page, host }) => {
  await tellOfShop(host);
  const { items } = await host.client.call('causal.nodes', { text: SHOP.tickets });
  await open(page, host, `causes?map=true&hide=${items[0]?.id}`);
  await drawn(page, 8);
  // By keyboard; what is selected is no part of the view.
  await twin(page)
    .getByRole('radio', { name: / nodes$/ })
    .check();
  await twin(page).getByRole('button', { name: SHOP.lost, exact: true }).click();
  await expect(panel(page, 'Node')).toBeVisible();
  await opener(page).focus();
  await page.keyboard.press('Enter');
  await expect(saved(page).getByRole('button', { name: 'Save this view…' })).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.keyboard.type('Carts');
  await page.keyboard.press('Enter');
  await expect(link(page, 'Carts')).toHaveAttribute('aria-current', 'page');
  await page.keyboard.press('Escape');
  await expect(saved(page)).toHaveCount(0);
  await expect(panel(page, 'Node')).toBeVisible();

  await page.keyboard.press('2');
  await link(page, 'Carts').click();
  await drawn(page, 8);
  await expect(panel(page, 'Node')).toHaveCount(0);
  await expect(page).toHaveURL(/hide=node_/);
  await expect(twin(page).getByRole('radio', { name: '8 nodes' })).toBeChecked();

  // Another one is a question; each is renamed and deleted here.
  await open(page, host, 'causes?ask=why&from=Support+tickets+about+empty+carts');
  await opener(page).click();
  await saved(page).getByRole('button', { name: 'Save this view…' }).click();
  await page.keyboard.type('Tickets');
  await page.keyboard.press('Enter');
  await expect(link(page, 'Tickets')).toHaveAttribute('aria-current', 'page');
  await saved(page).getByRole('button', { name: 'More for Carts' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(link(page, 'Carts')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(link(page, 'Carts')).toBeVisible();
  await saved(page).getByRole('button', { name: 'Carts', exact: true }).click();
  await drawn(page, 8);
});

test('where nothing is asked or drawn there is nothing to save, and that is said', async ({ page, host }) => {
  await tellOfShop(host);
  await open(page, host, 'causes');
  await opener(page).click();
  await expect(saved(page)).toContainText('Open a map or a question first.');
  await page.mouse.click(700, 600);
  await expect(saved(page)).toHaveCount(0);
});
