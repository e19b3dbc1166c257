import type { Page } from '@playwright/test';
import { expect, open, rows, store, test } from '../fixtures.ts';
import { tell } from './session-parts.ts';

// A memory that has sessions, and no lesson yet.

const ways = (page: Page) => page.getByRole('main').getByRole('button', { name: /…$|^Go to|^New/ });

test('Today and Insights lead to the sessions that are there, instead of importing some', async ({ page, host }) => {
  await tell(host, { task: 'Free the disk' });
  for (const screen of ['today', 'insights']) {
    await open(page, host, screen);
    await expect(ways(page)).toHaveText(['Go to Sessions', 'New lesson', 'Connect an agent…']);
    await ways(page).first().click();
    await expect(rows(page)).toHaveText([/Free the disk/]);
  }
  await store(host);
  await open(page, host, 'today');
  await expect(page.getByText('No drafts to review.')).toBeVisible();
  await expect(ways(page)).toHaveCount(0);
});
