import { expect, open, test } from '../fixtures.ts';
import { drawn, field, find, map, nodes, openShop, panel } from './causes-page.ts';
import { SHOP, tellOfShop } from './causes-parts.ts';

// Nodes are found by words in another form, by a part of the words, and while the last word is typed.

/** Words of which only "ticket" is known, in another form. */
const NEAR = 'ticketing of zebras, giraffes and lions';

test('near nodes are found on the start page, marked, and offered where the words of a question match nothing', async ({
  page,
  host,
}) => {
  await tellOfShop(host);
  await open(page, host, 'causes');
  const start = page.getByRole('region', { name: 'Ask about causes' });
  const found = start.getByRole('list', { name: 'Found' }).getByRole('listitem');
  await page.keyboard.type('ticke');
  await expect(found).toHaveText([`error ${SHOP.tickets}Show on the map`]);
  await start.getByRole('searchbox').fill(NEAR);
  await expect(found).toHaveText([`error ${SHOP.tickets}near matchShow on the map`]);
  await page.keyboard.press('Enter');
  const why = page.getByRole('region', { name: 'Why did this happen?' });
  await expect(why).toContainText(`No exact match for “${NEAR}”.`);
  await expect(why).toContainText('Did you mean:');
  await why.getByRole('button', { name: SHOP.tickets }).click();
  await expect(page).toHaveURL(/from=node_/);
  await drawn(page, 3);
  // A part of a word that one node alone has means that node.
  await open(page, host, 'causes');
  await page.keyboard.type('ticke');
  await expect(found).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/from=node_/);
});

test('words that no node has lead to what failed in sessions about them, and else to known failures', async ({
  page,
  host,
}) => {
  await host.client.call('episode.store', {
    projectId: 'shop',
    sessionId: 'slow',
    task: 'Make the checkout survive a slow payment provider',
    outcome: 'partial',
    events: [{ type: 'error', content: 'ETIMEDOUT after 30 s' }],
  });
  await open(page, host, 'causes?ask=why&from=payments+at+the+checkout');
  const why = page.getByRole('region', { name: 'Why did this happen?' });
  const about = why.getByRole('region', { name: 'What failed in sessions about it' });
  await expect(why).toContainText('No exact match for “payments at the checkout”.');
  await expect(about.getByRole('link', { name: /slow payment provider$/ })).toBeVisible();
  await about.getByRole('button', { name: 'ETIMEDOUT after 30 s' }).click();
  await expect(page).toHaveURL(/from=node_/);
  await expect(why).toContainText('No cause is known.');
  await open(page, host, 'causes?ask=why&from=zebras');
  await expect(why).toContainText('Nothing found for “zebras”.');
  await expect(about).toHaveCount(0);
  await why
    .getByRole('region', { name: 'Known failures' })
    .getByRole('button', { name: /ETIMEDOUT/ })
    .click();
  await expect(page).toHaveURL(/from=node_/);
});

test('the list of nodes has near ones after the others, says how many, and Enter opens the first', async ({
  page,
  host,
}) => {
  await tellOfShop(host);
  await open(page, host, 'causes?map=true');
  await field(page).fill('index on the cart_id of checkouts');
  const found = page.getByRole('region', { name: 'Nodes', exact: true }).getByRole('status').first();
  await expect(found).toHaveText(/^1 found, \d near ones?$/);
  await expect(nodes(page).first()).toContainText('Add an index on cart_id');
  await expect(nodes(page).first()).not.toContainText('near match');
  await expect(nodes(page).filter({ hasText: SHOP.fast })).toContainText('near match');
  await field(page).fill(NEAR);
  await expect(found).toHaveText('No exact match, 1 near one');
  await page.keyboard.press('Enter');
  await expect(panel(page, 'Node').getByRole('heading', { level: 2 })).toHaveText(SHOP.tickets);
});

test('the text of a node is formatted in its details, and shown as written by a key', async ({ page, host }) => {
  const content = 'Deploys fail: the **runner** is full and `npm ci` stops';
  await host.client.call('episode.store', {
    projectId: 'shop',
    sessionId: 'deploys',
    task: 'Deploy again',
    events: [
      { id: 'e1', type: 'error', content },
      { id: 'e2', type: 'error', content: 'Nobody can deploy', causedBy: ['e1'] },
    ],
  });
  await open(page, host, 'causes?map=true');
  await drawn(page, 2);
  await nodes(page).filter({ hasText: 'Deploys fail' }).getByRole('button').click();
  const text = panel(page, 'Node').getByRole('heading', { level: 2 });
  await expect(text).toHaveText('Deploys fail: the runner is full and npm ci stops');
  await expect(text.locator('strong')).toHaveText('runner');
  await expect(text.locator('code')).toHaveText('npm ci');
  await page.keyboard.press('v');
  await expect(text).toHaveText(content);
  await expect(text.locator('strong')).toHaveCount(0);
});

test('a node that Enter found is on the map, whose keys work at once where its panel takes the place of the list', async ({
  page,
  host,
}) => {
  await openShop(page, host);
  await find(page, SHOP.lost);
  await expect(map(page)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(panel(page, 'Node').getByRole('heading', { level: 2 })).toHaveText(SHOP.redis);
  // Also from a row of what was found.
  await page.getByRole('button', { name: 'All nodes' }).click();
  await field(page).fill(SHOP.lost);
  await expect(nodes(page).first()).toContainText(SHOP.lost);
  await field(page).press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(map(page)).toBeFocused();
});
