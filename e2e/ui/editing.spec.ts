import { expect, inspector, open, rows, store, test } from '../fixtures.ts';

test('an edit is kept until it is saved or thrown away: over Escape, another lesson, another screen', async ({
  page,
  host,
}) => {
  const lesson = await store(host, { taskDescription: 'With a draft' });
  await store(host, { taskDescription: 'Another' });
  await open(page, host, `lessons?lesson=${lesson.id}`);
  const field = page.getByRole('textbox', { name: 'Reflection' });
  const kept = inspector(page).getByRole('region', { name: 'Edited, not saved' });
  const mark = rows(page).filter({ hasText: 'With a draft' }).getByLabel('Edited, not saved');
  await inspector(page).getByRole('button', { name: 'Edit' }).click();
  await field.fill('Half a thought');
  await rows(page).filter({ hasText: 'Another' }).click();
  await expect(inspector(page).getByRole('heading', { name: 'Another' })).toBeVisible();
  await expect(mark).toBeVisible();
  await rows(page).filter({ hasText: 'With a draft' }).click();
  await expect(field).toHaveValue('Half a thought');

  await field.focus();
  await page.keyboard.press('Escape');
  await expect(inspector(page).getByRole('heading', { name: 'With a draft' })).toBeVisible();
  await expect(kept).toContainText('Edited, not saved · Reflection');
  await expect(mark).toBeVisible();
  expect((await host.client.call('reflection.get', { id: lesson.id })).reflection.text).toBe('');

  // Going to another screen does not lose it, whether the form is open or not.
  await page.getByRole('link', { name: 'Data' }).click();
  await expect(page.getByRole('heading', { name: 'Data', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Lessons' }).click();
  await kept.getByRole('button', { name: 'Continue editing' }).click();
  await expect(field).toHaveValue('Half a thought');
  await page.getByRole('link', { name: 'Today' }).click();
  await page.getByRole('link', { name: 'Lessons' }).click();
  await expect(field).toHaveValue('Half a thought');
  await page.getByRole('button', { name: 'Close' }).click();

  await kept.getByRole('button', { name: 'Discard' }).click();
  await kept.getByRole('button', { name: 'Discard' }).click();
  await expect(kept).toBeHidden();
  await expect(mark).toBeHidden();
  await page.keyboard.press('e');
  await expect(field).toHaveValue('');
});

test('a list of choices in a form has its keys to itself, and Escape closes that list alone', async ({
  page,
  host,
}) => {
  await store(host, { taskDescription: 'Task', outcome: 'success' });
  await open(page, host);
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  const outcome = page.getByRole('combobox', { name: 'Outcome' });
  await outcome.focus();
  await page.keyboard.press('Space');
  await expect(outcome.getByRole('option', { name: 'Failure' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(outcome.getByRole('option', { name: 'Failure' })).toBeHidden();
  await expect(outcome).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(outcome).toBeHidden();
  await expect(inspector(page).getByRole('heading', { name: 'Task' })).toBeVisible();
});

test('a form in which nothing was changed leaves no trace', async ({ page, host }) => {
  await store(host, { taskDescription: 'Another' });
  await store(host, { taskDescription: 'Only looked at' });
  await open(page, host);
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await page.keyboard.type('x');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Escape');
  await expect(inspector(page).getByRole('heading', { name: 'Only looked at' })).toBeVisible();
  await expect(page.getByText('Edited, not saved')).toBeHidden();
  await expect(page.getByLabel('Edited, not saved')).toBeHidden();
  await page.keyboard.press('e');
  await rows(page).filter({ hasText: 'Another' }).click();
  await rows(page).filter({ hasText: 'Only looked at' }).click();
  await expect(inspector(page).getByRole('heading', { name: 'Only looked at' })).toBeVisible();
});
