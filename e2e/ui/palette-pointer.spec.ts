import type { Page } from '@playwright/test';
import type { HostProcess } from '@twicewise/testkit';
import { expect, open, store, test } from '../fixtures.ts';
import { palette } from './palette-page.ts';

// The pointer chooses what it is over, however late the rest is found.

const groups = (page: Page) =>
  palette(page)
    .getByRole('group')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));

/** The palette with a session already found for *crooked*, under the pointer, and a lesson that is found when `answer` is called. */
async function pointAtSession(page: Page, host: HostProcess) {
  await store(host, { taskDescription: 'Round the crooked prices' });
  await host.client.call('episode.store', { projectId: 'shop', sessionId: 'crooked-run', task: 'Something else' });
  await open(page, host);
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/reflection.search', async (route) => {
    await asked;
    await route.continue();
  });
  const session = palette(page).getByRole('option', { name: /crooked-run/ });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('crooked');
  await expect(session).toBeVisible();
  await session.hover();
  return { session, answer };
}

test('rows stay below the pointer while more is found, and take their places when it leaves', async ({
  page,
  host,
}) => {
  const { session, answer } = await pointAtSession(page, host);
  const lesson = palette(page).getByRole('option', { name: /crooked prices/ });
  const before = await session.boundingBox();
  answer();
  await expect(lesson).toBeVisible();
  expect(await session.boundingBox()).toEqual(before);
  expect(await groups(page)).toEqual(['Sessions', 'Lessons']);
  await page.mouse.move(1, 1);
  await expect.poll(() => groups(page)).toEqual(['Lessons', 'Sessions']);
  await session.click();
  await expect(page).toHaveURL(/sessions/);
});

test('rows that were held for words typed before are held no more when these words come back', async ({
  page,
  host,
}) => {
  const { answer } = await pointAtSession(page, host);
  answer();
  await expect.poll(() => groups(page)).toEqual(['Sessions', 'Lessons']);
  const field = palette(page).getByRole('combobox');
  await field.fill('xyzzyx');
  await expect(palette(page).getByRole('option')).toHaveCount(0);
  await page.mouse.move(1, 1);
  await field.fill('crooked');
  await expect.poll(() => groups(page)).toEqual(['Lessons', 'Sessions']);
});
