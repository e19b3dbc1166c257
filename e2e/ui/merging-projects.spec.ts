import type { Page } from '@playwright/test';
import { verifies } from '@twicewise/testkit/verifies';
import { expect, open, rows, statusLine, store, test } from '../fixtures.ts';
import { violations } from './axe.ts';
import { field } from './palette-page.ts';
import { chooseProject } from './parts.ts';

const switcher = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Project/ });
const merging = (page: Page) => page.getByRole('dialog', { name: 'Merge shop-old into another project' });
const renaming = (page: Page) => page.getByRole('dialog', { name: 'Rename shop-old' });

async function furnish(host: Parameters<typeof store>[0]): Promise<void> {
  await store(host, { projectId: 'shop', taskDescription: 'Parse CSV', nativeId: 'same' });
  await store(host, { projectId: 'gateway', taskDescription: 'Route' });
  await store(host, { projectId: 'shop-old', taskDescription: 'Warm the cache', nativeId: 'same', sessionId: 's' });
  await store(host, { projectId: 'shop-old', taskDescription: 'Rename a queue' });
}

test('a project is merged into another: what moves is said before, the window follows, one undo parts them', async ({
  page,
  host,
}) => {
  verifies('C-04');
  await furnish(host);
  await open(page, host);
  await chooseProject(page, 'shop-old');
  await expect(rows(page)).toHaveCount(2);
  await switcher(page).click();
  await page.getByRole('menuitem', { name: 'Merge into…' }).click();
  const into = merging(page).getByRole('combobox', { name: 'Into' });
  await expect(into).toBeFocused();
  // A project cannot be merged into itself.
  await expect(into.getByRole('option')).toHaveText(['Choose a project', 'gateway', 'shop']);
  await expect(merging(page).getByRole('button', { name: 'Merge', exact: true })).toBeDisabled();
  await into.selectOption('shop');
  await expect(merging(page)).toContainText('Moves 2 lessons and 1 session from shop-old to shop.');
  await expect(merging(page)).toContainText('One of them has an id of its own that is taken there');
  await merging(page).getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(merging(page)).toBeHidden();
  await expect(statusLine(page)).toContainText('Project shop-old merged into shop');
  await expect(switcher(page)).toContainText('shop');
  await expect(rows(page)).toHaveCount(3);
  await expect(switcher(page)).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(statusLine(page)).toContainText('Undone: project shop-old merged into shop');
  await expect(rows(page)).toHaveCount(1);
  await chooseProject(page, 'shop-old');
  await expect(rows(page)).toHaveCount(2);
});

test('by keyboard alone, from the palette: renamed, and undone', async ({ page, host }) => {
  await furnish(host);
  await open(page, host);
  const find = async (words: string) => {
    await page.keyboard.press('Control+k');
    await expect(field(page)).toBeFocused();
    await page.keyboard.type(words);
  };
  await find('rename this');
  await expect(page.getByRole('option', { name: /Rename this project/ })).toContainText('No project is chosen');
  await page.keyboard.press('Escape');
  await find('shop-old');
  await expect(page.getByRole('option', { selected: true })).toHaveText('shop-old');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(2);
  await find('rename this');
  await page.keyboard.press('Enter');
  await expect(renaming(page).getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('Shop, before the move');
  await page.keyboard.press('Enter');
  await expect(renaming(page)).toBeHidden();
  await expect(statusLine(page)).toContainText('Project renamed: Shop, before the move');
  await expect(switcher(page)).toContainText('Shop, before the move');
  await page.keyboard.press('Control+z');
  await expect(switcher(page)).toContainText('shop-old');
  await find('merge this');
  await page.keyboard.press('Enter');
  await expect(merging(page).getByRole('combobox', { name: 'Into' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(merging(page)).toBeHidden();
  await expect(rows(page)).toHaveCount(2);
});

test('a dialog is about the project for which it was opened: Back to another project ends it', async ({
  page,
  host,
}) => {
  await furnish(host);
  await open(page, host);
  await chooseProject(page, 'gateway');
  await expect(rows(page)).toHaveCount(1);
  await chooseProject(page, 'shop-old');
  await expect(rows(page)).toHaveCount(2);
  for (const [item, dialog] of [
    ['Rename…', renaming(page)],
    ['Merge into…', merging(page)],
  ] as const) {
    await switcher(page).click();
    await page.getByRole('menuitem', { name: item }).click();
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(switcher(page)).toContainText('gateway');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.locator(':focus')).toBeVisible();
    await page.goForward();
    await expect(switcher(page)).toContainText('shop-old');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('what a merge moves is shown accessibly in both themes', async ({ page, host }) => {
  await furnish(host);
  await open(page, host);
  await chooseProject(page, 'shop-old');
  await switcher(page).click();
  await page.getByRole('menuitem', { name: 'Merge into…' }).click();
  await merging(page).getByRole('combobox').selectOption('shop');
  await expect(merging(page)).toContainText('Moves 2 lessons');
  expect(await violations(page)).toEqual([]);
});
