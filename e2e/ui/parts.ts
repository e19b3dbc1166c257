import type { Page, Route } from '@playwright/test';
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

const answerFailure = (route: Route) => {
  const error = { code: 'internal', message: 'Something went wrong inside Twicewise.', hint: 'Try again.' };
  return route.fulfill({ status: 500, json: { ok: false, error } });
};

/**
 * Lets an operation fail until the page's "Try again" is pressed, which the function that it answers does. The page asks again by
 * itself when something changes: that must not find the operation mended, or there is no button left to press.
 */
export async function failUntilTriedAgain(page: Page, operation: string, fail = answerFailure) {
  await page.route(`**/api/${operation}`, async (route) => {
    // A page that is just being loaded has nothing that was pressed.
    const isPressed = await page.evaluate(() => 'isPressed' in window).catch(() => false);
    return isPressed ? route.continue() : fail(route);
  });
  return async () => {
    await page.evaluate(() =>
      addEventListener('click', () => Object.assign(window, { isPressed: true }), { capture: true, once: true }),
    );
    await page.getByRole('button', { name: 'Try again' }).click();
  };
}
