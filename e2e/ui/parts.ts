import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';

/** Drafts that wait on Today. */
export const drafts = (page: Page) => page.getByRole('listbox', { name: 'Drafts to decide' }).getByRole('option');
/** The row of the draft that is decided next. */
export const current = (page: Page) => drafts(page).and(page.getByRole('option', { selected: true }));
/** That draft in full. */
export const card = (page: Page) => page.getByRole('article', { name: 'Draft', exact: true });
/** Waits until something is said in exactly these words. */
export const waiting = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();

/** Chooses the project of the window in the rail, and waits until the menu is gone: until then keys are the menu's. */
export async function chooseProject(page: Page, name: string): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Project/ })
    .click();
  await page.getByRole('menuitemcheckbox', { name: new RegExp(`^${name}`) }).click();
  await expect(page.getByRole('menu')).toBeHidden();
}
