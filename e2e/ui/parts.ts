import type { Page, Route } from '@playwright/test';
import { expect } from '../fixtures.ts';

/** Drafts on the screen Today. */
export const drafts = (page: Page) => page.getByRole('listbox', { name: 'Drafts to review' }).getByRole('option');
/** The row of the draft to be decided next. */
export const current = (page: Page) => drafts(page).and(page.getByRole('option', { selected: true }));
/** This draft in full. */
export const card = (page: Page) => page.getByRole('article', { name: 'Draft', exact: true });
/** Goes to a tab of Today: what agents were shown, or the drafts. */
export const toTab = (page: Page, name: 'Shown to agents' | 'Drafts') =>
  page
    .getByRole('group', { name: 'To review' })
    .getByRole('radio', { name: new RegExp(`^${name}`) })
    .click();
/** Waits until exactly this text is shown. */
export const waiting = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();

/** Chooses the project of the window in the rail, and waits until the menu is closed: until then the menu handles the keys. */
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
 * Makes an operation fail until the page's "Try again" is pressed, which the returned function does. The page also repeats the
 * request by itself when something changes; the operation must still fail then, or there would be no button left to press.
 */
export async function failUntilTriedAgain(page: Page, operation: string, fail = answerFailure) {
  await page.route(`**/api/${operation}`, async (route) => {
    // In a page that is still loading, nothing has been pressed.
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

/** Holds the answers of an operation back until the returned function is called. */
export async function holdBack(page: Page, operation: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**/api/${operation}`, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
