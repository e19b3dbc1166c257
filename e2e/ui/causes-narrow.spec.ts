import type { Page } from '@playwright/test';
import type { HostProcess } from '@twicewise/testkit';
import { expect, open, test } from '../fixtures.ts';
import { chooseRow, map, twin } from './causes-page.ts';
import { SHOP, tellOfShop } from './causes-parts.ts';

// The map of causes and its table where there is little room.

async function openMap(page: Page, host: HostProcess, width: number, height: number): Promise<void> {
  await tellOfShop(host);
  await page.setViewportSize({ width, height });
  await open(page, host, 'causes?map=true');
}

test('in a window of 800 px the table has a height of its own, and so has the map', { tag: '@browser' }, async ({
  page,
  host,
}) => {
  await openMap(page, host, 800, 600);
  await expect(twin(page).getByRole('row').nth(1)).toBeVisible();
  for (const part of [twin(page), map(page)]) {
    expect((await part.boundingBox())?.height).toBeGreaterThan(150);
  }
  // The map is in sight, however many nodes the list below it has.
  await expect(map(page)).toBeInViewport({ ratio: 0.9 });
  const list = page.getByRole('region', { name: 'Nodes', exact: true });
  expect((await list.boundingBox())?.y).toBeGreaterThan((await twin(page).boundingBox())?.y ?? Number.NaN);
});

test('no column of the table shrinks because another one is long', { tag: '@browser' }, async ({ page, host }) => {
  await openMap(page, host, 1024, 700);
  const heads = twin(page).getByRole('columnheader');
  await expect(heads).toHaveCount(5);
  for (const name of ['From', 'To']) {
    expect((await heads.filter({ hasText: new RegExp(`^${name}$`) }).boundingBox())?.width).toBeGreaterThan(120);
  }
});

test('in a window of 800 px the legend is below the map, and covers none of it', { tag: '@browser' }, async ({
  page,
  host,
}) => {
  await openMap(page, host, 800, 600);
  await page.getByRole('button', { name: 'Legend' }).click();
  const legend = page.getByRole('region', { name: 'Legend' });
  const [over, under] = [await map(page).boundingBox(), await legend.boundingBox()];
  expect(over?.height).toBeGreaterThan(150);
  expect(under?.y).toBeGreaterThanOrEqual((over?.y ?? 0) + (over?.height ?? 0) - 1);
  // All of it, without a bar of its own.
  expect(await legend.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeLessThanOrEqual(1);
});

test('the tools of a map look the same in a wide window and in a narrow one', {
  tag: '@browser',
}, async ({ page, host }) => {
  await openMap(page, host, 1600, 900);
  const copy = page.getByRole('button', { name: 'Copy link', exact: true });
  const save = page.getByRole('button', { name: 'Save as PNG' });
  for (const [width, height] of [
    [1600, 900],
    [1024, 700],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(copy.getByText('Copy link')).toBeVisible();
    await expect(copy).toHaveAttribute('title', /^Copy link/);
    await expect(save).toHaveText('PNG');
    await expect(save).toHaveAttribute('title', 'Save as PNG');
    await expect(page.getByText('Save as', { exact: true })).toHaveCount(0);
  }
});

test('where no node has a cause or an effect, the map says so of all', { tag: '@browser' }, async ({ page, host }) => {
  const decisions = [{ chosen: 'Paint it blue' }, { chosen: 'Paint it red' }];
  await host.client.call('episode.store', { sessionId: 'alone', projectId: 'shop', task: 'Paint the shed', decisions });
  await open(page, host, 'causes?map=true');
  await expect(page.getByText('0 of 2 nodes: none of them has a cause or effect')).toBeVisible();
});

test('at 1024 px the filters of the map are one line', { tag: '@browser' }, async ({ page, host }) => {
  await openMap(page, host, 1024, 700);
  const filters = page.getByRole('group', { name: 'Filters of the map' });
  await expect(filters).toBeVisible();
  expect((await filters.boundingBox())?.height).toBeLessThan(40);
});

test('the views stay where they are when the way back to all nodes comes beside them', { tag: '@browser' }, async ({
  page,
  host,
}) => {
  await openMap(page, host, 1280, 800);
  const places = () =>
    page
      .getByRole('group', { name: 'Show', exact: true })
      .locator('label')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x));
  const before = await places();
  expect(before).toHaveLength(4);
  await chooseRow(page, SHOP.redis);
  await expect(page.getByRole('button', { name: 'All nodes' })).toBeVisible();
  expect(await places()).toEqual(before);
});
