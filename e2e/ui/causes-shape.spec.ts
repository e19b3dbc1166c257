import type { Page } from '@playwright/test';
import { expect, open, test } from '../fixtures.ts';
import { violations } from './axe.ts';
import {
  choose,
  chooseMore,
  drawing,
  drawn,
  find,
  looked,
  map,
  openShop,
  panel,
  placesOf,
  savedMap,
} from './causes-page.ts';
import { SHOP, tellOfShop } from './causes-parts.ts';

// A person shapes the map: nodes are hidden, pinned and in focus, by key, menu and pointer. The link holds all of it.

const pinned = (page: Page, count: number) => expect(drawing(page)).toHaveAttribute('data-pinned', String(count));
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Drags the node in the middle of the map by so many pixels. */
async function dragMiddle(page: Page, by: { x: number; y: number }): Promise<void> {
  const box = await map(page).boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by.x / 2, y + by.y / 2, { steps: 4 });
  await page.mouse.move(x + by.x, y + by.y, { steps: 4 });
  await page.mouse.up();
}

test('by keyboard: a node is hidden, pinned and in focus; counts bring back, and so does going back', async ({
  page,
  host,
}) => {
  await openShop(page, host);
  const whole = await placesOf(page);
  await choose(page, SHOP.tickets);
  await page.keyboard.press('h');
  await drawn(page, 8);
  await expect(map(page)).toBeFocused();
  const { [`error: ${SHOP.tickets}`]: _hidden, ...left } = whole;
  const without = await placesOf(page);
  // What stays has not moved.
  expect(left).toMatchObject(without);
  await map(page).focus();
  await page.keyboard.press('H');
  await drawn(page, 10);
  await page.keyboard.press('Alt+ArrowLeft');
  await drawn(page, 8);
  // The node, and one that only it connected.
  await button(page, 'Show 1 hidden, and 1 with it').click();
  await drawn(page, 10);

  await choose(page, SHOP.lost);
  await page.keyboard.press('p');
  await pinned(page, 1);
  await expect(button(page, 'Unpin 1')).toBeVisible();
  expect(await placesOf(page)).toEqual(whole);
  await map(page).focus();
  await expect(page.getByRole('contentinfo')).toContainText('punpin');
  await page.keyboard.press('p');
  await pinned(page, 0);

  const foot = page.getByRole('contentinfo');
  await expect(foot).toContainText('ffocus');
  await expect(foot).toContainText('ppin');
  await page.keyboard.press('f');
  await drawn(page, 5);
  await expect(foot).toContainText('fleave the focus');
  const heading = page.getByText(`Only “${SHOP.lost}” and its neighbours`);
  await expect(heading).toBeVisible();
  // Where it is cut off at its end, the pointer tells all of it.
  await expect(heading).toHaveAttribute('title', `Only “${SHOP.lost}” and its neighbours`);
  // No pin is lost, and none is made, where the arrangement is another one.
  await page.keyboard.press('p');
  await expect(page.getByText('While a node is in focus, no node can be pinned.')).toBeVisible();
  await page.keyboard.press('f');
  await drawn(page, 10);
  expect(await placesOf(page)).toEqual(whole);
  await map(page).focus();
  await page.keyboard.press('f');
  await drawn(page, 5);
  await map(page).focus();
  // Escape goes out step by step: along the way since then, out of the focus, out of the selection.
  await page.keyboard.press('ArrowLeft');
  await expect(panel(page, 'Node').getByRole('heading', { level: 2 })).not.toHaveText(SHOP.lost);
  await page.keyboard.press('Escape');
  await expect(panel(page, 'Node').getByRole('heading', { level: 2 })).toHaveText(SHOP.lost);
  await drawn(page, 5);
  await page.keyboard.press('Escape');
  await drawn(page, 10);
  await expect(panel(page, 'Node').getByRole('heading', { level: 2 })).toHaveText(SHOP.lost);
});

test('the map is one key away from its answer, its line of keys has the arrows, and Enter says where nothing more is', async ({
  page,
  host,
}) => {
  await openShop(page, host);
  await choose(page, SHOP.tickets);
  const foot = page.getByRole('contentinfo');
  // All is drawn.
  await expect(foot).toContainText('hide');
  await expect(foot).not.toContainText('expand');
  await page.keyboard.press('Enter');
  await expect(foot).toContainText('Nothing more to draw around it');
  await expect(page).not.toHaveURL(/[?&]open=/);
  await panel(page, 'Node').getByRole('button', { name: 'Why?' }).click();
  await expect(page).toHaveURL(/ask=why/);
  await button(page, 'Ask').focus();
  await expect(foot).toContainText('to the map');
  await page.keyboard.press('m');
  await expect(map(page)).toBeFocused();
  await expect(foot).not.toContainText('to the map');
  await expect(foot).toContainText('←→move');
  // An expanded answer has a table, in which a name has more room than its numbers.
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Show as a table' }).click();
  await page.getByRole('radio', { name: /nodes$/ }).click();
  const name = await page.getByRole('columnheader', { name: 'Node', exact: true }).boundingBox();
  const table = await page.getByRole('table').boundingBox();
  expect(name?.width ?? 0).toBeGreaterThan(0.3 * (table?.width ?? 0));
});

test('Escape leaves a focus that a menu began, and does not go back along the way before it', async ({
  page,
  host,
}) => {
  await openShop(page, host);
  await choose(page, SHOP.lost);
  await map(page).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(panel(page, 'Node').getByRole('heading', { level: 2 })).not.toHaveText(SHOP.lost);
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menu').getByRole('menuitem', { name: 'Focus on it' }).click();
  await expect(page).toHaveURL(/only=/);
  await expect(map(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/only=/);
});

test('by its menu and its panel: the same, under the same names', async ({ page, host }) => {
  await openShop(page, host);
  await choose(page, SHOP.lost);
  const entry = (name: string) => page.getByRole('menu').getByRole('menuitem', { name });
  await page.keyboard.press('Shift+F10');
  await entry('Focus on it').click();
  await drawn(page, 5);
  await expect(map(page)).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Shift+F10');
  await expect(entry('Leave the focus')).toBeVisible();
  await expect(entry('Focus on it')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await panel(page, 'Node').getByRole('button', { name: 'Leave the focus' }).click();
  await drawn(page, 10);
  await map(page).focus();
  await page.keyboard.press('Shift+F10');
  await expect(entry('Pin')).toContainText('p');
  await entry('Pin').click();
  await pinned(page, 1);
  await chooseMore(page, 'Unpin');
  await pinned(page, 0);
  await chooseMore(page, 'Pin');
  await pinned(page, 1);
  await chooseMore(page, 'Hide');
  await expect(drawing(page)).toHaveAttribute('data-nodes', /^[1-8]$/);
  await page.getByRole('button', { name: /^Show \d hidden/ }).click();
  await drawn(page, 10);
  await pinned(page, 1);
  expect(await violations(page)).toEqual([]);
  await button(page, 'Unpin 1').click();
  await pinned(page, 0);
});

test('a pinned node stays without its neighbour, and where everything is hidden that is said', async ({
  page,
  host,
}) => {
  const node = (text: string) => ({ kind: 'event', text });
  const claim = { from: node('Rain'), to: node('Wet street'), relation: 'causes', note: 'seen' } as const;
  const { edge } = await host.client.call('causal.assert', { projectId: 'shop', ...claim });
  await open(page, host, `causes?ask=why&from=${edge?.to}&hide=${edge?.from}`);
  await expect(page.getByText('Everything here is hidden.')).toBeVisible();
  await button(page, 'Show 1 hidden, and 1 with it').click();
  await drawn(page, 2);
  await open(page, host, `causes?ask=why&from=${edge?.to}&at=${edge?.to}`);
  await expect(looked(page)).toHaveText('Wet street');
  await map(page).focus();
  await page.keyboard.press('p');
  await pinned(page, 1);
  await map(page).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(looked(page)).toHaveText('Rain');
  await map(page).focus();
  await page.keyboard.press('h');
  await drawn(page, 1);
  await expect(button(page, 'Show 1 hidden')).toBeVisible();
});

test('a pressed map has the focus, so that its keys act on the node', async ({ page, host }) => {
  await openShop(page, host);
  await choose(page, SHOP.tickets);
  await button(page, 'Bring the selection into view').click();
  await expect(map(page)).not.toBeFocused();
  const box = await map(page).boundingBox();
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
  await expect(looked(page)).toHaveText(SHOP.tickets);
  await page.keyboard.press('h');
  await drawn(page, 8);
});

test('a node is pinned where it is dragged, keeps its place when all is arranged anew, and goes back', async ({
  page,
  host,
}) => {
  await openShop(page, host);
  await choose(page, SHOP.lost);
  const whole = await placesOf(page);
  await button(page, 'Bring the selection into view').click();
  await dragMiddle(page, { x: 60, y: 80 });
  await pinned(page, 1);
  await expect(page).toHaveURL(/pin=node_/);
  const key = `error: ${SHOP.lost}`;
  const moved = await placesOf(page);
  expect(moved).toEqual({ ...whole, [key]: moved[key] });
  expect(moved[key]).not.toBe(whole[key]);
  await button(page, 'Rearrange').click();
  await expect.poll(() => placesOf(page)).toEqual(moved);
  await page.goBack();
  await pinned(page, 0);
  expect(await placesOf(page)).toEqual(whole);
});

test('an edge goes around a node in its way, on the map and in its copy, until the node is dragged away', async ({
  page,
  host,
}) => {
  await host.client.call('episode.store', {
    sessionId: 'lost-carts',
    task: 'Find out why carts are lost',
    outcome: 'failure',
    events: [
      { type: 'error', content: 'The disk is full', leadsTo: ['e002', 'e003'] },
      { type: 'error', content: 'Redis restarts', leadsTo: ['e003'] },
      { type: 'error', content: 'Carts are lost' },
    ],
  });
  await open(page, host, 'causes?map=true');
  await drawn(page, 3);
  const curves = async (count: number) => {
    await expect(drawing(page)).toHaveAttribute('data-bent', String(count));
    expect(String(await savedMap(page, 'SVG')).match(/<g class="edge .* d="M[^"]*Q/g) ?? []).toHaveLength(count);
  };
  await curves(1);
  await choose(page, 'Redis restarts');
  await button(page, 'Bring the selection into view').click();
  await dragMiddle(page, { x: 0, y: 140 });
  await pinned(page, 1);
  await curves(0);
});

test('a link shows the same picture in another window: expanded, hidden, pinned, arranged anew, in focus', {
  tag: '@browser',
}, async ({ page, host, context }) => {
  await tellOfShop(host);
  await open(page, host, 'causes?map=true');
  await find(page, SHOP.redis);
  await drawn(page, 3);
  const same = async (nodes: number) => {
    const [link, seen] = [page.url().split('#/')[1] ?? '', String(await savedMap(page, 'SVG'))];
    const other = await context.newPage();
    await open(other, host, link);
    await drawn(other, nodes);
    expect(String(await savedMap(other, 'SVG'))).toBe(seen);
    await other.close();
  };
  await choose(page, SHOP.lost);
  await panel(page, 'Node').getByRole('button', { name: 'Expand' }).click();
  await drawn(page, 6);
  await choose(page, SHOP.postgres);
  await panel(page, 'Node').getByRole('button', { name: 'Expand' }).click();
  await drawn(page, 7);
  await same(7);
  await choose(page, SHOP.tickets);
  await chooseMore(page, 'Hide');
  await drawn(page, 6);
  await choose(page, SHOP.lost);
  await page.keyboard.press('p');
  await pinned(page, 1);
  await same(6);
  await button(page, 'Rearrange').click();
  await expect(page).toHaveURL(/even=2/);
  await same(6);
  await page.keyboard.press('Escape');
  await choose(page, SHOP.lost);
  await page.keyboard.press('f');
  await drawn(page, 4);
  await same(4);
  await page.goBack();
  await drawn(page, 6);
  await pinned(page, 1);
});

test('the panel of a node has its actions in one line, one of them weighted, and the rest in a menu', async ({
  page,
  host,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await openShop(page, host);
  await choose(page, SHOP.redis);
  const within = panel(page, 'Node');
  const [why, more] = [within.getByRole('button', { name: 'Why?' }), within.getByRole('button', { name: 'More' })];
  const middleOf = async (at: typeof why) => {
    const box = await at.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0) / 2;
  };
  expect(Math.abs((await middleOf(why)) - (await middleOf(more)))).toBeLessThan(3);
  // By keyboard: the menu has all that the panel does not show, and gives the focus to what it opens.
  await more.focus();
  await page.keyboard.press('Enter');
  const names = ['How it led to…', 'What if…', 'Similar decisions', 'Centre on it', 'Pin', 'Hide'];
  const items = page.getByRole('menuitem');
  await expect(items).toHaveCount(names.length);
  for (const [index, name] of names.entries()) await expect(items.nth(index)).toContainText(name);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
  await page.keyboard.press('Enter');
  await items.first().press('Enter');
  await expect(page).toHaveURL(/ask=path/);
  await expect(page.getByRole('textbox', { name: 'To', exact: true })).toBeFocused();
  // The palette has them, too.
  await page.goBack();
  await choose(page, SHOP.redis);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Pin or unpin');
  await expect(page.getByRole('option').first()).toContainText('Pin or unpin');
  await page.keyboard.press('Enter');
  await pinned(page, 1);
});

test('a node is expanded only where that draws more', async ({ page, host }) => {
  await tellOfShop(host);
  await open(page, host, 'causes?map=true');
  await find(page, SHOP.redis);
  await drawn(page, 3);
  const expand = panel(page, 'Node').getByRole('button', { name: 'Expand' });
  await choose(page, SHOP.lost);
  const foot = page.getByRole('contentinfo');
  await map(page).focus();
  await expect(foot).toContainText('Enterexpand');
  // Enter on a button of the map is that of the button.
  const legend = button(page, 'Legend');
  await legend.focus();
  await expect(foot).not.toContainText('Enterexpand');
  await page.keyboard.press('Enter');
  await expect(legend).toHaveAttribute('aria-expanded', 'true');
  await drawn(page, 3);
  await legend.press('Enter');
  await map(page).focus();
  await page.keyboard.press('Enter');
  await drawn(page, 6);
  await expect(foot).toContainText('Entercollapse');
  await expect(panel(page, 'Node').getByRole('button', { name: 'Collapse' })).toBeVisible();
  // Nothing but its cause is known of it.
  const leaf = 'The restart test fails';
  await choose(page, leaf);
  await expect(looked(page)).toHaveText(leaf);
  await expect(expand).toBeHidden();
  await choose(page, SHOP.postgres);
  await expect(expand).toBeVisible();
});
