import type { Page } from '@playwright/test';
import { addressOf, expect, open, test } from '../fixtures.ts';
import {
  chooseRow,
  drawing,
  drawn,
  find,
  looked,
  map,
  openShop,
  outermost,
  panel,
  spotsOf,
  twin,
} from './causes-page.ts';
import { SHOP } from './causes-parts.ts';

// A panel that opens leaves the map where there is no room beside it, and all of it in sight; what was left is found as it was.

interface View {
  /** Pixels on the screen for each unit of the drawing. */
  zoom: number;
  /** Where on the screen the origin of the drawing is. */
  x: number;
  y: number;
}

/** How the map is seen on the screen. */
async function viewOf(page: Page): Promise<View> {
  const box = await map(page).boundingBox();
  const [left = 0, top = 0, right = 0] = ((await drawing(page).getAttribute('data-seen')) ?? '').split(' ').map(Number);
  const zoom = (box?.width ?? 0) / (right - left);
  const [x, y] = [(box?.x ?? 0) - left * zoom, (box?.y ?? 0) - top * zoom];
  return { zoom: Math.round(zoom * 100) / 100, x: Math.round(x), y: Math.round(y) };
}

/** Waits until the map is seen like this, but for a pixel of rounding. */
async function seenAs(page: Page, { zoom, x, y }: View): Promise<void> {
  const off = async () => {
    const now = await viewOf(page);
    return Math.abs(now.zoom - zoom) * 100 + Math.max(Math.abs(now.x - x), Math.abs(now.y - y));
  };
  await expect.poll(off).toBeLessThanOrEqual(2);
}

const copyLink = (page: Page) => page.getByRole('button', { name: 'Copy link', exact: true });

test('without room for a panel beside the list, it takes its place: neither map nor tools nor table move', async ({
  page,
  host,
}) => {
  await openShop(page, host, { width: 1280, height: 900 });
  const list = page.getByRole('region', { name: 'Nodes', exact: true });
  const areas = () => Promise.all([map(page), copyLink(page), twin(page)].map((one) => one.boundingBox()));
  const [before, around] = [await viewOf(page), await areas()];
  const left = (await list.boundingBox())?.x;
  await chooseRow(page, SHOP.lost);
  await expect(list).toBeHidden();
  expect((await panel(page, 'Node').boundingBox())?.x).toBe(left);
  expect(await areas()).toEqual(around);
  await seenAs(page, before);
  await page.keyboard.press('Escape');
  await expect(looked(page)).toHaveCount(0);
  expect(await areas()).toEqual(around);
  await seenAs(page, before);
});

test('beside a panel all of the map is in sight at once, and as it was when the panel closes', async ({
  page,
  host,
}) => {
  await openShop(page, host, { width: 1600, height: 900 });
  // The name of a button is as wide as its font, which comes a moment later.
  await page.evaluate(() => document.fonts.ready);
  const before = await viewOf(page);
  const [wide, tools] = [(await map(page).boundingBox())?.width ?? 0, await copyLink(page).boundingBox()];
  const ends = [await outermost(page, 'left'), await outermost(page, 'right')];
  // What was at the other end is where the panel is now.
  await page.mouse.click(ends[0]?.x ?? 0, ends[0]?.y ?? 0);
  await expect(looked(page)).toHaveText(ends[0]?.name ?? '');
  expect(ends[1]?.x).toBeGreaterThan((await panel(page, 'Node').boundingBox())?.x ?? 0);
  const box = await map(page).boundingBox();
  expect(box?.width).toBeLessThan(wide);
  expect(await copyLink(page).boundingBox()).toEqual(tools);
  for (const [index, side] of (['left', 'right'] as const).entries()) {
    const end = await outermost(page, side);
    expect(end.name).toBe(ends[index]?.name);
    expect(end.x).toBeGreaterThan(box?.x ?? 0);
    expect(end.x).toBeLessThan((box?.x ?? 0) + (box?.width ?? 0));
  }
  await map(page).focus();
  await page.keyboard.press('Escape');
  await expect(looked(page)).toHaveCount(0);
  await seenAs(page, before);
});

test('a second click is on the node of the first one, wherever that is when the panel is there', async ({
  page,
  host,
}) => {
  await openShop(page, host, { width: 1600, height: 900 });
  // The last one that the panel, which is narrower than this, does not cover.
  const [spot] = (await spotsOf(page)).filter(({ x }) => x < 1600 - 360).toSorted((a, b) => b.x - a.x);
  const { name, x, y } = spot ?? { name: '', x: 0, y: 0 };
  const before = await viewOf(page);
  await page.mouse.click(x, y);
  await expect(looked(page)).toHaveText(name);
  // It is not under the pointer any more. Nothing is pressed to see that: the next press is the second one.
  const now = async () => {
    const seen = await viewOf(page);
    return seen.x + ((x - before.x) / before.zoom) * seen.zoom;
  };
  await expect.poll(async () => Math.abs((await now()) - x)).toBeGreaterThan(80);
  await page.mouse.move(x, y);
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  // All is drawn, so it says that it would expand nothing.
  await expect(page.getByText('Nothing more to draw around it')).toBeVisible();
  await expect(looked(page)).toHaveText(name);
});

test('a node of a zoomed map that the panel would cover is moved beside it, and back when the panel closes', async ({
  page,
  host,
}) => {
  await openShop(page, host, { width: 1600, height: 900 });
  await page.getByRole('button', { name: 'Zoom out' }).click();
  const before = await viewOf(page);
  const { name, x, y } = await outermost(page, 'right');
  await page.mouse.click(x, y);
  await expect(looked(page)).toHaveText(name);
  const side = await panel(page, 'Node').boundingBox();
  // It was where the panel is now.
  expect(x).toBeGreaterThan(side?.x ?? 0);
  await expect.poll(async () => (await outermost(page, 'right')).x).toBeLessThan(side?.x ?? 0);
  expect((await viewOf(page)).zoom).toBe(before.zoom);
  await map(page).focus();
  await page.keyboard.press('Escape');
  await expect(looked(page)).toHaveCount(0);
  await seenAs(page, before);
});

test('going back shows the map as it was left, also when it was zoomed and moved', async ({ page, host }) => {
  await page.setViewportSize({ width: 1600, height: 900 });
  await openShop(page, host);
  const fitted = await viewOf(page);
  await find(page, SHOP.lost);
  await drawn(page, 5);
  await page.goBack();
  await drawn(page, 10);
  await seenAs(page, fitted);

  await page.getByRole('button', { name: 'Zoom out' }).click();
  const box = await map(page).boundingBox();
  const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + (box?.height ?? 0) - 20];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 40, y - 30, { steps: 4 });
  await page.mouse.up();
  const own = await viewOf(page);
  expect(own).not.toEqual(fitted);
  await find(page, SHOP.lost);
  await drawn(page, 5);
  await page.goBack();
  await drawn(page, 10);
  await seenAs(page, own);

  // From the answer to a question, where the map was not drawn meanwhile.
  await chooseRow(page, SHOP.redis);
  await seenAs(page, own);
  await panel(page, 'Node').getByRole('button', { name: 'Why?' }).click();
  await expect(page).toHaveURL(/ask=why/);
  await page.goBack();
  await drawn(page, 10);
  await seenAs(page, own);
});

test('the table shows nodes again where it showed nodes: after a reload, on the way back, in another window', {
  tag: '@browser',
}, async ({ page, host, context }) => {
  await openShop(page, host);
  const isOfNodes = async (where: Page) => {
    await drawn(where, 10);
    await expect(twin(where).getByRole('radio', { name: '10 nodes' })).toBeChecked();
  };
  await twin(page).getByRole('radio', { name: '10 nodes' }).check();
  await expect(page).toHaveURL(/table=nodes/);
  await page.reload();
  await isOfNodes(page);
  await page.keyboard.press('2');
  await expect(page).toHaveURL(/lessons/);
  await page.goBack();
  await isOfNodes(page);
  const other = await context.newPage();
  await open(other, host, page.url().split('#/')[1] ?? '');
  await isOfNodes(other);
  await other.close();
  await twin(page).getByRole('radio', { name: '9 edges' }).check();
  await expect(page).not.toHaveURL(/table=/);
});

test('a row of the table that is scrolled to is whole, below the head', async ({ page, host }) => {
  await openShop(page, host);
  await twin(page).getByRole('radio', { name: '10 nodes' }).check();
  const buttons = twin(page).getByRole('row').getByRole('button');
  const labels = await buttons.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
  const seen = () =>
    twin(page).evaluate((table) => {
      const area = (selector: string) => table.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
      const [head, row, place] = [area('thead'), area('tr:has([aria-current])'), area('[data-place="twin"]')];
      return row.top >= head.bottom - 1 && row.bottom <= place.bottom;
    });
  for (const at of [9, 1, 8, 0, 5]) {
    const { items } = await host.client.call('causal.nodes', { text: labels[at] ?? '' });
    await page.goto(addressOf(host, `causes?map=true&at=${items[0]?.id}`));
    await expect(looked(page)).toHaveText(labels[at] ?? '');
    await expect.poll(seen, labels[at]).toBe(true);
  }
});
