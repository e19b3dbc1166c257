import type { Page } from '@playwright/test';
import { expect, open, store, test } from '../fixtures.ts';

test.use({ builtInModel: true });

const part = (page: Page) => page.getByRole('main');

test('search by meaning is on as it comes, says how far it is, and is switched off and on again', async ({
  page,
  host,
}) => {
  test.slow();
  await store(host, { taskDescription: 'People are signed out too early' });
  await open(page, host, 'settings');
  const choice = part(page).getByRole('combobox', { name: 'Provider' });
  await expect(choice).toHaveValue('builtin');
  await expect(part(page).getByText('The one lesson has its vector of all-MiniLM-L6-v2.')).toBeVisible({
    timeout: 60_000,
  });
  await part(page).getByRole('button', { name: 'Test', exact: true }).click();
  await expect(part(page).getByText(/It works\. all-MiniLM-L6-v2 answered with 384 numbers/)).toBeVisible();
  // Nothing leaves the machine, and the page does not say otherwise.
  await expect(page.getByText('Texts go to the server of search by meaning')).toBeHidden();
  const save = part(page).getByRole('button', { name: 'Save', exact: true }).first();
  await choice.selectOption('off');
  await save.click();
  await expect(part(page).getByText('No embedding model is set, so search goes by words.')).toBeVisible();
  await choice.selectOption('builtin');
  await save.click();
  await expect(part(page).getByText('The one lesson has its vector of all-MiniLM-L6-v2.')).toBeVisible({
    timeout: 60_000,
  });
  await open(page, host, 'lessons');
  await page.getByRole('searchbox', { name: 'Search lessons' }).fill('espresso xyzzyx');
  await expect(
    page.getByText('Looked for “espresso”, “xyzzyx”, and for lessons that are close in meaning.'),
  ).toBeVisible();
});
