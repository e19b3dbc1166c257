import { expect, open, statusLine, store, test } from '../fixtures.ts';
import { find, found } from './palette-page.ts';

// Parts of screens, which are found from anywhere.

test('what is a part of a screen is found from anywhere, and is in sight with the focus', async ({ page, host }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await host.client.call('backup.create', {});
  await store(host);
  await open(page, host, 'insights');
  for (const [typed, action, title, screen] of [
    ['hooks', 'Connect a program…', 'Agents', 'data'],
    ['import', 'Import files…', 'Import files', 'data'],
    ['transcripts', 'Import past sessions…', 'Past sessions', 'data'],
    // From the same screen, once more.
    ['connect an agent', 'Connect a program…', 'Agents', 'data'],
    ['fewer', 'Settings: Automatic lessons and recording', 'Automatic lessons and recording', 'settings'],
    ['embedding', 'Settings: Search by meaning', 'Search by meaning', 'settings'],
  ] as const) {
    await find(page, typed);
    await found(page, 'Actions').filter({ hasText: action }).click();
    const heading = page.getByRole('heading', { name: title, exact: true });
    await expect(heading).toBeFocused();
    await expect(heading).toBeInViewport();
    await expect(page).toHaveURL(new RegExp(`#/${screen}$`));
  }
});

test('each figure of Insights is found by its heading and by what it is about, and is in sight with the focus', async ({
  page,
  host,
}) => {
  await page.setViewportSize({ width: 1024, height: 600 });
  const { attempt } = await host.client.call('attempt.record', { projectId: 'shop', task: 'One', outcome: 'failure' });
  await store(host, { taskDescription: attempt.task });
  await open(page, host, 'insights?days=90');
  const headings = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(headings).toHaveCount(14, { timeout: 30_000 });
  for (const title of await headings.allInnerTexts()) {
    await find(page, title);
    await expect(found(page, 'Actions').first()).toHaveText(`Go to Insights: ${title}`);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeFocused();
  }
  for (const [words, title] of [
    ['failures that repeat', 'What fails most often'],
    ['most used', 'Use of lessons'],
  ] as const) {
    await open(page, host, 'data');
    await find(page, words);
    await expect(found(page, 'Actions').first()).toHaveText(`Go to Insights: ${title}`);
    await page.keyboard.press('Enter');
    const heading = page.getByRole('heading', { name: title, exact: true });
    await expect(heading).toBeFocused({ timeout: 30_000 });
    await expect(heading).toBeInViewport();
    // As it was last shown there.
    await expect(page).toHaveURL(/#\/insights\?days=90$/);
  }
  // A screen whose name is typed goes before its figures.
  for (const [words, screen] of [
    ['insights', 'Go to Insights'],
    ['lessons', 'Go to Lessons'],
  ] as const) {
    await find(page, words);
    await expect(found(page, 'Actions').first()).toHaveText(new RegExp(`^${screen}Any screen`));
    await page.keyboard.press('Escape');
  }
});

test('a figure for which there is nothing to draw yet is said not to be there', async ({ page, host }) => {
  await store(host);
  await open(page, host);
  await find(page, 'why attempts failed');
  await page.keyboard.press('Enter');
  await expect(statusLine(page)).toContainText('Nothing to draw yet: Why attempts failed', { timeout: 30_000 });
  await expect(page).toHaveURL(/#\/insights$/);
});
