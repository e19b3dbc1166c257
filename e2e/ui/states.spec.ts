import { readFileSync, writeFileSync } from 'node:fs';
import { startHost, tempFolder } from '@twicewise/testkit';
import type { ScreenId } from '@twicewise/ui/shell';
import { addressOf, expect, open, pretend, rows, statusLine, store, test } from '../fixtures.ts';
import { failUntilTriedAgain } from './parts.ts';

test('without a token the page says which link to open', { tag: '@browser' }, async ({ page, host }) => {
  await page.goto(new URL(host.ready.url).origin);
  await expect(page.getByRole('heading', { name: 'Open the link from the terminal' })).toBeVisible();
});

test('the link may be pasted into the page that asks for it, and into one that has another token', {
  tag: '@browser',
}, async ({ page, host }) => {
  const { origin } = new URL(host.ready.url);
  await page.goto(origin);
  await expect(page.getByRole('heading', { name: 'Open the link from the terminal' })).toBeVisible();
  await page.goto(host.ready.url);
  await expect(page.getByText('Live', { exact: true })).toBeAttached();
  expect(page.url()).not.toContain('token');
  await page.goto(`${origin}/#token=${'0'.repeat(64)}`);
  await expect(page.getByRole('heading', { name: 'This token is not valid any more' })).toBeVisible();
  await page.goto(host.ready.url);
  await expect(page.getByText('Live', { exact: true })).toBeAttached();
});

test('the token leaves the address bar at once and survives a reload of the tab', async ({ page, host }) => {
  await store(host);
  await open(page, host);
  expect(page.url()).not.toContain('token');
  expect(page.url()).toContain('#/lessons');
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
});

test('an address that is copied into another tab of the browser is let in, one of another browser is not', {
  tag: '@browser',
}, async ({ page, host, context, browser }) => {
  await store(host);
  await open(page, host);
  const address = page.url();
  const second = await context.newPage();
  await second.goto(address);
  await expect(rows(second)).toHaveCount(1);
  await second.reload();
  await expect(rows(second)).toHaveCount(1);
  await second.close();
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(address);
  await expect(elsewhere.getByRole('heading', { name: 'Open the link from the terminal' })).toBeVisible();
  await elsewhere.context().close();
});

test('a wrong token is its own state', { tag: '@browser' }, async ({ page, host }) => {
  await page.goto(`${new URL(host.ready.url).origin}/#token=${'0'.repeat(64)}`);
  await expect(page.getByRole('heading', { name: 'This token is not valid any more' })).toBeVisible();
});

/** Longer than the page collects what became stale (`SETTLE_MS`): this timer starts later than that one. */
const SETTLED_MS = 300;

test('opening a view asks each question once', { tag: '@browser' }, async ({ page, host }) => {
  await store(host);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') asked.push(`${new URL(request.url()).pathname} ${request.postData()}`);
  });
  await open(page, host);
  await expect(rows(page)).toHaveCount(1);
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), SETTLED_MS);
  expect(asked.length).toBeGreaterThan(3);
  expect(asked).toEqual([...new Set(asked)]);
});

// The app is its own host, so this does not apply to it.
test('a host that goes away is said so, what was read stays, and the page comes back by itself', {
  tag: '@browser',
}, async ({ page }) => {
  const folder = tempFolder('down');
  // Outside of the range from which the system assigns ports, so that no other test's host gets the port in the meantime.
  const args = ['--port', String(20_000 + (process.pid % 10_000))];
  const first = await startHost({ data: folder.path, args });
  await store(first, { taskDescription: 'Still readable' });
  await open(page, first);
  await expect(rows(page)).toHaveCount(1);

  await first.stop();
  await expect(page.getByText('Twicewise is not running.').first()).toBeVisible();
  await expect(page.getByText('Start it again; this page reconnects automatically.').first()).toBeVisible();
  await expect(rows(page)).toHaveCount(1);

  const second = await startHost({ data: folder.path, args });
  await store(second, { taskDescription: 'Stored while the page was alone' });
  await expect(rows(page)).toHaveCount(2, { timeout: 15_000 });
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await second.stop();
  folder.remove();
});

test('a write that fails says why and what to do, and stays', { tag: '@browser' }, async ({ page, host }) => {
  await store(host);
  const error = { code: 'unavailable', reason: 'disk_full', message: 'There is no space left.', hint: 'Make room.' };
  await page.route('**/api/reflection.pin', (route) => route.fulfill({ status: 503, json: { ok: false, error } }));
  await open(page, host);
  await page.keyboard.press('j');
  await page.keyboard.press('p');
  await expect(statusLine(page).getByRole('alert')).toContainText('There is no space left. Make room.');
  await expect(page.getByRole('alert').filter({ hasText: 'The disk is full' })).toBeVisible();

  await page.unroute('**/api/reflection.pin');
  await page.keyboard.press('p');
  await expect(page.getByText('The disk is full')).toBeHidden();
});

test('a list that cannot be read says so and can be asked for again', { tag: '@browser' }, async ({ page, host }) => {
  await store(host);
  const tryAgain = await failUntilTriedAgain(page, 'reflection.list');
  await open(page, host);
  await expect(page.getByText('Could not load lessons.')).toBeVisible();
  const asked = page.waitForRequest('**/api/reflection.list');
  await page.getByRole('button', { name: 'Try again' }).click();
  await asked;
  await expect(page.getByText('Could not load lessons.')).toBeVisible();
  await tryAgain();
  await expect(rows(page)).toHaveCount(1);
});

test('the empty memory teaches; the sample loads, and one undo removes it', async ({ page, host }) => {
  await open(page, host);
  await expect(page.getByText(/^node .*twicewise\.mjs'? mcp --data /)).toBeVisible();
  await page.getByRole('button', { name: 'Load the sample' }).click();
  await expect(rows(page).first()).toBeVisible();
  await expect(statusLine(page)).toContainText(/Loaded the sample: \d+ lessons/);
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('heading', { name: 'No lessons yet' })).toBeVisible();
});

test('a memory with sessions, but without lessons, is past its first steps', async ({ page, host }) => {
  await open(page, host, 'today');
  await expect(page.getByRole('button', { name: 'Load the sample' })).toBeVisible();
  await host.client.call('attempt.record', { projectId: 'shop', sessionId: 's', task: 'Add up', outcome: 'failure' });
  await expect(page.getByText('No drafts to review.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Load the sample' })).toHaveCount(0);
});

test('an import that cannot be read fails with its reason', async ({ page, host }) => {
  await open(page, host);
  await page.getByRole('textbox', { name: 'Absolute path of the file' }).fill('/nowhere/lessons.jsonl');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(statusLine(page).getByRole('alert')).toBeVisible();
});

for (const [state, title] of [
  ['newer_schema', 'The memory is from a newer version'],
  ['foreign_file', 'This is not a memory'],
  ['damaged', 'The memory is damaged'],
  ['migration_failed', 'The memory could not be upgraded'],
] as const) {
  test(`a store that is ${state} is said so, with advice`, { tag: '@browser' }, async ({ page, host }) => {
    await pretend(page, {
      state,
      message: 'What is wrong.',
      hint: 'What to do (backup.restore).',
      setAside: '/somewhere/else.db',
    });
    await open(page, host);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByText('What to do.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Start with an empty memory' })).toHaveCount(
      state === 'damaged' ? 1 : 0,
    );
    const isRestorable = state === 'damaged' || state === 'migration_failed';
    await expect(page.getByRole('heading', { name: 'Restore a backup' })).toHaveCount(isRestorable ? 1 : 0);
  });
}

/** What every screen shows while the store cannot be read. */
const OF_DAMAGED: Record<ScreenId, string> = {
  today: 'The memory is damaged',
  lessons: 'The memory is damaged',
  sessions: 'The memory is damaged',
  causes: 'The memory is damaged',
  brief: 'The memory is damaged',
  insights: 'The memory is damaged',
  activity: 'The memory is damaged',
  data: 'Data',
  settings: 'Settings',
};

test('a damaged store is said so on every screen but those that work without it', { tag: '@browser' }, async ({
  page,
  host,
}) => {
  await pretend(page, { state: 'damaged' });
  await open(page, host);
  for (const [screen, title] of Object.entries(OF_DAMAGED)) {
    await page.goto(addressOf(host, screen));
    await expect(page.locator(`nav a[href*="#/${screen}"]`)).toHaveAttribute('data-status', 'active');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  }
});

test('a damaged store offers its backups, each with a second question', { tag: '@browser' }, async ({ page, host }) => {
  await store(host);
  const { backup } = await host.client.call('backup.create', {});
  await pretend(page, { state: 'damaged', message: 'Pages cannot be read.', hint: 'Restore.', setAside: null });
  await open(page, host);
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText(/Replace the memory with it\?/)).toBeVisible();
  const request = page.waitForRequest('**/api/backup.restore');
  await page.getByRole('button', { name: 'Restore' }).click();
  expect((await request).postDataJSON()).toEqual({ name: backup.name });
});

test('a backup that does not pass the full check is said so before it is restored', { tag: '@browser' }, async ({
  page,
  host,
}) => {
  const { taskDescription } = await store(host);
  const { backup: sound } = await host.client.call('backup.create', {});
  const { backup: altered } = await host.client.call('backup.create', {});
  const bytes = readFileSync(altered.path);
  bytes.write('FIX', bytes.indexOf(taskDescription));
  writeFileSync(altered.path, bytes);
  await pretend(page, { state: 'damaged', message: 'Pages cannot be read.', hint: 'Restore.', setAside: null });
  await open(page, host);
  const row = (title: string) => page.getByRole('listitem').filter({ has: page.getByTitle(title) });
  await expect(row(sound.path).getByText('newest intact one')).toBeVisible();
  await row(altered.path).getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText(/The full check finds \d+ problems? in it/)).toBeVisible();
  const request = page.waitForRequest('**/api/backup.restore');
  await row(altered.path).getByRole('button', { name: 'Restore' }).click();
  expect((await request).postDataJSON()).toEqual({ name: altered.name, acceptProblems: true });
});

test('a second question begins on Cancel, and the row under it stands still', { tag: '@browser' }, async ({
  page,
  host,
}) => {
  await store(host);
  await host.client.call('backup.create', {});
  const sent: string[] = [];
  page.on('request', (request) => sent.push(new URL(request.url()).pathname));
  await open(page, host, 'data');
  const restore = page.getByRole('button', { name: 'Restore' });
  const row = page.getByRole('listitem').filter({ hasText: 'by request' });
  const before = await row.boundingBox();
  await restore.focus();
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('group', {
      name: /^The backup of .+ holds 1 lesson, as many as now\. Replace the memory with it\? You can undo this\.$/,
    }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  expect(await row.boundingBox()).toEqual(before);
  await page.keyboard.press('Enter');
  await expect(restore).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(restore).toBeFocused();
  await expect(page.getByText(/Replace the memory with it\?/)).toBeHidden();
  // A double click does not confirm either.
  await restore.dblclick();
  await expect(restore).toBeFocused();
  expect(sent).not.toContain('/api/backup.restore');
});

test('a read-only store is a bar, and reading goes on', { tag: '@browser' }, async ({ page, host }) => {
  await store(host);
  await pretend(page, { state: 'read_only', message: 'No write access.', hint: 'Check it.', setAside: null });
  await open(page, host);
  await expect(page.getByRole('alert')).toContainText('The memory is read-only No write access. Check it.');
  await expect(rows(page)).toHaveCount(1);
});

test('Data says where everything is and makes a backup', async ({ page, host }) => {
  await store(host);
  await open(page, host, 'data');
  await expect(page.getByRole('button', { name: `${host.ready.data} Copy`, exact: true })).toBeVisible();
  await expect(page.getByText('The memory is healthy')).toBeVisible();
  await page.getByRole('button', { name: 'Back up now' }).click();
  await expect(page.getByText('by request')).toBeVisible();
});

test('the theme is a setting, kept across reloads', async ({ page, host }) => {
  await open(page, host);
  await page.getByRole('radio', { name: 'Dark theme' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect.poll(async () => (await host.client.call('settings.get', {})).settings['ui.theme']).toBe('dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('a screen that shows nothing yet leads to where its content comes from', async ({ page, host }) => {
  await open(page, host, 'causes');
  for (const [screen, title] of [
    ['causes', 'Nothing is known yet'],
    ['insights', 'Nothing to count yet'],
    ['activity', 'Nothing was written yet.'],
  ] as const) {
    for (const [action, part] of [
      ['Import past sessions…', 'Past sessions'],
      ['Connect a program…', 'Agents'],
    ] as const) {
      await page.goto(addressOf(host, screen));
      await expect(page.getByText(title)).toBeVisible();
      await page.getByRole('button', { name: action }).click();
      await expect(page.getByRole('heading', { name: part, exact: true })).toBeFocused();
      await expect(page).toHaveURL(/#\/data$/);
    }
  }
});

test('a map of nothing says that nothing is known, counts none of it and offers nothing to connect', async ({
  page,
  host,
}) => {
  await open(page, host, 'causes?map=true');
  await expect(page.getByText('Nothing is known yet')).toBeVisible();
  await expect(page.getByText('0 nodes are known')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Connect two things' })).toBeHidden();
});
