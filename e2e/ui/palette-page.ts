import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';

/** The palette. */
export const palette = (page: Page) => page.getByRole('dialog', { name: 'Find anything' });
/** The field of the palette. */
export const field = (page: Page) => palette(page).getByRole('combobox');
/** What the palette found, in the group of this name. */
export const found = (page: Page, group: string) =>
  palette(page).getByRole('group', { name: group, exact: true }).getByRole('option');

/** Opens the palette and types words into it; its actions are there at once. */
export async function find(page: Page, words = ''): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  if (words) await page.keyboard.type(words);
}
