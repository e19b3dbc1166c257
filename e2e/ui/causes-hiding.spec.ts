import type { Page } from '@playwright/test';
import { expect, open, statusLine, test } from '../fixtures.ts';
import { violations } from './axe.ts';
import { choose, drawing, drawn, find, looked, map, nodes, openShop, panel, placesOf } from './causes-page.ts';
import { SHOP, tellOfShop } from './causes-parts.ts';

// What is hidden on the map: how it comes to be, where it is told and counted, and the way back.

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('with no node selected, the keys of a node do nothing; what a key hid is said, with the way back', async ({
  page,
  host,
}) => {
  await openShop(page, host, { width: 1600, height: 900 });
  const box = await map(page).boundingBox();
  await page.mouse.click((box?.x ?? 0) + 4, (box?.y ?? 0) + (box?.height ?? 0) - 4);
  await expect(map(page)).toBeFocused();
  await expect(statusLine(page)).not.toContainText('hide');
  for (const key of ['h', 'Delete', 'p', 'f', 'Enter']) await page.keyboard.press(key);
  // The menu is that of the screen, of no node.
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Hide' })).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(map(page)).toBeFocused();
  // An arrow only selects a node, which the keys then act on.
  await page.keyboard.press('ArrowRight');
  const first = (await looked(page).textContent()) ?? '';
  await expect(page).toHaveURL(/#\/causes\?map=1&at=node_\w+$/);
  await drawn(page, 10);
  await map(page).focus();
  // The line at the foot teaches them where they work.
  await expect(statusLine(page)).toHaveText(/f\s*focus on it\s*p\s*pin\s*h\s*hide/);
  await page.keyboard.press('h');
  await expect(page.getByText(`Hidden: ${first}. Shift+H on the map shows all hidden nodes again.`)).toBeVisible();
  await expect(drawing(page)).toHaveAttribute('data-nodes', /^[1-9]$/);
  const left = Number(await drawing(page).getAttribute('data-nodes'));
  // It is no longer selected, so the key hides no other one.
  await page.keyboard.press('h');
  await page.keyboard.press('ArrowRight');
  await expect(looked(page)).not.toHaveText(first);
  await drawn(page, left);
  await map(page).focus();
  await page.keyboard.press('H');
  await drawn(page, 10);
  await expect(page.getByText('All hidden nodes are shown again.')).toBeVisible();
});

test('a key of a node works on the tools of the map, too; a count that is gone gives the map the focus', async ({
  page,
  host,
}) => {
  await openShop(page, host);
  await choose(page, SHOP.tickets);
  await page.getByRole('button', { name: 'Bring the selection into view' }).focus();
  await page.keyboard.press('Enter');
  await expect(statusLine(page)).toHaveText(/f\s*focus on it\s*p\s*pin\s*h\s*hide/);
  await page.keyboard.press('h');
  await drawn(page, 8);
  await page.keyboard.press('Shift+H');
  await drawn(page, 10);
  await choose(page, SHOP.tickets);
  await page.keyboard.press('h');
  await drawn(page, 8);
  await page.getByRole('button', { name: /^Show 1 hidden/ }).focus();
  await page.keyboard.press('Enter');
  await drawn(page, 10);
  await expect(map(page)).toBeFocused();
  await choose(page, SHOP.tickets);
  await page.keyboard.press('f');
  const leave = page.getByRole('application').getByRole('button', { name: 'Leave the focus' });
  await leave.focus();
  await page.keyboard.press('Enter');
  await expect(leave).toBeHidden();
  await expect(map(page)).toBeFocused();
});

test('a map stays when the node is hidden that it is around, and a key shows that again', async ({ page, host }) => {
  await openShop(page, host, { width: 1600, height: 900 });
  await find(page, SHOP.redis);
  await drawn(page, 3);
  const { [`decision: ${SHOP.redis}`]: _hidden, ...left } = await placesOf(page);
  await map(page).focus();
  await page.keyboard.press('h');
  await expect(page.getByText(`Hidden: ${SHOP.redis}.`)).toBeVisible();
  await drawn(page, 2);
  await expect(page).toHaveURL(/[?&]node=/);
  await expect(page.getByText('2 of 10 nodes, 1 hidden')).toBeVisible();
  expect(await placesOf(page)).toEqual(left);
  // What was around it can be walked to, and does not bring it back.
  await map(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect(looked(page)).not.toHaveText(SHOP.redis);
  await page.keyboard.press('h');
  await drawn(page, 1);
  await page.keyboard.press('Shift+H');
  await drawn(page, 3);
  await expect(statusLine(page)).toContainText('All hidden nodes are shown again.');
  await find(page, SHOP.redis);
  await map(page).focus();
  await page.keyboard.press('h');
  await drawn(page, 2);
  await page.reload();
  await drawn(page, 2);
  await panel(page, 'Node').getByRole('button', { name: 'Show', exact: true }).click();
  await drawn(page, 3);
  await page.goBack();
  await drawn(page, 2);
  await map(page).focus();
  await page.keyboard.press('H');
  await drawn(page, 3);
});

test('an answer and a focus stay when the node is hidden that they are about', async ({ page, host }) => {
  await tellOfShop(host);
  await page.setViewportSize({ width: 1600, height: 900 });
  const [lost] = (await host.client.call('causal.nodes', { text: SHOP.lost })).items;
  await open(page, host, `causes?ask=why&from=${lost?.id}&at=${lost?.id}`);
  await drawn(page, 2);
  await map(page).focus();
  await page.keyboard.press('h');
  await drawn(page, 1);
  await expect(page.getByText('Chain 1')).toBeVisible();
  await page.keyboard.press('H');
  await drawn(page, 2);

  await open(page, host, `causes?map=1&at=${lost?.id}`);
  await drawn(page, 10);
  await map(page).focus();
  await page.keyboard.press('f');
  await drawn(page, 5);
  await page.keyboard.press('h');
  await drawn(page, 4);
  await expect(page.getByText(`Only “${SHOP.lost}” and its neighbours`)).toBeVisible();
  await page.keyboard.press('H');
  await drawn(page, 5);
  await page.getByRole('button', { name: 'Leave the focus' }).first().click();
  await drawn(page, 10);
});

test('a map stays when the only neighbour of the node that it is around is hidden', async ({ page, host }) => {
  await tellOfShop(host);
  const text = 'The page of orders is quick too';
  const [quick] = (await host.client.call('causal.nodes', { text })).items;
  const { edges } = await host.client.call('causal.node', { id: quick?.id ?? '' });
  expect(edges).toHaveLength(1);
  await open(page, host, `causes?node=${quick?.id}&at=${edges[0]?.other.id}`);
  await drawn(page, 2);
  await map(page).focus();
  await page.keyboard.press('h');
  await drawn(page, 1);
  await map(page).focus();
  await page.keyboard.press('H');
  await drawn(page, 2);
});

test('what is hidden stays so on the map of another node and back on the whole one, and is counted', async ({
  page,
  host,
}) => {
  await openShop(page, host, { width: 1280, height: 800 });
  await choose(page, SHOP.tickets);
  await page.keyboard.press('h');
  await drawn(page, 8);
  await expect(page.getByText('8 of 10 nodes: 1 hidden, 1 connected only by it')).toBeVisible();
  await page.keyboard.press('Escape');
  await find(page, SHOP.redis);
  await drawn(page, 3);
  await button(page, 'All nodes').click();
  await drawn(page, 8);
  await expect(button(page, 'Show 1 hidden, and 1 with it')).toBeVisible();
  for (const other of ['Questions', 'Patterns', 'Connect']) {
    await page.getByRole('radio', { name: other }).check();
    await page.getByRole('radio', { name: 'Map', exact: true }).check();
    await drawn(page, 8);
  }
  // A node that is looked for is shown, though it was hidden.
  await find(page, SHOP.tickets);
  await expect(page.getByRole('heading', { name: SHOP.tickets })).toBeVisible();
  await expect(page.getByText('Everything here is hidden.')).toBeHidden();
});

test('the list beside the map says of a node that it is hidden, as many as are counted, and shows it again', async ({
  page,
  host,
}) => {
  await openShop(page, host, { width: 1600, height: 900 });
  const row = (label: string) => nodes(page).filter({ hasText: label });
  const hidden = nodes(page).filter({ hasText: '· hidden' });
  await expect(row(SHOP.tickets)).toBeVisible();
  await expect(hidden).toHaveCount(0);
  await choose(page, SHOP.tickets);
  await page.keyboard.press('h');
  await expect(page.getByText('8 of 10 nodes: 1 hidden, 1 connected only by it')).toBeVisible();
  // One was hidden, and one was connected by it alone: that comes back with it.
  await expect(hidden).toHaveCount(2);
  await expect(row(SHOP.tickets)).toContainText(/· hiddenShow$/);
  await expect(hidden.filter({ hasNotText: SHOP.tickets })).toContainText('· hidden: connected only by hidden ones');
  expect(await violations(page)).toEqual([]);
  await hidden
    .filter({ hasNotText: SHOP.tickets })
    .getByRole('button', { name: /^Show on the map/ })
    .click();
  await drawn(page, 10);
  await expect(hidden).toHaveCount(0);
});

test('hiding a node moves the map nowhere in a narrow window, and what it says is whole in its tooltip', async ({
  page,
  host,
}) => {
  await openShop(page, host, { width: 1024, height: 700 });
  // With a node that nothing connects, the line is as long as it gets.
  const decisions = [{ chosen: 'Paint it blue' }];
  await host.client.call('episode.store', { sessionId: 'alone', projectId: 'shop', task: 'Paint the shed', decisions });
  await expect(page.getByText('10 of 11 nodes: the others have no cause or effect')).toBeVisible();
  const before = await map(page).boundingBox();
  await choose(page, SHOP.tickets);
  await page.keyboard.press('h');
  const line = page.getByText(/nodes: 1 hidden, 1 connected only by it/);
  await expect(line).toBeVisible();
  expect((await map(page).boundingBox())?.y).toBe(before?.y);
  await expect(line).toHaveAttribute('title', (await line.textContent()) ?? '');
});
