import type { Page } from '@playwright/test';
import { expect, inspector, open, rows, statusLine, store, test } from '../fixtures.ts';
import { violations } from './axe.ts';

type Host = Parameters<typeof store>[0];
const part = (page: Page) => page.getByRole('region', { name: 'Purge' });

async function binned(host: Host, ...titles: string[]): Promise<void> {
  for (const taskDescription of titles) {
    const { id } = await store(host, { taskDescription });
    await host.client.call('reflection.delete', { id });
  }
}

const inBin = async (host: Host) =>
  (await host.client.call('reflection.list', { deleted: 'only' })).items.map(({ taskDescription }) => taskDescription);

test('one lesson: what goes and what stays is said, it is asked twice, and no undo is offered', async ({
  page,
  host,
}) => {
  await binned(host, 'Stays', 'Goes');
  await host.client.call('backup.create', {});
  await open(page, host, 'lessons?bin=1');
  await rows(page).first().click();
  const section = inspector(page).getByRole('region', { name: 'Purge' });
  const [restore, purge] = ['Restore', 'Purge…'].map((name) =>
    inspector(page).getByRole('button', { name, exact: true }),
  );
  // Beside each other, as for a session.
  const [left, right] = [await restore?.boundingBox(), await purge?.boundingBox()];
  expect(right?.y).toBe(left?.y);
  expect(right?.x).toBeGreaterThan(left?.x ?? Infinity);
  await purge?.click();
  await expect(section).toContainText('Removes 1 lesson for good');
  await expect(section).toContainText('the only action that cannot be undone');
  await expect(section).toContainText('Lessons: 1');
  await expect(section.getByRole('heading', { name: 'What stays' })).toBeAttached();
  await expect(section).toContainText(/Backups that still hold some of them.*\.db/);
  // Pressing Enter twice does not confirm: Cancel has the focus each time.
  await expect(section.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await section.getByRole('button', { name: 'Purge 1 lesson' }).click();
  await page.keyboard.press('Enter');
  expect(await inBin(host)).toEqual(['Goes', 'Stays']);
  await section.getByRole('button', { name: 'Purge 1 lesson' }).click();
  await section.getByRole('group').getByRole('button', { name: 'Purge 1 lesson' }).click();
  await expect(statusLine(page)).toContainText('Purged 1 lesson for good');
  await expect(rows(page)).toContainText(['Stays']);
  await expect(statusLine(page).getByRole('button', { name: 'Undo' })).toBeHidden();
  expect(await inBin(host)).toEqual(['Stays']);
  // Nor is the undo of what was done to it before.
  await open(page, host, 'activity');
  const writes = page.getByRole('region', { name: 'Writes', exact: true }).getByRole('listitem');
  const purged = writes.filter({ hasText: /Purged/ });
  await expect(purged).toHaveCount(3);
  await expect(purged.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await expect(writes.filter({ hasText: 'Stays' }).getByRole('button', { name: 'Undo' }).first()).toBeVisible();
});

test('Escape leaves a purge before it is known what it would remove', async ({ page, host }) => {
  await binned(host, 'Stays');
  await page.route('**/reflection.previewPurge', () => {});
  await open(page, host, 'lessons?bin=1');
  await rows(page).first().click();
  await inspector(page).getByRole('button', { name: 'Purge…', exact: true }).click();
  const section = inspector(page).getByRole('region', { name: 'Purge' });
  await expect(section).toContainText('Checking what this would remove…');
  await expect(section).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(section).toHaveCount(0);
  await expect(inspector(page).getByRole('heading', { name: 'Stays' })).toBeVisible();
});

test('the selected ones, and then the whole bin', async ({ page, host }) => {
  await binned(host, 'Three', 'Two', 'One');
  await open(page, host, 'lessons?bin=1');
  await page.keyboard.press('j');
  await page.keyboard.press('Shift+J');
  const bar = page.getByRole('region', { name: 'Selected lessons' });
  await bar.getByRole('button', { name: 'Purge…' }).click();
  await expect(bar).toContainText('Removes 2 lessons for good');
  await bar.getByRole('button', { name: 'Purge 2 lessons' }).click();
  await bar.getByRole('group').getByRole('button', { name: 'Purge 2 lessons' }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Empty the bin…' }).click();
  await expect(part(page).first()).toContainText('Removes 1 lesson for good');
  await binned(host, 'Came meanwhile');
  await part(page).first().getByRole('button', { name: 'Purge 1 lesson' }).click();
  await part(page).first().getByRole('group').getByRole('button', { name: 'Purge 1 lesson' }).click();
  await expect(part(page).first()).toContainText('Nothing was removed; this is what it would remove now.');
  await part(page).first().getByRole('button', { name: 'Purge 2 lessons' }).click();
  await part(page).first().getByRole('group').getByRole('button', { name: 'Purge 2 lessons' }).click();
  await expect(page.getByText('The bin is empty.')).toBeVisible();
});

test('the selected ones are restored in one step', async ({ page, host }) => {
  await binned(host, 'Two', 'One');
  await open(page, host, 'lessons?bin=1');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('u');
  await page.getByRole('button', { name: 'Restore', exact: true }).first().click();
  await expect(page.getByText('The bin is empty.')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(rows(page)).toHaveCount(2);
});

test('what a purge removes is shown accessibly in both themes', async ({ page, host }) => {
  await binned(host, 'One');
  await open(page, host, 'lessons?bin=1');
  await page.getByRole('button', { name: 'Empty the bin…' }).click();
  await part(page).first().getByRole('button', { name: 'Purge 1 lesson' }).click();
  expect(await violations(page)).toEqual([]);
});
