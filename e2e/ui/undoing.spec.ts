import type { Page } from '@playwright/test';
import { expect, open, rows, statusLine, store, test } from '../fixtures.ts';

const pinned = (page: Page) => rows(page).getByLabel('Pinned');

/** Answers to this operation come this late, so that the next key is pressed before. */
async function answerLate(page: Page, operation: string): Promise<void> {
  await page.route(`**/api/${operation}`, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue();
  });
}

test('undo and redo that are pressed before the answer take the next step each', { tag: '@browser' }, async ({
  page,
  host,
}) => {
  for (const taskDescription of ['One', 'Two']) await store(host, { taskDescription });
  await open(page, host, 'lessons');
  await page.keyboard.press('j');
  await page.keyboard.press('p');
  await expect(pinned(page)).toHaveCount(1);
  await page.keyboard.press('j');
  await page.keyboard.press('p');
  await expect(pinned(page)).toHaveCount(2);
  await answerLate(page, 'operation.undo');
  await answerLate(page, 'operation.redo');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(pinned(page)).toHaveCount(0);
  await expect(statusLine(page)).toContainText('Undone: pinned');
  await expect(statusLine(page).getByRole('alert')).toHaveCount(0);
  await page.keyboard.press('Control+Shift+z');
  await page.keyboard.press('Control+Shift+z');
  await expect(pinned(page)).toHaveCount(2);
});

test('undo waits for a write that is not answered yet', { tag: '@browser' }, async ({ page, host }) => {
  for (const taskDescription of ['One', 'Two']) await store(host, { taskDescription });
  await open(page, host, 'lessons');
  await page.keyboard.press('j');
  await page.keyboard.press('p');
  await expect(pinned(page)).toHaveCount(1);
  await answerLate(page, 'reflection.pin');
  await page.keyboard.press('j');
  await page.keyboard.press('p');
  const answered = ['reflection.pin', 'operation.undo'].map((name) => page.waitForResponse(`**/api/${name}`));
  await page.keyboard.press('Control+z');
  await Promise.all(answered);
  // What was pinned last, and not what was pinned before.
  const { items } = await host.client.call('reflection.list', { pinned: true });
  expect(items.map(({ taskDescription }) => taskDescription)).toEqual(['Two']);
  await expect(statusLine(page)).toContainText('Undone: pinned');
});

test('the line at the foot leads through all steps of this window, back and forth', async ({ page, host }) => {
  for (const taskDescription of ['One', 'Two']) await store(host, { taskDescription });
  await open(page, host, 'lessons');
  for (const count of [1, 2]) {
    await page.keyboard.press('j');
    await page.keyboard.press('p');
    await expect(pinned(page)).toHaveCount(count);
  }
  const way = (name: string) => statusLine(page).getByRole('button', { name: new RegExp(`^${name}( |$)`) });
  await way('Undo').click();
  await expect(statusLine(page)).toContainText('Undone: pinned');
  // It names the step that it would undo.
  await expect(way('Undo one more')).toHaveAttribute('title', /^Pinned: Two/);
  await way('Undo one more').click();
  await expect(pinned(page)).toHaveCount(0);
  await expect(way('Undo')).toHaveCount(0);
  await way('Redo').click();
  await expect(pinned(page)).toHaveCount(1);
  await way('Redo one more').click();
  await expect(pinned(page)).toHaveCount(2);
  await expect(way('Redo')).toHaveCount(0);
  await expect(way('Undo')).toBeVisible();
});

test('what a window is told to do about a refusal, a person can do', async ({ page, host }) => {
  const { id } = await store(host, { taskDescription: 'One' });
  await open(page, host, 'lessons');
  await page.keyboard.press('j');
  await page.keyboard.press('p');
  await expect(pinned(page)).toHaveCount(1);
  // A program changes it between, so undoing the pin would lose that change.
  await host.client.call('reflection.pin', { id, pinned: false });
  await page.keyboard.press('Control+z');
  const alert = statusLine(page).getByRole('alert');
  await expect(alert).toHaveText(
    'Not undone: pinned “One”. It was changed since by something else. Undo the later changes first, or edit it by hand.',
  );
});
