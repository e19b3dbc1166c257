import type { Page } from '@playwright/test';
import { expect, open, store, test } from '../fixtures.ts';
import { violations } from './axe.ts';
import { panel } from './causes-page.ts';
import { SHOP, tellOfShop } from './causes-parts.ts';
import { record, tell } from './session-parts.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Find anything' });
const options = (page: Page, name: string) =>
  palette(page).getByRole('group', { name, exact: true }).getByRole('option');

async function find(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type(words);
}

/** By the arrows to the first cause, which stands behind the sessions that have it. */
async function choose(page: Page): Promise<void> {
  const cause = options(page, 'Causes').first();
  await expect(cause).toContainText(SHOP.tickets);
  for (let step = 0; step < 12 && (await cause.getAttribute('aria-selected')) !== 'true'; step++)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(panel(page, 'Node').getByRole('heading', { level: 2 })).toHaveText(SHOP.tickets);
}

test('a node is found by its words and looked at; in its project, and where another is chosen in all of them', async ({
  page,
  host,
}) => {
  await tellOfShop(host);
  await store(host, { projectId: 'other' });
  await open(page, host, 'data');
  await find(page, 'tickets empty carts');
  await expect(options(page, 'Causes').first()).toHaveText(/^Support tickets about empty carts\s*error$/);
  await choose(page);
  for (const [project, stays] of [
    ['shop', true],
    ['other', false],
  ] as const) {
    await open(page, host, `insights?project=${project}`);
    await find(page, 'tickets empty carts');
    await choose(page);
    expect(page.url().includes(`project=${project}`)).toBe(stays);
  }
});

test('a session is found by what happened in it, and what is recorded of it opens', async ({ page, host }) => {
  await tell(host, { task: 'Fix the login', sessionId: 'one', decisions: [{ chosen: 'Rotate the signing keys' }] });
  await tell(host, { task: 'Another', sessionId: 'two' });
  await open(page, host, 'today');
  await find(page, 'rotate signing');
  await expect(options(page, 'Sessions')).toHaveCount(1);
  await expect(options(page, 'Sessions')).toHaveText(/one/);
  await page.keyboard.press('Enter');
  await expect(record(page).getByRole('heading', { level: 2 })).toHaveText('Fix the login');
});

test('however fast one types, each kind is asked one question at a time, for a few answers', {
  tag: '@browser',
}, async ({ page, host }) => {
  await tellOfShop(host);
  await open(page, host, 'data');
  const asked: Record<string, { most: number; now: number; limits: Set<number> }> = {};
  for (const name of ['memory.search', 'causal.nodes', 'reflection.search']) {
    asked[name] = { most: 0, now: 0, limits: new Set() };
    const count = asked[name];
    await page.route(`**/api/${name}`, async (route) => {
      count.now++;
      count.most = Math.max(count.most, count.now);
      count.limits.add(route.request().postDataJSON().limit);
      await new Promise((resolve) => setTimeout(resolve, 150));
      count.now--;
      await route.continue().catch(() => {});
    });
  }
  await find(page, 'support tickets about empty carts');
  // Entered before anything has answered: what answers it in the end is gone to.
  await page.keyboard.press('Enter');
  await expect(record(page).getByRole('heading', { level: 2 })).toHaveText('Make the checkout faster');
  expect(Object.values(asked).map(({ most }) => most)).toEqual([1, 1, 1]);
  expect([...(asked['memory.search']?.limits ?? [])]).toEqual([5]);
  expect([...(asked['causal.nodes']?.limits ?? [])]).toEqual([6]);
});

test('that nothing was found is said once all have answered, and a failure is said', { tag: '@browser' }, async ({
  page,
  host,
}) => {
  await tellOfShop(host);
  await open(page, host, 'data');
  await page.route('**/api/causal.nodes', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800));
    await route.continue().catch(() => {});
  });
  await find(page, 'xyzzyx');
  await expect(palette(page).getByRole('status')).toHaveText('Searching…');
  await expect(palette(page).getByRole('status')).toHaveText('Nothing found for “xyzzyx”');
  await page.route('**/api/memory.search', (route) => route.abort());
  await palette(page).getByRole('combobox').fill('plover');
  await expect(palette(page).getByRole('alert')).toContainText('Sessions and causes could not be searched.');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`accessible in ${colorScheme} with sessions and causes`, { tag: '@browser' }, async ({ page, host }) => {
    await page.emulateMedia({ colorScheme });
    await tellOfShop(host);
    await open(page, host, 'data');
    await find(page, 'carts');
    await expect(options(page, 'Causes').first()).toBeVisible();
    await expect(options(page, 'Sessions').first()).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
}
