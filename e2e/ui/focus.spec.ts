import type { Page } from '@playwright/test';
import { expect, inspector, open, rows, statusLine, store, test } from '../fixtures.ts';
import { field } from './palette-page.ts';
import { tell } from './session-parts.ts';

/** Presses a button by key, as a person without a mouse does. */
async function pressByKey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).focus();
  await page.keyboard.press('Enter');
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.tagName);

test('a button keeps the focus while it does its work', async ({ page, host }) => {
  await store(host);
  await open(page, host, 'data');
  await pressByKey(page, 'Back up now');
  await expect(page.getByText('by request')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Back up now' })).toBeFocused();
  await pressByKey(page, 'Import from Claude Code');
  await expect(
    page
      .getByRole('alert')
      .or(page.getByRole('status').filter({ hasText: 'transcript' }))
      .first(),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import from Claude Code' })).toBeFocused();
});

for (const screen of ['today', 'lessons']) {
  test(`the first lessons give the focus a place on ${screen}`, async ({ page, host }) => {
    await open(page, host, screen);
    await pressByKey(page, 'Load the sample');
    await expect(statusLine(page)).toContainText(/Loaded the sample: \d+ lessons/);
    await expect(rows(page).first()).toBeVisible();
    await expect(page.getByRole('listbox')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('option', { selected: true })).toHaveCount(1);
  });
}

test('a bin that becomes empty, and leaving it, leave the keys in the list', async ({ page, host }) => {
  const { id } = await store(host, { taskDescription: 'Deleted' });
  await store(host, { taskDescription: 'There' });
  await host.client.call('reflection.delete', { id });
  await open(page, host);
  await page.keyboard.press('j');
  await page.keyboard.press('b');
  await expect(page.getByText('1 lesson in the bin')).toBeVisible();
  await expect(rows(page)).toContainText(['Deleted']);
  await expect(page.getByRole('listbox')).toBeFocused();
  await page.keyboard.press('j');
  await expect(inspector(page).getByRole('heading', { name: 'Deleted' })).toBeVisible();
  await page.keyboard.press('u');
  await expect(page.getByText('The bin is empty.')).toBeVisible();
  await expect.poll(() => focused(page)).not.toBe('BODY');
  await pressByKey(page, 'Back to lessons');
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByRole('listbox')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { selected: true })).toHaveCount(1);
});

test('the sheet of shortcuts has those of the screen above all others, and scrolls by keys', {
  tag: '@browser',
}, async ({ page, host }) => {
  await store(host);
  await page.setViewportSize({ width: 1024, height: 700 });
  await open(page, host);
  await page.keyboard.press('?');
  const last = page.getByRole('checkbox');
  await expect(page.getByRole('dialog')).toBeVisible();
  const top = async (name: string) => (await page.getByRole('heading', { name, exact: true }).boundingBox())?.y ?? 0;
  expect(await top('What is open or selected')).toBeLessThan(Math.min(await top('Any screen'), await top('Map')));
  await expect(last).not.toBeInViewport();
  await page.keyboard.press('End');
  await expect(last).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a sheet that opens while another one is closing keeps the focus, and returns it to where both came from', async ({
  page,
  host,
}) => {
  await store(host);
  await open(page, host, 'data');
  const from = page.getByRole('button', { name: 'Export…' });
  await from.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Export lessons and sessions as a bundle' })).toBeVisible();
  // The focus returns in a moment; on a busy machine that is after the next keys. All that is late is as late, in its order.
  await page.evaluate(() => {
    const { setTimeout } = window;
    Object.assign(window, { setTimeout: (run: () => void, ms = 0) => setTimeout(run, ms + 500) });
  });
  const words = field(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(words).toBeFocused();
  await page.keyboard.type('sam');
  await page.waitForFunction(() => new Promise((resolve) => window.setTimeout(() => resolve(true), 600)));
  await page.keyboard.type('ple');
  await expect(words).toHaveValue('sample');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(words).toBeHidden();
  await expect(from).toBeFocused();
});

for (const [key, from, to] of [
  ['3', 'Lessons', 'Sessions'],
  ['2', 'Sessions', 'Lessons'],
] as const) {
  test(`the list of ${to} shows no frame when a key leads there from that of ${from}, and has the keys`, async ({
    page,
    host,
  }) => {
    await store(host);
    await tell(host, { task: 'Mend the login' });
    await open(page, host, from.toLowerCase());
    await page.keyboard.press('j');
    await expect(page.getByRole('listbox', { name: from, exact: true })).toBeFocused();
    await page.keyboard.press(key);
    const list = page.getByRole('listbox', { name: to, exact: true });
    await expect(list).toBeFocused();
    const frame = () => list.evaluate((element) => getComputedStyle(element).outlineStyle);
    expect(await frame()).toBe('none');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await expect(list).toBeFocused();
    expect(await frame()).not.toBe('none');
    await page.keyboard.press('j');
    await expect(page.getByRole('option', { selected: true })).toHaveCount(1);
    expect(await frame()).toBe('none');
  });
}
