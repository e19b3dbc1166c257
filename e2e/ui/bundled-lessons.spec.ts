import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { addressOf, expect, open, rows, statusLine, store, test } from '../fixtures.ts';
import { exporting } from './bundle-parts.ts';
import { sessionRows, tell } from './session-parts.ts';

const search = (page: Page) => page.getByRole('searchbox');
const file = (page: Page) => page.getByRole('textbox', { name: 'File', exact: true });

async function byName(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type('export bundle');
  await page.keyboard.press('Enter');
}

test('a bundle of the lessons that are selected, of those that a filter shows, and of the hits of a search says how many', {
  tag: '@browser',
}, async ({ page, host }) => {
  for (const name of ['One', 'Two', 'Three']) await store(host, { taskDescription: name, outcome: 'success' });
  await store(host, { taskDescription: 'Four' });
  await open(page, host);
  await page.keyboard.press('j');
  await page.keyboard.press('Shift+J');
  await page.getByRole('button', { name: 'Export these…' }).click();
  await expect(exporting(page).getByRole('radio', { name: 'The 2 selected lessons' })).toBeChecked();
  await expect(exporting(page)).toContainText('Lessons2');
  await file(page).fill(join(host.ready.data, 'two.twicewise'));
  await exporting(page).getByRole('button', { name: 'Write the bundle' }).click();
  await expect(exporting(page)).toContainText('3 records');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Export these…' })).toBeFocused();
  await page.getByRole('button', { name: 'Clear the selection' }).click();
  await byName(page);
  await expect(exporting(page).getByRole('radio')).toHaveCount(3);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Success', exact: true }).click();
  await expect(rows(page)).toHaveCount(3);
  await byName(page);
  await expect(exporting(page).getByRole('radio', { name: 'The 3 lessons of this list' })).toBeChecked();
  await expect(exporting(page)).toContainText('Lessons3');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove filter Success' }).click();
  await search(page).fill('Two');
  await expect(rows(page)).toHaveCount(1);
  await byName(page);
  await expect(exporting(page).getByRole('radio', { name: 'The 1 hit of this search' })).toBeChecked();
  await expect(exporting(page)).toContainText('Lessons1');
});

test('a bundle of selected sessions carries their logs and lessons, by button and by name', {
  tag: '@browser',
}, async ({ page, host }) => {
  for (const task of ['One', 'Two', 'Three']) {
    const { sessionId } = await tell(host, { task, projectId: 'shop' });
    await store(host, { taskDescription: `Lesson of ${task}`, projectId: 'shop', sessionId });
  }
  await open(page, host, 'sessions');
  await sessionRows(page).first().click();
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+J');
  await page.getByRole('button', { name: 'Export these…' }).click();
  await expect(exporting(page).getByRole('radio', { name: 'The 2 selected sessions' })).toBeChecked();
  await expect(exporting(page)).toContainText('Their logs, attempts, turns and lessons go with them.');
  await expect(exporting(page)).toContainText('Lessons2');
  await expect(exporting(page)).toContainText('Session logs2');
  await file(page).fill(join(host.ready.data, 'two.twicewise'));
  await exporting(page).getByRole('button', { name: 'Write the bundle' }).click();
  await expect(exporting(page)).toContainText('7 records');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+a');
  await byName(page);
  await expect(exporting(page).getByRole('radio', { name: 'The 3 selected sessions' })).toBeChecked();
  await expect(exporting(page)).toContainText('Session logs3');
});

test('with one letter typed the list goes by date, and a bundle of it holds all that the filters let through', async ({
  page,
  host,
}) => {
  for (const name of ['One', 'Two']) await store(host, { taskDescription: name, outcome: 'success' });
  await store(host, { taskDescription: 'Three' });
  const { id } = await store(host, { taskDescription: 'Too much' });
  await host.client.call('reflection.setState', { id, state: 'rejected' });
  await host.client.call('episode.store', { projectId: 'shop', sessionId: 'logged', task: 'Ship it' });
  await open(page, host, 'lessons?q=t');
  await expect(rows(page)).toHaveCount(3);
  await byName(page);
  await expect(exporting(page).getByRole('radio', { name: /^Everything/ })).toBeChecked();
  await expect(exporting(page).getByRole('radio')).toHaveCount(3);
  await expect(exporting(page)).toContainText('Lessons4');
  await expect(exporting(page)).toContainText('Session logs1');
  await exporting(page).getByRole('radio', { name: 'All lessons' }).check();
  await expect(exporting(page)).toContainText('Not the rejected ones and those in the bin.');
  await expect(exporting(page)).toContainText('Lessons3');
  await expect(exporting(page)).not.toContainText('Session logs');
  await expect(file(page)).toHaveValue(/twicewise-lessons-.+\.twicewise$/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Success', exact: true }).click();
  await expect(rows(page)).toHaveCount(2);
  await byName(page);
  await expect(exporting(page).getByRole('radio', { name: 'The 2 lessons of this list' })).toBeChecked();
});

test('a bundle of a search with more hits than are read says that it takes the best ones', {
  tag: '@browser',
}, async ({ page, largeHost }) => {
  await open(page, largeHost, 'lessons?q=build');
  await expect(page.getByText('the best 100 of 10,000')).toBeVisible();
  await byName(page);
  await expect(exporting(page).getByRole('radio', { name: /^The best 100 hits of this search/ })).toBeChecked();
  await expect(exporting(page)).toContainText('Lessons100');
  await page.keyboard.press('Escape');
  // A single letter does not count as a search: the list has thousands of lessons, of which a hundred are loaded.
  await page.goto(addressOf(largeHost, 'lessons?q=b&outcome=success'));
  await expect(page.getByText('2,500 lessons')).toBeVisible();
  await byName(page);
  await expect(exporting(page).getByRole('radio', { name: 'The 2,500 lessons of this list' })).toBeChecked();
  await expect(exporting(page)).toContainText('Lessons2,500');
});

test('with too many lessons selected, a bundle of them is refused with the reason', { tag: '@browser' }, async ({
  page,
  largeHost,
}) => {
  await open(page, largeHost);
  await expect(page.getByText('showing 100 of 10,000')).toBeVisible();
  const list = page.getByRole('listbox');
  await expect(async () => {
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(page.getByText(/showing [1-9],\d{3} of 10,000/)).toBeVisible({ timeout: 200 });
  }).toPass();
  await page.keyboard.press('Control+a');
  await expect(page.getByText(/^At most 1,000 can be changed one by one/)).toBeVisible();
  await byName(page);
  await expect(statusLine(page)).toContainText('Too many are selected');
  await expect(exporting(page)).toBeHidden();
});
