import type { Page } from '@playwright/test';
import { expect, fill, inspector, open, rows, store, test } from '../fixtures.ts';

const list = (page: Page) => page.getByRole('listbox', { name: 'Lessons' });
const scrolled = (page: Page) => list(page).evaluate((list) => list.scrollTop);
const current = (page: Page) => page.getByRole('option', { selected: true });

test('End goes to the last row that is loaded, Home to the first, and each is in sight', async ({ page, host }) => {
  await fill(host, 250);
  await open(page, host, 'lessons');
  await expect(rows(page).first()).toBeVisible();
  await page.keyboard.press('j');
  const place = async () => Number(await current(page).getAttribute('aria-posinset'));
  // More rows are loaded as the end comes near; pressed again, it goes there.
  await expect
    .poll(async () => {
      await page.keyboard.press('End');
      return place();
    })
    .toBe(250);
  await expect(current(page)).toBeInViewport();
  await expect(list(page)).toBeFocused();
  await page.keyboard.press('Home');
  await expect.poll(place).toBe(1);
  await expect(current(page)).toBeInViewport();
});

test('Ctrl+A selects the rows and no text of the page; in a field it selects the field’s', async ({ page, host }) => {
  for (const name of ['Three', 'Two', 'One']) await store(host, { taskDescription: name });
  await open(page, host, 'lessons');
  await page.keyboard.press('j');
  await page.keyboard.press('Control+a');
  await expect(page.getByText('3 selected')).toBeVisible();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('');
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await page.keyboard.type('words');
  await page.keyboard.press('Control+a');
  expect(
    await page.getByRole('searchbox').evaluate((field) => {
      const { selectionStart, selectionEnd } = field as HTMLInputElement;
      return [selectionStart, selectionEnd];
    }),
  ).toEqual([0, 5]);
  await expect(page.getByText('selected', { exact: false })).toHaveCount(0);
});

test('neither focus nor scroll jumps when lessons come, change or are undone', async ({ page, host }) => {
  await fill(host, 120);
  await open(page, host, 'lessons');
  await expect(rows(page).first()).toBeVisible();
  await list(page).evaluate((list) => {
    list.scrollTop = 1700;
  });
  await expect.poll(() => scrolled(page)).toBe(1700);
  const shown = () =>
    list(page).evaluate((list) => {
      const { top } = list.getBoundingClientRect();
      const rows = [...list.querySelectorAll('[role="option"]')];
      const row = rows.find((row) => row.getBoundingClientRect().top >= top);
      return [row?.id, Math.round((row?.getBoundingClientRect().top ?? 0) - top)];
    });
  const row = rows(page).nth(12);
  await row.click();
  const before = await shown();
  const title = await inspector(page).getByRole('heading', { level: 2 }).textContent();
  const focus = await page.evaluate(() => document.activeElement?.getAttribute('role'));
  // One arrives above, as from an agent.
  await store(host, { taskDescription: 'Arrives above' });
  await expect(page.getByText('121 lessons')).toBeVisible();
  expect(await shown()).toEqual(before);
  // A change of the current one, and its undo.
  await page.keyboard.press('p');
  await expect(page.getByRole('contentinfo')).toContainText('Pinned');
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('contentinfo')).toContainText('Undone');
  expect(await shown()).toEqual(before);
  await expect(inspector(page).getByRole('heading', { level: 2 })).toHaveText(title ?? '');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe(focus);
});
