import { expect, fill, open, rows, store, test } from '../fixtures.ts';

const DOM_LIMIT = 100;

test('10,000 lessons never draw 100 rows, wherever the list is scrolled', { tag: '@browser' }, async ({
  page,
  largeHost,
}) => {
  await open(page, largeHost);
  await expect(page.getByText('10,000 lessons')).toBeVisible();
  await expect(page.getByText('showing 100 of 10,000')).toBeVisible();
  const list = page.getByRole('listbox');
  let most = 0;
  for (let step = 0; step < 30; step++) {
    await list.evaluate((element) => element.scrollBy(0, element.scrollHeight / 4));
    await page.waitForTimeout(40);
    most = Math.max(most, await rows(page).count());
  }
  expect(most).toBeGreaterThan(10);
  expect(most).toBeLessThan(DOM_LIMIT);
});

test('two rows are drawn beyond those seen at the top, eight on each side further down', { tag: '@browser' }, async ({
  page,
  largeHost,
}) => {
  await open(page, largeHost);
  await expect(rows(page).first()).toBeVisible();
  const list = page.getByRole('listbox');
  const unseen = () =>
    list.evaluate((element) => {
      const seen = element.getBoundingClientRect();
      const boxes = [...element.querySelectorAll('[role="option"]')].map((row) => row.getBoundingClientRect());
      return [
        boxes.filter(({ bottom }) => bottom <= seen.top).length,
        boxes.filter(({ top }) => top >= seen.bottom).length,
      ];
    });
  await expect.poll(unseen).toEqual([0, 2]);
  await page.getByRole('searchbox').fill('module');
  await expect(list.locator('mark').first()).toBeVisible();
  await expect.poll(unseen).toEqual([0, 2]);
  await list.hover();
  await page.mouse.wheel(0, 2000);
  await expect.poll(unseen).toEqual([8, 8]);
});

test('each row says its place among all', { tag: '@browser' }, async ({ page, largeHost }) => {
  await open(page, largeHost);
  await expect(rows(page).first()).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  const current = page.getByRole('option', { selected: true });
  await expect(current).toHaveAttribute('aria-posinset', '2');
  await expect(current).toHaveAttribute('aria-setsize', '10000');
  const id = await current.getAttribute('id');
  await expect(page.getByRole('listbox')).toHaveAttribute('aria-activedescendant', id ?? '');
});

test('the current row stays named while the list is scrolled away from it', { tag: '@browser' }, async ({
  page,
  largeHost,
}) => {
  await open(page, largeHost);
  await expect(rows(page).first()).toBeVisible();
  await page.keyboard.press('j');
  const list = page.getByRole('listbox');
  await list.evaluate((element) => element.scrollTo(0, 3000));
  // Once other rows are drawn, the current one is drawn only because it is named.
  await expect(page.locator('[aria-posinset="54"]')).toBeVisible();
  const active = await list.getAttribute('aria-activedescendant');
  await expect(page.locator(`#${active}`)).toBeAttached();
});

test('End goes to the last row of all, page by page; another key stops it, and nothing moves meanwhile', {
  tag: '@browser',
}, async ({ page, largeHost }) => {
  /** How often each page was asked for, by its cursor. */
  const asked = new Map<string | undefined, number>();
  let held: (() => void) | undefined;
  await page.route('**/api/reflection.list', async (route) => {
    const { limit, cursor } = route.request().postDataJSON();
    // Smaller ones only count.
    if (limit >= 100) asked.set(cursor, (asked.get(cursor) ?? 0) + 1);
    if (asked.size === 3 && !held) await new Promise<void>((go) => (held = go));
    await route.continue();
  });
  await open(page, largeHost);
  const list = page.getByRole('listbox');
  const current = page.getByRole('option', { selected: true });
  await page.keyboard.press('j');
  await page.keyboard.press('End');
  await expect(page.getByText('Going to the end…')).toBeVisible();
  await expect.poll(() => asked.size).toBe(3);
  expect(await list.evaluate((element) => element.scrollTop)).toBe(0);
  await page.keyboard.press('j');
  await expect(page.getByText('Going to the end…')).toBeHidden();
  await expect(current).toHaveAttribute('aria-posinset', '2');
  held?.();
  await expect(page.getByText('showing 1,100 of 10,000')).toBeVisible();
  await page.keyboard.press('End');
  await expect(current).toHaveAttribute('aria-posinset', '10000', { timeout: 30_000 });
  await expect(page.getByText('Going to the end…')).toBeHidden();
  // The first page, and the others of five hundred.
  expect(asked.size).toBeLessThanOrEqual(1 + 20);
  // Each once, and once more for each time the list was refreshed from its first page on, as after a check of the store.
  expect(Math.max(...asked.values())).toBe(asked.get(undefined));
  expect(await rows(page).count()).toBeLessThan(DOM_LIMIT);
  await page.keyboard.press('Home');
  await expect(current).toHaveAttribute('aria-posinset', '1');
});

test('a page that is read while the list is refreshed does not keep what the refresh brings away', {
  tag: '@browser',
}, async ({ page, host }) => {
  await fill(host, 300);
  await open(page, host);
  await expect(page.getByText('showing 100 of 300')).toBeVisible();
  let held: (() => void) | undefined;
  await page.route('**/api/reflection.list', async (route) => {
    const { limit, cursor } = route.request().postDataJSON();
    if (limit === 100 && cursor === undefined && !held) await new Promise<void>((go) => (held = go));
    // The browser may have broken the request off.
    await route.continue().catch(() => {});
  });
  await store(host, { taskDescription: 'Came while the list was read' });
  await expect.poll(() => held !== undefined).toBe(true);
  await page.getByRole('listbox').evaluate((element) => element.scrollTo(0, 5000));
  await expect(page.getByText('showing 100 of')).toBeHidden();
  held?.();
  await page.getByRole('listbox').evaluate((element) => element.scrollTo(0, 0));
  await expect(rows(page).first()).toContainText('Came while the list was read');
  await expect(page.getByText('301 lessons', { exact: true })).toBeVisible();
});
