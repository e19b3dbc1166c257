import type { Page } from '@playwright/test';
import { expect, inspector, open, rows, statusLine, store, test } from '../fixtures.ts';
import { violations } from './axe.ts';

const edge = (page: Page) => page.getByRole('separator', { name: 'Width of the list' });
const list = (page: Page) => page.getByRole('region', { name: 'Lessons', exact: true });
const width = async (page: Page) => Math.round((await list(page).boundingBox())?.width ?? 0);

test('the edge between list and lesson is dragged, moved by keys, and remembered', { tag: '@browser' }, async ({
  page,
  host,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const { id } = await store(host, { taskDescription: 'Beside the list' });
  await open(page, host, `lessons?lesson=${id}`);
  const usual = await width(page);
  const box = await edge(page).boundingBox();
  if (!box) throw new Error('there is no edge');
  await page.mouse.move(box.x + 2, 400);
  await page.mouse.down();
  await page.mouse.move(box.x + 102, 400, { steps: 4 });
  await page.mouse.up();
  const dragged = await width(page);
  expect(Math.abs(dragged - usual - 100)).toBeLessThan(6);
  await edge(page).focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => width(page)).toBe(dragged - 24);
  await expect(edge(page)).toHaveAttribute('aria-valuenow', String(dragged - 24));
  // The pane beside it stays wide enough to be read.
  await page.keyboard.press('End');
  await expect.poll(async () => (await inspector(page).boundingBox())?.width ?? 0).toBeGreaterThan(350);
  await page.keyboard.press('Home');
  await expect.poll(() => width(page)).toBe(260);
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await expect.poll(() => width(page)).toBe(260);
  await page.keyboard.press('3');
  await page.keyboard.press('2');
  await expect.poll(() => width(page)).toBe(260);
  await edge(page).dblclick();
  await expect.poll(() => width(page)).toBe(usual);
});

test('the text of an open lesson is scrolled by keys as soon as it is open', async ({ page, host }) => {
  const text = Array.from({ length: 80 }, (_, index) => `Paragraph ${index}`).join('\n\n');
  await store(host, { taskDescription: 'A long one', nextStrategy: text });
  await open(page, host, 'lessons');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(inspector(page)).toBeFocused();
  const first = inspector(page).getByRole('heading', { name: 'A long one' });
  await expect(first).toBeInViewport();
  for (const key of ['PageDown', 'End', ' ']) {
    await page.keyboard.press(key);
    await expect(first).not.toBeInViewport();
    await page.keyboard.press('Home');
    await expect(first).toBeInViewport();
  }
  // From a button above the text as well, whose own keys stay its own.
  await page.keyboard.press('Home');
  await inspector(page).getByRole('button', { name: /^Pin/ }).first().focus();
  await page.keyboard.press(' ');
  await expect(statusLine(page)).toContainText('Pinned');
  await expect(first).toBeInViewport();
  await page.keyboard.press('PageDown');
  await expect(first).not.toBeInViewport();
});

test('keys in a sheet over a lesson scroll the sheet, not the lesson behind it', async ({ page, host }) => {
  const texts = ['before', 'after'].map((what) =>
    Array.from({ length: 60 }, (_, index) => `Line ${index} ${what}`).join('\n\n'),
  );
  const { id } = await store(host, { taskDescription: 'A long one', nextStrategy: texts[0] ?? '' });
  await host.client.call('reflection.update', { id, changes: { nextStrategy: texts[1] ?? '' } });
  await open(page, host, `lessons?lesson=${id}`);
  await expect(inspector(page).getByRole('button', { name: 'Compare…' })).toBeVisible();
  await page.keyboard.press('d');
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText('Line 0');
  const scrolled = () =>
    inspector(page)
      .locator('[data-place]')
      .first()
      .evaluate(({ scrollTop }) => scrollTop);
  const before = await scrolled();
  // End chooses in the list of versions, which has the focus.
  for (let times = 0; times < 12; times++) await page.keyboard.press('PageDown');
  await expect(sheet.locator('ins').last()).toBeInViewport();
  expect(await scrolled()).toBe(before);
});

test('list and lesson take turns when that is wanted, by one key there and back', { tag: '@browser' }, async ({
  page,
  host,
}) => {
  for (const name of ['Two', 'One']) await store(host, { taskDescription: name });
  await open(page, host, 'lessons');
  await page.keyboard.press('j');
  await expect(inspector(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('\\');
  await expect(edge(page)).toBeHidden();
  // The lesson stays open, now alone; Escape leads to the list, Enter back.
  await expect(inspector(page).getByRole('heading', { level: 2 })).toHaveText('One');
  await expect(rows(page).first()).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(rows(page).first()).toBeVisible();
  await expect(inspector(page)).toBeHidden();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(inspector(page).getByRole('heading', { level: 2 })).toHaveText('Two');
  await page.reload();
  await expect(rows(page).first()).toBeHidden();
  await page.keyboard.press('\\');
  await expect(rows(page).first()).toBeVisible();
  await expect(edge(page)).toBeVisible();
  await page.setViewportSize({ width: 700, height: 800 });
  await expect(edge(page)).toBeHidden();
  await page.keyboard.press('\\');
  await expect(page.getByRole('contentinfo')).toContainText('The window is too narrow for two panes');
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('a screen without a list is scrolled by keys as soon as its key has opened it', async ({ page, host }) => {
  await page.setViewportSize({ width: 900, height: 400 });
  await store(host);
  await open(page, host);
  for (const [key, name] of [
    ['8', 'Data'],
    ['9', 'Settings'],
    ['6', 'Insights'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    const part = page.locator('main [data-place]').first();
    await expect
      .poll(() => part.evaluate((element) => element.scrollHeight - element.clientHeight))
      .toBeGreaterThan(300);
    const top = () => part.evaluate((element) => element.scrollTop);
    await page.keyboard.press('PageDown');
    await expect.poll(top).toBeGreaterThan(200);
    await page.keyboard.press('Home');
    await expect.poll(top).toBe(0);
    await page.keyboard.press('Space');
    await expect.poll(top).toBeGreaterThan(200);
    await page.keyboard.press('End');
    await expect
      .poll(() => part.evaluate((one) => one.scrollHeight - one.clientHeight - one.scrollTop))
      .toBeLessThan(2);
    await page.keyboard.press('ArrowUp');
    await expect
      .poll(() => part.evaluate((one) => one.scrollHeight - one.clientHeight - one.scrollTop))
      .toBeGreaterThan(10);
  }
});
