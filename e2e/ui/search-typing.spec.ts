import type { Page } from '@playwright/test';
import { expect, open, rows, store, test } from '../fixtures.ts';
import { sessionRows, tell } from './session-parts.ts';

// Words as they are typed: list and link follow them at their own pace, and keys may come at any moment of that.

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search lessons' });
const status = (page: Page) => page.getByRole('region', { name: 'Lessons' }).getByRole('status');

/** Has a key pressed within the moment in which the link gets the words, before the page is drawn again. */
const pressAsWordsReachLink = (page: Page, key: string) =>
  page.evaluate((named) => {
    const { replaceState } = history;
    history.replaceState = (...args) => {
      replaceState.apply(history, args);
      if (!String(args[2]).includes('q=')) return;
      history.replaceState = replaceState;
      const event = new KeyboardEvent('keydown', { key: named, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    };
  }, key);

test('a key pressed as the words reach the link does not take them out again', async ({ page, host }) => {
  for (const taskDescription of ['Rename the queue', 'Fix authentication token expiry', 'Token expiry in the gateway'])
    await store(host, { taskDescription });
  await open(page, host);
  await pressAsWordsReachLink(page, 'ArrowDown');
  await field(page).fill('token expiry');
  await expect(page.getByRole('listbox')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(rows(page)).toHaveCount(2);
  await expect(field(page)).toHaveValue('token expiry');
  await expect.poll(() => page.url()).toMatch(/q=token\+expiry.*lesson=/);
});

test('one letter is not searched for, which is said', async ({ page, host }) => {
  await store(host);
  await open(page, host);
  await field(page).fill('f');
  await expect(status(page)).toHaveText(/^1 lesson\s*type more letters$/);
  await field(page).fill('fi');
  await expect(status(page)).not.toContainText('more letters');
});

test('Escape in the list takes the words out, where there is nothing else to go back from', async ({ page, host }) => {
  for (const taskDescription of ['Rename the queue', 'Fix token expiry']) await store(host, { taskDescription });
  await open(page, host);
  await field(page).fill('token expiry');
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('listbox')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  // From the lesson it leads to the list.
  await expect(page.getByRole('listbox')).toBeFocused();
  await expect(field(page)).toHaveValue('token expiry');
  await page.keyboard.press('Escape');
  await expect(field(page)).toHaveValue('');
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByRole('listbox')).toBeFocused();
});

test('Escape takes words out that found nothing, from the way on, and leads to the list', async ({ page, host }) => {
  await store(host);
  await open(page, host);
  await field(page).fill('xyzzyx');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: 'Clear the search' }).last()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(field(page)).toHaveValue('');
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('listbox')).toBeFocused();
});

test('in the list of sessions Escape does the same', async ({ page, host }) => {
  for (const task of ['Rename the queue', 'Fix token expiry']) await tell(host, { task });
  await open(page, host, 'sessions');
  await page.getByRole('searchbox').fill('token expiry');
  await expect(sessionRows(page)).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('listbox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await expect(sessionRows(page)).toHaveCount(2);
});
