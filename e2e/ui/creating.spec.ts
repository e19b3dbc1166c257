import type { Page } from '@playwright/test';
import { expect, inspector, open, rows, statusLine, store, test } from '../fixtures.ts';

const form = (page: Page) => page.getByRole('form', { name: 'New lesson' });
const task = (page: Page) => form(page).getByRole('textbox', { name: 'Task' });

test('a lesson is written by hand, stored, opened, taken back and done again, by keys alone', async ({
  page,
  host,
}) => {
  await store(host, { taskDescription: 'Older', projectId: 'shop' });
  await open(page, host, 'data');
  await page.keyboard.press('n');
  await expect(task(page)).toBeFocused();
  expect(page.url()).toContain('new=1');
  await expect(form(page).getByRole('combobox', { name: 'Project' })).toContainText('None yet (unsorted)');
  await page.keyboard.type('Rotate the keys');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+Enter');
  await expect(statusLine(page)).toContainText('Stored: Rotate the keys');
  await expect(inspector(page)).toBeFocused();
  await expect(inspector(page).getByRole('heading', { level: 2 })).toHaveText('Rotate the keys');
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText('unsorted');
  const { items } = await host.client.call('reflection.list', { text: 'Rotate' });
  expect(items[0]).toMatchObject({ outcome: 'unknown', state: 'accepted', author: { kind: 'person' } });
  await page.keyboard.press('Control+z');
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('Control+Shift+z');
  await expect(rows(page)).toHaveCount(2);
});

test('without a task it is not stored, and what is wrong is said', async ({ page, host }) => {
  await store(host);
  await open(page, host);
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('n');
  await form(page).getByRole('textbox', { name: 'Next time' }).fill('Wait');
  await page.keyboard.press('Control+Enter');
  await expect(form(page)).toContainText('A lesson needs a task.');
  await expect(task(page)).toBeFocused();
  await expect(task(page)).toHaveAttribute('aria-invalid', 'true');
  expect((await host.client.call('reflection.list', {})).items).toHaveLength(1);
});

test('what was written is kept over Escape and other screens, and can be thrown away', async ({ page, host }) => {
  await store(host, { taskDescription: 'Older' });
  await open(page, host);
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('n');
  await page.keyboard.type('Half a tho');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toBeFocused();
  const kept = page.getByRole('region', { name: 'A new lesson, not saved' });
  await expect(kept).toContainText('Task');
  await page.keyboard.press('8');
  await expect(page.getByRole('heading', { name: 'Data', exact: true })).toBeVisible();
  await page.keyboard.press('n');
  await expect(task(page)).toHaveValue('Half a tho');
  await expect(task(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await kept.getByRole('button', { name: 'Discard' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(kept).toBeHidden();
  await page.keyboard.press('n');
  await expect(task(page)).toHaveValue('');
  // A form that was not touched leaves no draft.
  await page.keyboard.press('Escape');
  await expect(kept).toBeHidden();
});

test('it goes to the project of the window, or to the one that is chosen', async ({ page, host }) => {
  const { projectId } = await store(host, { taskDescription: 'In the shop', projectId: 'shop' });
  await store(host, { taskDescription: 'In the vault', projectId: 'vault' });
  await open(page, host, `lessons?project=${projectId}`);
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('n');
  await page.keyboard.type('Another one');
  await expect(form(page).getByRole('combobox', { name: 'Project' })).toHaveValue(projectId);
  await page.keyboard.press('Control+Enter');
  await expect(rows(page)).toHaveCount(2);
  await page.keyboard.press('n');
  await page.keyboard.type('For the vault');
  await form(page).getByRole('combobox', { name: 'Project' }).selectOption('vault');
  await page.keyboard.press('Control+Enter');
  await expect(inspector(page).getByRole('heading', { level: 2 })).toHaveText('For the vault');
  await expect(rows(page)).toHaveCount(4);
  const { items } = await host.client.call('reflection.list', { text: 'vault' });
  expect(items.map(({ projectName }) => projectName)).toEqual(['vault', 'vault']);
});

test('the first lesson of an empty memory can be written by hand', async ({ page, host }) => {
  await open(page, host);
  await page.keyboard.press('n');
  await page.keyboard.type('The first');
  await page.keyboard.press('Control+Enter');
  await expect(rows(page)).toHaveCount(1);
});
