import type { Page } from '@playwright/test';
import { expect, open, rows, store, test } from '../fixtures.ts';
import { tell } from './session-parts.ts';

// A memory that has sessions, and no lesson.

const ways = (page: Page) => page.getByRole('main').getByRole('button', { name: /…$|^Go to|^New/ });

test('Today and Insights lead to the sessions that are there, instead of importing some', async ({ page, host }) => {
  await tell(host, { task: 'Free the disk' });
  for (const screen of ['today', 'insights']) {
    await open(page, host, screen);
    await expect(ways(page)).toHaveText(['Go to Sessions', 'New lesson', 'Connect a program…']);
    await ways(page).first().click();
    await expect(rows(page)).toHaveText([/Free the disk/]);
  }
  await store(host);
  await open(page, host, 'today');
  await expect(page.getByText('No drafts to review.')).toBeVisible();
  await expect(ways(page)).toHaveCount(0);
});

test('no button stands there before it is known which ones will', { tag: '@browser' }, async ({ page, host }) => {
  await tell(host, { task: 'Free the disk' });
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/session.unrecorded', async (route) => {
    await isAnswered;
    await route.continue();
  });
  await open(page, host, 'insights');
  await expect(page.getByText('Once agents store what they tried')).toBeVisible();
  await expect(ways(page)).toHaveCount(0);
  answer();
  await expect(ways(page)).toHaveText(['Go to Sessions', 'New lesson', 'Connect a program…']);
});

test('Causes offers what its text says, and Today says nothing of a lesson in the bin', async ({ page, host }) => {
  await host.client.call('attempt.record', {
    projectId: 'shop',
    sessionId: 'one',
    task: 'Free it',
    outcome: 'failure',
  });
  const { id } = await store(host);
  await host.client.call('reflection.delete', { id });
  await open(page, host, 'causes');
  await expect(page.getByRole('main')).toContainText('Import past sessions or let agents record theirs');
  await expect(ways(page)).toHaveText(['Import past sessions…', 'Connect a program…']);
  await open(page, host, 'today');
  await expect(ways(page).first()).toHaveText('Go to Sessions');
  await expect(page.getByRole('main')).not.toContainText('no lesson');
});

test('a search in a memory without lessons says so, and offers the ways to add some', async ({ page, host }) => {
  await open(page, host, 'lessons?q=slow');
  await expect(page.getByRole('heading', { name: 'No lessons yet' })).toBeVisible();
  await expect(page.getByText('Nothing relevant')).toHaveCount(0);
  await store(host, { taskDescription: 'Speed the slow build up' });
  await expect(rows(page)).toHaveText([/slow build/]);
  await expect(page.getByRole('searchbox', { name: 'Search lessons' })).toHaveValue('slow');
});
