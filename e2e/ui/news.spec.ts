import type { Page } from '@playwright/test';
import type { HostProcess } from '@twicewise/testkit';
import { startAgent } from '@twicewise/testkit';
import { expect, importLines, inspector, open, store, test } from '../fixtures.ts';
import { violations } from './axe.ts';
import { ended } from './bundle-parts.ts';

const rail = (page: Page) => page.getByRole('banner');

/** What an agent stores; its lessons wait for a person where the settings say so. */
async function asAgent(host: HostProcess, ...lessons: { title: string; failed?: string }[]): Promise<void> {
  const agent = await startAgent({ data: host.ready.data, project: 'shop' });
  for (const { title, failed } of lessons) {
    const says = failed ? { whatDidNotWork: [failed] } : {};
    const lesson = { taskDescription: title, outcome: 'failure', nextStrategy: 'Look first', ...says };
    const answer = await agent.tool('reflection_store', lesson);
    expect(answer).toMatchObject({ ok: true });
  }
  await agent.close();
}

test('new drafts of agents are told in the rail until they are looked at, and move nothing', {
  tag: '@browser',
}, async ({ page, host }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await host.client.call('settings.set', { changes: { 'review.agentWritesAreDrafts': true } });
  const { id } = await store(host, { taskDescription: 'Being read' });
  await open(page, host, `lessons?lesson=${id}`);
  await page.keyboard.press('Escape');
  const focus = await page.evaluate(() => document.activeElement?.getAttribute('role'));
  const place = await page.getByRole('main').boundingBox();
  // A draft of the person's own is no news.
  await store(host, { taskDescription: 'Own draft', state: 'draft' });
  await asAgent(host, { title: 'First' }, { title: 'Second' });
  await expect(rail(page).getByText('2 new drafts')).toBeVisible();
  expect(await page.getByRole('main').boundingBox()).toEqual(place);
  expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe(focus);
  expect(await violations(page)).toEqual([]);
  // What is decided elsewhere is counted no more.
  const [first] = (await host.client.call('reflection.list', { state: 'draft', limit: 1 })).items;
  await host.client.call('reflection.setState', { id: first?.id ?? '', state: 'accepted' });
  await expect(rail(page).getByText('1 new draft')).toBeVisible();
  await rail(page).getByRole('button', { name: 'Review' }).click();
  await expect(page).toHaveURL(/#\/today/);
  await page.keyboard.press('2');
  await expect(page).toHaveURL(/#\/lessons/);
  await expect(rail(page).getByText(/new draft/)).toHaveCount(0);
});

test('in a low window the news leaves the foot of the rail in sight, beside many views', { tag: '@browser' }, async ({
  page,
  host,
}) => {
  await host.client.call('settings.set', { changes: { 'review.agentWritesAreDrafts': true } });
  for (let n = 0; n < 8; n++)
    await host.client.call('view.save', { name: `View ${n}`, screen: 'lessons', query: `q=${n}` });
  await open(page, host);
  const failed = 'The cache was stale, so that each page showed what had been there a week before';
  await asAgent(host, { title: 'First', failed }, { title: 'Second', failed });
  await expect(rail(page).getByText('2 new drafts')).toBeVisible();
  await expect(rail(page).getByText(/Failed \d times/)).toBeVisible();
  for (const height of [700, 600]) {
    await page.setViewportSize({ width: 1024, height });
    await expect(rail(page).getByRole('radio', { name: 'Dark theme' })).toBeInViewport({ ratio: 1 });
    await expect(rail(page).getByText('Live', { exact: true })).toBeInViewport({ ratio: 1 });
    await expect(rail(page).getByRole('link', { name: 'Settings' })).toBeInViewport({ ratio: 1 });
  }
  expect(await violations(page)).toEqual([]);
});

test('drafts that many arrive at once are not told as fewer, whatever their dates', { tag: '@browser' }, async ({
  page,
  host,
}) => {
  await open(page, host, 'data');
  const drafts = (of: string, year: number, most: number) =>
    Array.from({ length: most }, (_, n) => ({
      id: `${of} ${n}`,
      taskDescription: `${of} ${n}`,
      outcome: 'failure',
      state: 'draft',
      createdAt: new Date(Date.UTC(year, 0, 1, 0, n)).toISOString(),
    }));
  await importLines(host, drafts('Later', 2025, 60));
  await expect(rail(page).getByText('60 new drafts')).toBeVisible();
  await rail(page).getByRole('button', { name: 'Dismiss' }).click();
  // Those of before are newer by their dates.
  await importLines(host, drafts('Earlier', 2024, 60));
  await expect(rail(page).getByText('60 new drafts')).toBeVisible();
  await importLines(host, drafts('Many', 2023, 120));
  await expect(rail(page).getByText('100 new drafts or more')).toBeVisible();
});

test('the sample is no news, neither its drafts nor its repeated failures', { tag: '@browser' }, async ({
  page,
  host,
}) => {
  await host.client.call('settings.set', { changes: { 'review.agentWritesAreDrafts': true } });
  await open(page, host, 'data');
  await ended(host, (await host.client.call('import.sample', {})).job.id);
  expect((await host.client.call('reflection.list', { state: 'draft', withTotal: true })).total).toBeGreaterThan(1);
  await asAgent(host, { title: 'First' });
  await expect(rail(page).getByText('1 new draft')).toBeVisible();
  await expect(rail(page).getByText(/Failed \d times/)).toHaveCount(0);
});

test('a failure that repeats is told with its words, and leads to the lesson', { tag: '@browser' }, async ({
  page,
  host,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, host, 'data');
  await asAgent(host, { title: 'Deploy on Monday', failed: 'The cache was stale' });
  await asAgent(host, { title: 'Deploy on Tuesday', failed: 'Another thing' });
  await asAgent(host, { title: 'Deploy on Wednesday', failed: 'The cache was stale' });
  await expect(rail(page).getByText('Failed 2 times')).toBeVisible();
  await expect(rail(page).getByText(/the cache was stale/i)).toBeVisible();
  await rail(page).getByRole('button', { name: 'Show' }).click();
  await expect(inspector(page).getByRole('heading', { level: 2 })).toHaveText('Deploy on Wednesday');
  await expect(rail(page).getByText(/Failed \d times/)).toHaveCount(0);
});

test('the system tells of it while another window is in front, once a person wants that', { tag: '@browser' }, async ({
  page,
  host,
  context,
}) => {
  await context.grantPermissions(['notifications']);
  await host.client.call('settings.set', { changes: { 'review.agentWritesAreDrafts': true } });
  await page.addInitScript(() => {
    const kept = window as unknown as { told: string[]; inFront: boolean };
    kept.told = [];
    kept.inFront = false;
    window.Notification = class extends Notification {
      constructor(title: string, options?: NotificationOptions) {
        super(title, options);
        kept.told.push(title);
      }
    };
    // The test tool keeps every page in front.
    document.hasFocus = () => kept.inFront;
  });
  const told = () => page.evaluate(() => (window as unknown as { told: string[] }).told);
  await open(page, host, 'data');
  await asAgent(host, { title: 'Unasked' });
  await expect(rail(page).getByText('1 new draft')).toBeAttached();
  expect(await told()).toEqual([]);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('system notices');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('contentinfo')).toContainText('System notices are on');
  await asAgent(host, { title: 'Asked for' });
  await expect.poll(told).toEqual(['2 new drafts']);
  // Whoever has the window in front sees it there.
  await page.evaluate(() => {
    (window as unknown as { inFront: boolean }).inFront = true;
  });
  await asAgent(host, { title: 'Seen anyway' });
  await expect(rail(page).getByText('3 new drafts')).toBeAttached();
  expect(await told()).toEqual(['2 new drafts']);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('system notices');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('contentinfo')).toContainText('System notices are off');
});
