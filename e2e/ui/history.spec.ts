import type { Page } from '@playwright/test';
import { expect, inspector, open, rows, store, test } from '../fixtures.ts';
import { current, holdBack, toTab, waiting } from './parts.ts';

const back = (page: Page) => page.keyboard.press('Alt+ArrowLeft');
const forward = (page: Page) => page.keyboard.press('Alt+ArrowRight');
const title = (page: Page) => inspector(page).getByRole('heading', { level: 2 });
const list = (page: Page) => page.getByRole('listbox', { name: 'Lessons' });

/** Counts how often the page changes its link from now on. */
async function linkChanges(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = window as unknown as { changes: number };
    counted.changes = 0;
    for (const name of ['pushState', 'replaceState'] as const) {
      const original = history[name].bind(history);
      history[name] = (state, unused, url) => {
        counted.changes++;
        original(state, unused, url);
      };
    }
  });
  return () => page.evaluate(() => (window as unknown as { changes: number }).changes);
}

test('steps share an entry, what was opened by choice has its own', async ({ page, host }) => {
  for (const name of ['Five', 'Four', 'Three', 'Two', 'One']) await store(host, { taskDescription: name });
  await open(page, host, 'data');
  await page.keyboard.press('2');
  await expect(rows(page)).toHaveCount(5);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(title(page)).toHaveText('Two');
  await page.keyboard.press('Enter');
  await expect(inspector(page)).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(title(page)).toHaveText('Four');
  await back(page);
  await expect(title(page)).toHaveText('Two');
  await expect(inspector(page)).toBeFocused();
  await back(page);
  await expect(page.getByRole('heading', { name: 'Data', exact: true })).toBeVisible();
  await forward(page);
  await expect(title(page)).toHaveText('Two');
  await forward(page);
  await expect(title(page)).toHaveText('Four');
  await expect(list(page)).toBeFocused();
});

test('each view has a link: filters, words, the open lesson', async ({ page, host }) => {
  await store(host, { taskDescription: 'Rotate the keys', outcome: 'success' });
  const { id } = await store(host, { taskDescription: 'Rotate the logs', outcome: 'success', tags: ['disk'] });
  await open(page, host, `lessons?outcome=success&tag=disk&q=rotate&lesson=${id}`);
  await expect(rows(page)).toHaveCount(1);
  await expect(title(page)).toHaveText('Rotate the logs');
  await page.getByRole('button', { name: 'Remove filter #disk' }).click();
  await expect(rows(page)).toHaveCount(2);
  await back(page);
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('searchbox')).toHaveValue('rotate');
});

test('keys that come fast change the link a few times only, and it ends where they do', async ({ page, host }) => {
  for (let index = 40; index > 0; index--) await store(host, { taskDescription: `Lesson ${index}` });
  await open(page, host);
  await expect(rows(page).first()).toBeVisible();
  const changes = await linkChanges(page);
  const began = Date.now();
  for (let step = 0; step < 30; step++) await page.keyboard.press('j');
  await expect(title(page)).toHaveText('Lesson 30');
  const { items } = await host.client.call('reflection.list', { text: 'Lesson 30' });
  await expect(page).toHaveURL(new RegExp(items[0]?.id ?? 'none'));
  // One change at once, then one every 200 ms, and a last one.
  expect(await changes()).toBeLessThanOrEqual(3 + (Date.now() - began) / 200);
  expect(await changes()).toBeLessThan(30);
  // Nothing is lost if the person leaves before the link has followed.
  await page.keyboard.press('k');
  await page.keyboard.press('k');
  await page.keyboard.press('8');
  await expect(page.getByRole('heading', { name: 'Data', exact: true })).toBeVisible();
  await back(page);
  await expect(title(page)).toHaveText('Lesson 28');
  await page.keyboard.press('k');
  await page.keyboard.press('k');
  await page.keyboard.press('8');
  await expect(page.getByRole('heading', { name: 'Data', exact: true })).toBeVisible();
  await page.keyboard.press('2');
  await expect(title(page)).toHaveText('Lesson 26');
});

test('on Today too, fast keys change the link a few times only', async ({ page, host }) => {
  for (let index = 20; index > 0; index--) {
    await store(host, { taskDescription: `Draft ${index}`, state: 'draft' });
  }
  await open(page, host, 'today');
  await waiting(page, '20 drafts to review');
  const changes = await linkChanges(page);
  const began = Date.now();
  for (let step = 0; step < 15; step++) await page.keyboard.press('j');
  await expect(current(page)).toContainText('Draft 16');
  const { items } = await host.client.call('reflection.list', { text: 'Draft 16' });
  await expect(page).toHaveURL(new RegExp(items[0]?.id ?? 'none'));
  expect(await changes()).toBeLessThanOrEqual(3 + (Date.now() - began) / 200);
  expect(await changes()).toBeLessThan(15);
});

test('going back leads to the place: scrolled as it was, the focus where it was', async ({ page, host }) => {
  const whatDidNotWork = ['The same failure'];
  for (let index = 60; index > 0; index--) {
    await store(host, { taskDescription: `Lesson ${index}`, text: 'Long.\n'.repeat(80), whatDidNotWork });
  }
  await open(page, host);
  await page.keyboard.press('j');
  for (let step = 0; step < 3; step++) await page.keyboard.press('PageDown');
  await page.keyboard.press('Enter');
  const reading = page.locator('[data-place="lesson"]');
  await reading.evaluate((part) => part.scrollTo(0, 500));
  const listTop = await list(page).evaluate((part) => part.scrollTop);
  expect(listTop).toBeGreaterThan(300);
  await page.keyboard.press('1');
  await expect(page.getByRole('heading', { name: 'Today', exact: true })).toBeVisible();
  await back(page);
  await expect(inspector(page)).toBeFocused();
  await expect.poll(() => list(page).evaluate((part) => part.scrollTop)).toBe(listTop);
  await expect.poll(() => reading.evaluate((part) => part.scrollTop)).toBe(500);

  // An element in a screen, reached by key.
  await page.keyboard.press('1');
  await toTab(page, 'Shown to agents');
  const failure = page.getByRole('list', { name: 'Repeated failures' }).getByRole('button').first();
  await failure.focus();
  const lesson = await failure.textContent();
  await page.keyboard.press('Enter');
  await expect(inspector(page)).toBeVisible();
  await back(page);
  await expect(page.locator(':focus')).toHaveText(lesson ?? '');
});

test('what is answered late does not lead back to the screen that was left', { tag: '@browser' }, async ({
  page,
  host,
}) => {
  for (const name of ['Two', 'One']) await store(host, { taskDescription: name });
  await open(page, host, 'lessons');
  await page.keyboard.press('j');
  await expect(title(page)).toHaveText('One');
  const answer = await holdBack(page, 'reflection.setState');
  await page.keyboard.press('r');
  await page.keyboard.press('8');
  await expect(page.getByRole('heading', { name: 'Data', exact: true })).toBeVisible();
  answer();
  await expect(page.getByRole('contentinfo')).toContainText('Rejected');
  await expect(page).toHaveURL(/#\/data$/);
  await expect(page.getByRole('heading', { name: 'Data', exact: true })).toBeVisible();
});
