import type { ScreenId } from '@twicewise/ui/shell';
import { addressOf, expect, open, store, test } from '../fixtures.ts';
import { SHOP, tellOfShop } from './causes-parts.ts';

/** For each screen, a link that is not understood, or only in part, and how to see that the screen is shown nevertheless. */
const LINKS: Record<ScreenId, string> = {
  today: 'waiting=everything&at=nothing&show=all',
  lessons:
    'outcome=great&state=gone&category=luck&kind=x&confidence=big&month=2026-13&source=me&since=soon&bin=2&sort=best',
  sessions: 'outcome=great&since=2026-02-31&until=soon&bin=2&tab=deadends',
  causes:
    'ask=deadEnds&from=slow+payment&node=node_1&edge=e&open=x&hide=y&relation=leads&basis=luck&weight=900&since=soon',
  brief: 'budget=12&task=a&task=b',
  insights: 'days=12',
  activity: 'show=all&by=nobody&since=soon',
  data: 'show=all',
  settings: 'part=everything&project=x',
};

test('a link with parts that nobody understands opens its screen without them', { tag: '@browser' }, async ({
  page,
  host,
}) => {
  await store(host, { projectId: 'shop' });
  await tellOfShop(host);
  await open(page, host);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${page.url().split('#')[1]}: ${message.text()}`);
  });
  const isShown = async (screen: string) => {
    await expect(page.locator('nav a[data-status=active]')).toContainText(screen, { ignoreCase: true });
    await expect(page.locator('[role="option"], h1').first()).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  };
  for (const [screen, search] of Object.entries(LINKS)) {
    await page.goto(addressOf(host, `${screen}?${search}`));
    await isShown(screen);
    // The same for a link with which a page starts.
    await page.reload();
    await isShown(screen);
  }
  expect(complaints).toEqual([]);
});

test('what is understood of a link counts, and what is not comes back with no change of it', {
  tag: '@browser',
}, async ({ page, host }) => {
  await tellOfShop(host);
  await open(page, host, 'causes?ask=deadEnds&project=shop&q=redis');
  await expect(page.getByRole('radio', { name: 'Map' })).toBeChecked();
  await expect(page.getByRole('searchbox')).toHaveValue('redis');
  await expect(page.getByText(SHOP.redis).first()).toBeVisible();

  await page.goto(addressOf(host, 'sessions?outcome=great&outcome=failure&tab=deadends&project=shop'));
  await expect(page.getByRole('option')).toHaveCount(2);
  await page.getByRole('searchbox').fill('night');
  await expect(page.getByRole('option')).toHaveCount(1);
  await expect(page).toHaveURL(/sessions\?project=shop&outcome=failure&q=night$/);
});
