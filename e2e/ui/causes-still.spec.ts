import type { Page } from '@playwright/test';
import { addressOf, expect, open, test } from '../fixtures.ts';
import { chooseRow, drawing, drawn, find, looked, map, panel, placesOf, twin } from './causes-page.ts';
import { SHOP, tellOfShop } from './causes-parts.ts';

// A panel that opens beside the map moves nothing on it, and what was left is found again as it was.

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

for (const width of [1280, 1600]) {
  test(`at ${width} px a panel that opens and closes moves no node and changes no size`, async ({ page, host }) => {
    await page.setViewportSize({ width, height: 900 });
    await tellOfShop(host);
    await open(page, host, 'causes?map=true');
    await drawn(page, 10);
    const before = await viewOf(page);
    const wide = (await map(page).boundingBox())?.width ?? 0;
    await chooseRow(page, SHOP.lost);
    await expect.poll(async () => (await map(page).boundingBox())?.width).toBeLessThan(wide);
    await seenAs(page, before);
    await page.keyboard.press('Escape');
    await expect(looked(page)).toHaveCount(0);
    await seenAs(page, before);
  });
}

test('a node that the panel would cover is moved beside it, at its size, and back when the panel closes', async ({
  page,
  host,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await tellOfShop(host);
  await open(page, host, 'causes?map=true');
  await drawn(page, 10);
  const before = await viewOf(page);
  const places = Object.entries(await placesOf(page)).map(([label, place]) => {
    const [x = 0, y = 0] = place.split(' ').map(Number);
    return { label, x, y };
  });
  const [last] = places.toSorted((a, b) => b.x - a.x);
  if (!last) throw new Error('The map has no nodes.');
  const across = ({ zoom, x }: View) => last.x * zoom + x;
  await page.mouse.click(across(before), last.y * before.zoom + before.y);
  await expect(looked(page)).toHaveText(last.label.replace(/^\w+: /, ''));
  const side = await panel(page, 'Node').boundingBox();
  // It was where the panel is now.
  expect(across(before)).toBeGreaterThan(side?.x ?? 0);
  await expect.poll(async () => across(await viewOf(page))).toBeLessThan(side?.x ?? 0);
  expect((await viewOf(page)).zoom).toBe(before.zoom);
  await map(page).focus();
  await page.keyboard.press('Escape');
  await expect(looked(page)).toHaveCount(0);
  await seenAs(page, before);
});

test('going back shows the map as it was left, also when it was zoomed and moved', async ({ page, host }) => {
  await page.setViewportSize({ width: 1600, height: 900 });
  await tellOfShop(host);
  await open(page, host, 'causes?map=true');
  await drawn(page, 10);
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
  await tellOfShop(host);
  await open(page, host, 'causes?map=true');
  await drawn(page, 10);
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
  await tellOfShop(host);
  await open(page, host, 'causes?map=true');
  await drawn(page, 10);
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
