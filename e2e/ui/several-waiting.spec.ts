import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, open, store, test } from '../fixtures.ts';
import { ended } from './bundle-parts.ts';
import { chooseProject } from './parts.ts';

const duplicates = (page: Page) => page.getByRole('listbox', { name: 'Possible duplicates' }).getByRole('option');
const merging = (page: Page) => page.getByRole('region', { name: 'Merge several' });
const deciding = (page: Page) => page.getByRole('region', { name: 'Decide several' });

test('a group that cannot be merged is still there after all others were', async ({ page, host }) => {
  const copy = { taskDescription: 'Seed the database of the tests', nextStrategy: 'Once a run', projectId: 'shop' };
  const other = { taskDescription: 'Rotate the keys of the gateway', nextStrategy: 'One region', projectId: 'shop' };
  // Together they have more tags than a lesson may have.
  for (const half of ['a', 'b']) {
    await store(host, { ...copy, tags: Array.from({ length: 40 }, (_, number) => `${half}-${number}`) });
    await store(host, other);
  }
  await open(page, host, 'today?waiting=suspects');
  await expect(duplicates(page)).toHaveCount(2);
  await page.keyboard.press('Shift+M');
  await expect(merging(page)).toContainText('1 lesson is superseded by 1 other.');
  await page.keyboard.press('Enter');
  await expect(merging(page)).toBeHidden();
  await expect(duplicates(page)).toHaveText([/Seed the database/]);
});

test('why several lessons could not be kept is said in the preview', { tag: '@browser' }, async ({ page, host }) => {
  for (const task of ['First', 'Second']) await store(host, { taskDescription: task });
  await host.client.call('settings.set', { changes: { 'review.unreadDays': 0 } });
  const error = { code: 'busy', message: 'Another write takes long.', hint: 'Try again.' };
  await page.route('**/api/reflection.keep', (route) => route.fulfill({ status: 429, json: { ok: false, error } }));
  await open(page, host, 'today?waiting=neglected');
  await expect(page.getByRole('listbox', { name: 'Unused lessons' })).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('x');
  await expect(deciding(page)).toContainText('Keeps 2 lessons as they are.');
  await page.keyboard.press('Enter');
  await expect(deciding(page)).toContainText('Another write takes long.');
});

test('a preview is of the project in which it began, and of what was selected then', async ({ page, host }) => {
  for (const projectId of ['docs', 'shop']) {
    for (const task of ['First', 'Second'])
      await store(host, { taskDescription: `${task} of ${projectId}`, projectId });
  }
  await host.client.call('settings.set', { changes: { 'review.unreadDays': 0 } });
  await open(page, host, 'today?waiting=neglected');
  await chooseProject(page, 'docs');
  const rows = page.getByRole('listbox', { name: 'Unused lessons' }).getByRole('option');
  await expect(rows).toHaveText([/First of docs/, /Second of docs/]);
  // The button of the project still has the focus, and all rows are selected nevertheless, not the text of the page.
  await page.keyboard.press('Control+a');
  await page.keyboard.press('h');
  await expect(deciding(page)).toContainText('Archive. Changes 2 lessons');
  // Somebody else archives one: what the preview is about stays, until it is confirmed and refused as out of date.
  const { items } = await host.client.call('reflection.list', {});
  const second = items.find(({ taskDescription }) => taskDescription === 'Second of docs');
  await host.client.call('reflection.setState', { id: second?.id ?? '', state: 'archived' });
  await expect(rows).toHaveCount(1);
  await expect(deciding(page)).toContainText('Archive. Changes 2 lessons');
  await chooseProject(page, 'shop');
  await expect(rows).toHaveText([/First of shop/, /Second of shop/]);
  await expect(deciding(page)).toBeHidden();
  await page.keyboard.press('j');
  await expect(page.getByRole('option', { selected: true })).toContainText('Second of shop');
});

test('more groups than one merge may name are not previewed, and why is said', async ({ page, host }) => {
  const path = join(host.ready.data, 'pairs.jsonl');
  const lines = Array.from({ length: 202 }, (_, index) => {
    const pair = Math.floor(index / 2);
    const words = {
      taskDescription: `Move module m${pair} to queue q${pair} of team t${pair}`,
      nextStrategy: `Use w${pair}`,
    };
    return JSON.stringify({ ...words, outcome: 'failure', tags: [`copy-${index % 2}`], projectId: 'shop' });
  });
  writeFileSync(path, lines.join('\n'));
  await ended(host, (await host.client.call('import.lessons', { path })).job.id);
  await open(page, host, 'today?waiting=suspects');
  for (let rows = 30; rows < 101; rows += 30) {
    await expect(duplicates(page)).toHaveCount(rows);
    await page.getByRole('button', { name: 'Show more' }).click();
  }
  await expect(duplicates(page)).toHaveCount(101);
  // Pages that arrive lead back to no row: the list stays where it was scrolled to.
  const scrolled = () =>
    duplicates(page)
      .first()
      .evaluate((row) => row.parentElement?.parentElement?.scrollTop ?? 0);
  expect(await scrolled()).toBeGreaterThan(500);
  await duplicates(page).first().click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('m');
  await expect(page.getByRole('contentinfo')).toContainText('Too many are selected');
  await expect(merging(page).getByRole('status')).toHaveText('101 selected');
});

for (const { view, begin, list } of [
  { view: 'today', begin: ['Tab', 'Shift+R'], list: 'Drafts to review' },
  { view: 'lessons', begin: ['x', 'Delete'], list: 'Lessons' },
]) {
  test(`Escape leaves a preview that is still being read, and it stays left: ${view}`, async ({ page, host }) => {
    for (const task of ['First', 'Second']) await store(host, { taskDescription: task, state: 'draft' });
    await open(page, host, view);
    await expect(page.getByRole('listbox', { name: list }).getByRole('option')).toHaveCount(2);
    const held = Promise.withResolvers<void>();
    await page.route('**/api/reflection.previewMany', async (route) => {
      await held.promise;
      await route.continue();
    });
    const answered = page.waitForResponse('**/api/reflection.previewMany');
    for (const key of begin) await page.keyboard.press(key);
    const reading = page.getByText('Checking what this would change…');
    await expect(reading).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(reading).toBeHidden();
    await expect(page.getByRole('listbox', { name: list })).toBeFocused();
    held.resolve();
    await answered;
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeHidden();
  });
}

test('Escape leaves a preview of tags that is still being read, and keeps the selection', async ({ page, host }) => {
  for (const task of ['First', 'Second']) await store(host, { taskDescription: task });
  await open(page, host, 'lessons');
  const held = Promise.withResolvers<void>();
  await page.route('**/api/reflection.previewMany', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.keyboard.press('x');
  const selected = page.getByRole('region', { name: 'Selected lessons' });
  await selected.getByRole('button', { name: 'Tags…' }).click();
  await page.keyboard.type('slow');
  await page.keyboard.press('Enter');
  await expect(selected).toContainText('Checking what this would change…');
  await page.keyboard.press('Escape');
  await expect(selected).toContainText('1 selected');
  await expect(selected.getByRole('button', { name: 'Tags…' })).toBeVisible();
  await expect(page.getByRole('listbox', { name: 'Lessons' })).toBeFocused();
  held.resolve();
  // A click beside the buttons leads to the list, whose keys go on.
  await selected.getByText('1 selected').click();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: /First/ })).toHaveAttribute('aria-selected', 'true');
});
