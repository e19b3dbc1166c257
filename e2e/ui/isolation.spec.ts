import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { addressOf, expect, open, rows, store, test } from '../fixtures.ts';

// The tests of a worker share a browser context and the process of the hosts: a test must not find what an earlier one left behind.

/**
 * Runs in the page: finds what was left in storage, by scripts that run in every page, and in what the page is told about its
 * person.
 */
const traces = (page: Page) =>
  page.evaluate(async () => ({
    stored: [localStorage.getItem('left'), sessionStorage.getItem('left')],
    scripts: ['leftByScript', 'leftBehind'].filter((name) => name in window),
    media: ['(prefers-color-scheme: dark)', '(prefers-reduced-motion)'].filter((query) => matchMedia(query).matches),
    permission: (await navigator.permissions.query({ name: 'clipboard-read' as PermissionName })).state,
  }));

test.describe('two tests of one worker', { tag: '@browser' }, () => {
  test.describe.configure({ mode: 'serial' });
  let worker = -1;
  let before = { url: '', data: '' };

  test('the first leaves behind whatever a test can', async ({ page, context, host, home }) => {
    worker = test.info().workerIndex;
    before = { url: host.ready.url, data: host.ready.data };
    await store(host, { taskDescription: 'Left behind' });
    await host.client.call('settings.set', { changes: { 'review.unreadDays': 7 } });
    for (const folder of [home, host.ready.data]) writeFileSync(join(folder, 'left-behind'), 'yes');
    await context.grantPermissions(['clipboard-read']);
    await context.addCookies([{ name: 'left', value: 'behind', url: 'http://127.0.0.1/' }]);
    await context.setExtraHTTPHeaders({ 'x-left': 'behind' });
    await context.exposeFunction('leftBehind', () => true);
    await page.addInitScript(() => Object.assign(window, { leftByScript: true }));
    await page.route('**/api/host.status', (route) => route.continue());
    await open(page, host);
    await page.evaluate(() => {
      localStorage.setItem('left', 'behind');
      sessionStorage.setItem('left', 'behind');
    });
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 600, height: 500 });
    await page.keyboard.down('Shift');
    await context.setOffline(true);
    await context.newPage();
  });

  test('the next one finds nothing of it', async ({ page, context, host, home }) => {
    expect(test.info().workerIndex, 'both are in one worker').toBe(worker);
    expect(host.ready.data).not.toBe(before.data);
    expect(readdirSync(home), 'the same home, emptied').toEqual([]);
    expect(existsSync(join(host.ready.data, 'left-behind'))).toBe(false);
    expect((await host.client.call('settings.get', {})).settings['review.unreadDays']).not.toBe(7);
    expect(context.pages()).toEqual([page]);
    expect(page.viewportSize()).toEqual({ width: 1280, height: 800 });
    expect(await context.cookies()).toEqual([]);
    const headers: Record<string, string>[] = [];
    page.on('request', (request) => headers.push(request.headers()));
    // The same address for both, because storage belongs to an address.
    const address = before.url.split('#')[0] ?? '';
    await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: '<p>' }));
    await page.goto(address);
    expect(await traces(page)).toEqual({ stored: [null, null], scripts: [], media: [], permission: 'prompt' });
    expect(headers.some((header) => 'x-left' in header)).toBe(false);
    await page.evaluate(() =>
      addEventListener('keydown', (event) => Object.assign(window, { withShift: event.shiftKey }), { once: true }),
    );
    await page.keyboard.press('a');
    expect(await page.evaluate(() => 'withShift' in window && window.withShift)).toBe(false);
    await page.unroute(address);
    await page.goto('about:blank');
    await open(page, host);
    await page.goto(addressOf(host, 'lessons'));
    await expect(page.getByRole('heading', { name: 'No lessons yet' })).toBeVisible();
    await expect(rows(page)).toHaveCount(0);
  });
});
