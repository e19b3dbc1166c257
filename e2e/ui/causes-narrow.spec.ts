import type { Page } from '@playwright/test';
import type { HostProcess } from '@twicewise/testkit';
import { expect, open, test } from '../fixtures.ts';
import { map, twin } from './causes-page.ts';
import { tellOfShop } from './causes-parts.ts';

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

test('what copies the link of a map says so where there is room, and keeps its name where there is none', {
  tag: '@browser',
}, async ({ page, host }) => {
  await openMap(page, host, 1600, 900);
  const copy = page.getByRole('button', { name: 'Copy link', exact: true });
  await expect(copy).toHaveText('Copy link');
  await expect(copy.getByText('Copy link')).toBeVisible();
  await page.setViewportSize({ width: 1024, height: 700 });
  await expect(copy).toBeVisible();
  await expect(copy.getByText('Copy link')).toBeHidden();
  await expect(copy).toHaveAttribute('title', /^Copy link/);
});
