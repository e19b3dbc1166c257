import { expect, open, test } from '../fixtures.ts';
import { field, map, panel } from './causes-page.ts';
import { SHOP, tellOfShop } from './causes-parts.ts';
import { holdBack } from './parts.ts';

test('what has only disputed causes says so, and leads to them', async ({ page, host }) => {
  await host.client.call('causal.assert', {
    ...{ projectId: 'shop', relation: 'causes', stance: 'disputes', note: 'It was so before' },
    from: { kind: 'problem', text: 'The disk is full' },
    to: { kind: 'error', text: 'Carts of guests were lost' },
  });
  await open(page, host, 'causes?ask=why&from=Carts+of+guests+were+lost');
  const why = page.getByRole('region', { name: 'Why did this happen?' });
  await expect(why).toContainText('Only 1 disputed cause is known.');
  await why.getByRole('button', { name: 'Show what is disputed' }).click();
  await expect(panel(page, 'Node')).toContainText('The disk is full');
});

test('from an answer a key leads to the next question, and the arrow down to what may have been meant', async ({
  page,
  host,
}) => {
  await tellOfShop(host);
  await open(page, host, 'causes?ask=why&from=carts+of+the+shop');
  const why = page.getByRole('region', { name: 'Why did this happen?' });
  const typed = why.getByRole('textbox', { name: 'What happened' });
  await expect(why).toContainText('Did you mean:');
  await expect(typed).toBeFocused();
  await page.keyboard.press('ArrowDown');
  const meant = why.getByRole('listitem').first().getByRole('button');
  await expect(meant).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(typed).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toContainText(/\/\s*question/);
  await page.keyboard.press('/');
  await expect(typed).toBeFocused();
  await page.keyboard.type('n2 is lost');
  await expect(typed).toHaveValue('n2 is lost');
  await expect(page).toHaveURL(/#\/causes\?ask=why/);
});

test('asking leads to the answer where words may mean several, and Escape leaves the field before the question', async ({
  page,
  host,
}) => {
  await tellOfShop(host);
  await open(page, host, 'causes');
  await page.getByRole('main').getByRole('searchbox').click();
  await page.keyboard.type('carts lost empty');
  await page.keyboard.press('Enter');
  const why = page.getByRole('region', { name: 'Why did this happen?' });
  await expect(why).toContainText('It may also mean:');
  const typed = why.getByRole('textbox', { name: 'What happened' });
  await expect(typed).toHaveValue('carts lost empty');
  await expect(typed).not.toBeFocused();
  const line = page.getByRole('contentinfo');
  await expect(line).toContainText(/m\s*to the map/);
  await page.keyboard.press('/');
  await expect(typed).toBeFocused();
  await expect(line).toContainText(/Esc\s*leave the field/);
  await page.keyboard.press('Escape');
  await expect(typed).not.toBeFocused();
  await expect(why).toContainText('It may also mean:');
  await page.keyboard.press('m');
  await expect(map(page)).toBeFocused();
  // The same question once more.
  await typed.click();
  await page.keyboard.press('Enter');
  await expect(typed).not.toBeFocused();
  // From the answer Escape leaves the question.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('main').getByRole('searchbox')).toBeVisible();
  await expect(typed).toHaveCount(0);
});

test('the same question once more leaves the way out of it free', async ({ page, host }) => {
  await tellOfShop(host);
  await open(page, host, 'causes');
  const first = page.getByRole('main').getByRole('searchbox');
  await first.fill(SHOP.lost);
  await first.press('Enter');
  const why = page.getByRole('region', { name: 'Why did this happen?' });
  await expect(why.getByText('Chain 1')).toBeVisible();
  await page.keyboard.press('/');
  await expect(why.getByRole('textbox', { name: 'What happened' })).toBeFocused();
  await page.keyboard.type(SHOP.lost);
  await page.keyboard.press('Enter');
  // The field gives way to the node that is meant.
  await expect(why.getByRole('textbox', { name: 'What happened' })).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).not.toContainText('leave the field');
  await page.keyboard.press('Escape');
  await expect(first).toBeVisible();
});

test('whoever types on keeps the field, however late the answer is', async ({ page, host }) => {
  await tellOfShop(host);
  const release = await holdBack(page, 'causal.why');
  await open(page, host, 'causes?ask=why');
  const why = page.getByRole('region', { name: 'Why did this happen?' });
  const typed = why.getByRole('textbox', { name: 'What happened' });
  await typed.fill('carts lost empty');
  await typed.press('Enter');
  await expect(page).toHaveURL(/from=carts/);
  await page.keyboard.type(' and more');
  release();
  await expect(why).toContainText('It may also mean:');
  await page.keyboard.type(' words');
  await expect(typed).toHaveValue('carts lost empty and more words');
});

test('beside the list of nodes the key of a search leads to the list', { tag: '@browser' }, async ({ page, host }) => {
  await page.setViewportSize({ width: 1500, height: 900 });
  await tellOfShop(host);
  await open(page, host, 'causes?ask=why&from=carts+of+the+shop');
  await expect(page.getByRole('region', { name: 'Why did this happen?' })).toContainText('Did you mean:');
  await page.keyboard.press('Tab');
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
});

test('the map shows what an answer was about, Questions goes back to the answer, and from there to all questions', async ({
  page,
  host,
}) => {
  await tellOfShop(host);
  await open(page, host, `causes?ask=why&from=${encodeURIComponent(SHOP.lost)}`);
  const why = page.getByRole('region', { name: 'Why did this happen?' });
  await expect(why).toContainText('Chain 1 · ');
  // It would lead away from the answer, and not to a list of nodes.
  await expect(page.getByRole('button', { name: 'All nodes' })).toHaveCount(0);
  const tab = (name: string) => page.getByRole('radio', { name, exact: true });
  await tab('Map').check();
  await expect(panel(page, 'Node').getByRole('heading', { level: 2 })).toHaveText(SHOP.lost);
  await expect(map(page)).toHaveAccessibleName(new RegExp(`around “${SHOP.lost}”`));
  await tab('Questions').check();
  await expect(why).toContainText('Chain 1 · ');
  await expect(page).not.toHaveURL(/node=/);
  // What is chosen elsewhere meanwhile is no part of the question.
  await tab('Connect').check();
  for (const row of [0, 1]) await page.locator('[data-node]').nth(row).click();
  await expect(page).toHaveURL(/ask=connect&.*from=.*to=/);
  await tab('Questions').check();
  await expect(why).toContainText('Chain 1 · ');
  expect(new URL(page.url().replace('#/', '')).searchParams.has('to')).toBe(false);
  // Where it is pressed again, it leads to all that can be asked.
  await tab('Questions').click();
  await expect(page.getByText('Chain 1 · ')).toHaveCount(0);
  await tab('Map').check();
  await tab('Questions').check();
  await expect(page.getByText('Chain 1 · ')).toHaveCount(0);

  await open(page, host, `causes?ask=why&from=${encodeURIComponent(SHOP.lost)}`);
  await expect(why).toContainText('Chain 1 · ');
  // The last one is that of the chain; before it are what else the words may have meant.
  await why.getByRole('button', { name: SHOP.redis, exact: true }).last().click();
  await panel(page, 'Node').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Show on the map' }).click();
  await expect(map(page)).toHaveAccessibleName(new RegExp(`around “${SHOP.redis}”`));
});
