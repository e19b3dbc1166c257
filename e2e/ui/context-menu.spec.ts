import type { Page } from '@playwright/test';
import { expect, inspector, open, rows, store, test } from '../fixtures.ts';
import { violations } from './axe.ts';
import { chooseRow, drawing, drawn, find, looked, map, openShop, outermost, panel, twin } from './causes-page.ts';
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
  await expect(entries(page).filter({ hasText: /^Pin/ })).toHaveText('Pinp');
  // What cannot be done, and what is about the list, is not there.
  await expect(entry(page, 'Restore from the bin')).toHaveCount(0);
  await expect(entry(page, 'New lesson')).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await entry(page, 'Pin').click();
  await expect.poll(async () => (await host.client.call('reflection.get', { id })).reflection.pinned).toBe(true);
  await expect(menu(page)).toBeHidden();
  await rows(page).filter({ hasText: 'Under the pointer' }).click({ button: 'right' });
  await expect(entries(page).filter({ hasText: /pin/i })).toHaveText('Unpinp');
});

test('in a low window the menu is whole wherever it is opened', async ({ page, host }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  for (let n = 0; n < 12; n++) await store(host, { taskDescription: `Row ${n}` });
  await open(page, host, 'lessons');
  for (const row of [0, 3, 6, 9]) {
    await rows(page).nth(row).click({ button: 'right' });
    await expect(entry(page, 'Copy link')).toBeVisible();
    const cut = await menu(page).evaluate((element) => element.scrollHeight - element.clientHeight);
    expect(cut).toBe(0);
    await page.keyboard.press('Escape');
    await expect(menu(page)).toBeHidden();
  }
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
  await page.getByRole('button', { name: 'Bring the selection into view' }).click();
  await map(page).click({ button: 'right' });
  await expect(entry(page, 'Why?')).toBeVisible();
  // By what people do with a node: ask, connect, shape the map; how its text is read comes last.
  const names = await entries(page).evaluateAll((all) => all.map((one) => one.querySelector('span')?.textContent));
  const places = ['Why?', 'How it led to…', 'Add a cause…', 'Focus on it', 'Pin', 'Copy link'].map((name) =>
    names.indexOf(name),
  );
  expect(places[0]).toBe(0);
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(names.at(-1)).toBe('Show raw Markdown or formatted text');
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

test('the menu of a node opens under the pointer, also where its panel would stand, and moves nothing', async ({
  page,
  host,
}) => {
  await openShop(page, host);
  await expect(panel(page, 'Node')).toHaveCount(0);
  const { x, y, name } = await outermost(page, 'right');
  // What the pointer tells of the node makes room for its menu.
  const card = page.locator('[data-hover-card]');
  await page.mouse.move(x, y);
  await expect(card).toBeVisible();
  const seen = await drawing(page).getAttribute('data-seen');
  await page.mouse.click(x, y, { button: 'right' });
  await expect(entry(page, 'Why?')).toBeVisible();
  await expect(card).toHaveCount(0);
  const box = await menu(page).boundingBox();
  const [left = 0, top = 0] = [box?.x, box?.y];
  // At the pointer; where there is no room it ends at the side of the window.
  expect(x >= left - 1 && x <= left + (box?.width ?? 0) + 1 && Math.abs(top - y) < 300).toBe(true);
  await expect(panel(page, 'Node')).toHaveCount(0);
  expect(await drawing(page).getAttribute('data-seen')).toBe(seen);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeHidden();
  await expect(map(page)).toBeFocused();
  // A press of the other button selects it, and then its menu is the same, with what its panel has.
  await page.mouse.click(x, y);
  await expect(looked(page)).toHaveText(name);
});

test('the menu of a node that is not selected acts on that node', async ({ page, host }) => {
  await openShop(page, host);
  await chooseRow(page, SHOP.redis);
  const { x, y, name } = await outermost(page, 'left');
  expect(name).not.toBe(SHOP.redis);
  await page.mouse.click(x, y, { button: 'right' });
  await entry(page, 'Hide').click();
  await expect(twin(page).getByRole('button', { name, exact: true })).toHaveCount(0);
  // The other one is still selected.
  await expect(looked(page)).toHaveText(SHOP.redis);
  // With it goes what only it connected.
  await page.getByRole('button', { name: /^Show \d hidden/ }).click();
  await drawn(page, 10);
  const again = await outermost(page, 'left');
  await page.mouse.click(again.x, again.y, { button: 'right' });
  await entry(page, 'Add a cause…').click();
  await expect(looked(page)).toHaveText(name);
  const form = panel(page, 'Node').getByRole('form', { name: 'Add a cause' });
  await expect(form.getByRole('combobox').first()).toBeFocused();
});

test('a key opens the menu of a node at that node', { tag: '@browser' }, async ({ page, host }) => {
  await page.setViewportSize({ width: 1600, height: 1000 });
  await openShop(page, host);
  const { x, y, name } = await outermost(page, 'right');
  await page.mouse.click(x, y);
  await expect(looked(page)).toHaveText(name);
  // The panel took its place, so it is moved beside the panel.
  const side = await panel(page, 'Node').boundingBox();
  await expect.poll(async () => (await outermost(page, 'right')).x).toBeLessThan((side?.x ?? 0) - 20);
  for (const key of ['Shift+F10', 'ContextMenu']) {
    const node = await outermost(page, 'right');
    await map(page).focus();
    await page.keyboard.press(key);
    await expect(entry(page, 'Why?')).toBeVisible();
    const box = await menu(page).boundingBox();
    expect(Math.abs((box?.x ?? 0) - node.x)).toBeLessThan(200);
    expect(Math.abs((box?.y ?? 0) - node.y)).toBeLessThan(80);
    await page.keyboard.press('Escape');
    await expect(map(page)).toBeFocused();
  }
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
