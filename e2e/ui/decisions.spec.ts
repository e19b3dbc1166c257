import { expect, inspector, open, statusLine, store, test } from '../fixtures.ts';
import { card, current, waiting } from './parts.ts';

test('an edit of a draft is kept over Escape and other screens, and saving it accepts it', async ({ page, host }) => {
  const { id } = await store(host, { taskDescription: 'One', state: 'draft' });
  await open(page, host, 'today');
  await waiting(page, '1 draft to review');
  await page.keyboard.press('e');
  await expect(page.getByRole('textbox', { name: 'Task' })).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(' and a half');
  await page.keyboard.press('Escape');
  const kept = card(page).getByRole('region', { name: 'Edited, not saved' });
  await expect(kept).toContainText('Task');
  await expect(current(page).getByLabel('Edited, not saved')).toBeVisible();
  await page.keyboard.press('8');
  await expect(page.getByRole('heading', { name: 'Data', exact: true })).toBeVisible();
  await page.keyboard.press('1');
  await expect(kept).toBeVisible();
  // It is the same edit of this lesson on every screen.
  await page.keyboard.press('2');
  await expect(page.getByRole('option').getByLabel('Edited, not saved')).toBeVisible();
  await page.keyboard.press('1');
  await kept.getByRole('button', { name: 'Continue editing' }).click();
  await expect(page.getByRole('textbox', { name: 'Task' })).toHaveValue('One and a half');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('All drafts are reviewed.')).toBeVisible();
  // The draft disappears at the key press; the write follows.
  const read = async () => (await host.client.call('reflection.get', { id })).reflection;
  await expect.poll(read).toMatchObject({ taskDescription: 'One and a half', state: 'accepted' });
});

test('the place among the drafts is kept: over other screens, an opened draft, a reload', async ({ page, host }) => {
  for (const name of ['One', 'Two', 'Three', 'Four']) await store(host, { taskDescription: name, state: 'draft' });
  await open(page, host, 'today');
  await waiting(page, '4 drafts to review');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(current(page)).toContainText('Two');
  await page.keyboard.press('2');
  await expect(page.getByRole('searchbox')).toBeVisible();
  await page.keyboard.press('1');
  await expect(current(page)).toContainText('Two');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(inspector(page).getByRole('heading', { level: 2 })).toHaveText('One');
  await page.goBack();
  await expect(current(page)).toContainText('One');
  await page.reload();
  await expect(current(page)).toContainText('One');
  // Moving through the drafts adds no entries to the history.
  await page.keyboard.press('k');
  await expect(page).toHaveURL(/draft=refl_/);
  await page.keyboard.press('a');
  await expect(current(page)).toContainText('One');
  await page.goBack();
  await expect(page.getByRole('searchbox')).toBeVisible();
});

test('only e opens the form: coming back to a draft with an unsaved edit, keys decide', async ({ page, host }) => {
  for (const name of ['One', 'Two', 'Three']) await store(host, { taskDescription: name, state: 'draft' });
  await open(page, host, 'today');
  await waiting(page, '3 drafts to review');
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await expect(page.getByRole('textbox', { name: 'Task' })).toBeFocused();
  await page.keyboard.type('Half ');
  await page.getByRole('option').filter({ hasText: 'One' }).click();
  await expect(current(page)).toContainText('One');
  await page.keyboard.press('k');
  await expect(current(page)).toContainText('Two');
  await expect(card(page).getByRole('region', { name: 'Edited, not saved' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Task' })).toBeHidden();
  await page.keyboard.press('a');
  await waiting(page, '2 drafts to review');
});

test('what was done names its lesson, and a merge offers those that are like it', async ({ page, host }) => {
  const said = { whatDidNotWork: ['Raising the token lifetime'], nextStrategy: 'Ask for a new token' };
  await store(host, { taskDescription: 'Token expiry in the login flow', ...said });
  await store(host, { taskDescription: 'Token expiry in the login flow again', state: 'draft', ...said });
  const long = `A first draft ${'with a long title '.repeat(10)}`;
  await store(host, { taskDescription: long, state: 'draft' });
  await open(page, host, 'today');
  await waiting(page, '2 drafts to review');
  await page.keyboard.press('r');
  await expect(statusLine(page)).toContainText(/Rejected: A first draft with a .*…/);
  await page.keyboard.press('m');
  await expect(page.getByText('Merge into a similar lesson')).toBeVisible();
  await expect(page.getByRole('listbox', { name: 'Similar lessons' })).toContainText('Token expiry in the login flow');
  await page.keyboard.press('Enter');
  await expect(statusLine(page)).toContainText('Merged: Token expiry in the login flow again');
  await page.getByRole('region', { name: 'Today', exact: true }).getByRole('button', { name: 'undo' }).click();
  await expect(statusLine(page)).toContainText('Undone: merged “Token expiry in the login flow again”');
});
