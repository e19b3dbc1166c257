import type { Page } from '@playwright/test';
import { expect, inspector, open, rows, store, test } from '../fixtures.ts';
import { violations } from './axe.ts';
import { drawn, find, looked, map, panel, rightmost } from './causes-page.ts';
import { SHOP, tellOfShop } from './causes-parts.ts';
import { sessionRows, tell } from './session-parts.ts';

const menu = (page: Page) => page.getByRole('menu', { name: 'More actions' });
const entries = (page: Page) => menu(page).getByRole('menuitem');
const entry = (page: Page, name: string) => menu(page).getByRole('menuitem', { name, exact: false });

test('the menu of a row is about that row, with the actions and keys of the registry', async ({ page, host }) => {
  const { id } = await store(host, { taskDescription: 'Under the pointer' });
  await store(host, { taskDescription: 'Current' });
  await open(page, host, 'lessons');
  await page.keyboard.press('j');
  await expect(inspector(page).getByRole('heading', { level: 2 })).toHaveText('Current');
  await rows(page).filter({ hasText: 'Under the pointer' }).click({ button: 'right' });
  await expect(inspector(page).getByRole('heading', { level: 2 })).toHaveText('Under the pointer');
  await expect(entry(page, 'Pin or unpin')).toContainText('p');
  // What cannot be done, and what is about the list, is not there.
  await expect(entry(page, 'Restore from the bin')).toHaveCount(0);
  await expect(entry(page, 'New lesson')).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await entry(page, 'Pin or unpin').click();
  await expect.poll(async () => (await host.client.call('reflection.get', { id })).reflection.pinned).toBe(true);
  await expect(menu(page)).toBeHidden();
});

test('Shift+F10 and the menu key open it at the current row, and Escape gives the focus back', async ({
  page,
  host,
}) => {
  await store(host, { taskDescription: 'By key' });
  await open(page, host, 'lessons');
  await page.keyboard.press('j');
  await expect(page.getByRole('listbox')).toBeFocused();
  for (const key of ['Shift+F10', 'ContextMenu']) {
    await page.keyboard.press(key);
    await expect(menu(page)).toBeVisible();
    const [row, box] = [await rows(page).first().boundingBox(), await menu(page).boundingBox()];
    expect(Math.abs((row?.y ?? 0) + (row?.height ?? 0) - (box?.y ?? 0))).toBeLessThan(16);
    await page.keyboard.press('Escape');
    await expect(menu(page)).toBeHidden();
    await expect(page.getByRole('listbox')).toBeFocused();
  }
  await page.keyboard.press('Shift+F10');
  await expect(menu(page)).toBeVisible();
  // By its first letters, as in any menu; the form then has the focus.
  await page.keyboard.type('edit');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Task' })).toBeVisible();
  await expect(menu(page)).toBeHidden();
});

test('on a selected row it is about all that are selected, on another row about that one', async ({ page, host }) => {
  for (const name of ['Three', 'Two', 'One']) await store(host, { taskDescription: name });
  await open(page, host, 'lessons');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('J');
  await expect(page.getByText('2 selected')).toBeVisible();
  await rows(page).filter({ hasText: 'One' }).click({ button: 'right' });
  await expect(entry(page, 'Archive')).toBeVisible();
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.keyboard.press('Escape');
  await rows(page).filter({ hasText: 'Three' }).click({ button: 'right' });
  await expect(menu(page)).toBeVisible();
  await expect(page.getByText('2 selected')).toBeHidden();
});

test('drafts and sessions have it too; texts keep the menu of the browser', async ({ page, host }) => {
  await store(host, { taskDescription: 'A draft', state: 'draft' });
  await open(page, host, 'today');
  await rows(page).filter({ hasText: 'A draft' }).click({ button: 'right' });
  await expect(entry(page, 'Accept')).toBeVisible();
  await expect(entry(page, 'Accept all listed drafts')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeHidden();
  await tell(host);
  await open(page, host, 'sessions');
  await sessionRows(page).first().click({ button: 'right' });
  await expect(entry(page, 'Copy id')).toBeVisible();
  await entry(page, 'Delete').click();
  await expect(sessionRows(page)).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(sessionRows(page)).toHaveCount(1);
  const isKept = await page.getByRole('article').evaluate((text) => {
    return text.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
  });
  expect(isKept).toBe(true);
  expect(await entries(page).count()).toBe(0);
});

test('a node of the map has the actions of its panel, by pointer and by key', async ({ page, host }) => {
  await tellOfShop(host);
  await open(page, host, 'causes?map=true');
  await find(page, SHOP.redis);
  await drawn(page, 3);
  await page.getByRole('button', { name: 'Centre the selection' }).click();
  await map(page).click({ button: 'right' });
  await expect(entry(page, 'Why?')).toBeVisible();
  // By what people do with a node: ask, connect, shape the map; how its text is read comes last.
  const names = await entries(page).evaluateAll((all) => all.map((one) => one.querySelector('span')?.textContent));
  const places = [
    'Why?',
    'How it led to…',
    'Add a cause…',
    'Focus on it, or leave the focus',
    'Pin or unpin',
    'Copy link',
  ].map((name) => names.indexOf(name));
  expect(places[0]).toBe(0);
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(names.at(-1)).toBe('Show source or formatted text');
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeHidden();
  await map(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect(panel(page, 'Node').getByRole('heading', { level: 2 })).not.toHaveText(SHOP.redis);
  const label = await panel(page, 'Node').getByRole('heading', { level: 2 }).textContent();
  await page.keyboard.press('Shift+F10');
  await entry(page, 'Hide').click();
  await expect(page.getByRole('button', { name: 'Show 1 hidden' })).toBeVisible();
  await expect(map(page)).not.toContainText(label ?? '');
});

test('a node at the side where the panel opens has its menu too', async ({ page, host }) => {
  await tellOfShop(host);
  await open(page, host, 'causes?map=true');
  await drawn(page, 10);
  await expect(panel(page, 'Node')).toHaveCount(0);
  const { x, y, name } = await rightmost(page);
  // What the pointer tells of the node makes room for its menu.
  const card = page.locator('[data-hover-card]');
  await page.mouse.move(x, y);
  await expect(card).toBeVisible();
  await page.mouse.click(x, y, { button: 'right' });
  await expect(entry(page, 'Why?')).toBeVisible();
  await expect(card).toHaveCount(0);
  await expect(looked(page)).toHaveText(name);
  const covered = await panel(page, 'Node').boundingBox();
  expect(covered?.x, 'the panel covers the place of the pointer').toBeLessThan(x);
});

test('from the menu of a node its form for a cause is opened, with the focus in it', async ({ page, host }) => {
  await tellOfShop(host);
  await open(page, host, 'causes?map=true');
  await find(page, SHOP.redis);
  await drawn(page, 3);
  await map(page).focus();
  await page.keyboard.press('Shift+F10');
  await entry(page, 'Add a cause…').click();
  const form = panel(page, 'Node').getByRole('form', { name: 'Add a cause' });
  await expect(form.getByRole('combobox').first()).toBeFocused();
});
