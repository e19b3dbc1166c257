import type { Page } from '@playwright/test';
import { expect, inspector, open, rows, statusLine, store, test } from '../fixtures.ts';
import { violations } from './axe.ts';
import { field, find, palette } from './palette-page.ts';

const options = (page: Page) => palette(page).getByRole('option');
const chosen = (page: Page) => palette(page).getByRole('option', { selected: true });
const group = (page: Page, name: string) => palette(page).getByRole('group', { name, exact: true });

test('an action of the open lesson is done by name, with its key beside it', async ({ page, host }) => {
  await store(host, { taskDescription: 'One' });
  await open(page, host);
  await page.keyboard.press('j');
  await find(page, 'pin');
  await expect(chosen(page)).toHaveText(/Pin or unpin.*What is open or selected.*p/);
  await page.keyboard.press('Enter');
  await expect(statusLine(page)).toContainText('Pinned: One');
  await expect(page.getByRole('listbox', { name: 'Lessons' })).toBeFocused();
  // The next action depends on what is shown, so the test waits for it.
  await expect(rows(page).first().getByLabel('Pinned')).toBeVisible();
  // A recently chosen entry comes first.
  await find(page);
  await expect(group(page, 'Recent').getByRole('option')).toHaveText([/Pin or unpin/]);
  await expect(group(page, 'Actions').getByRole('option', { name: /Pin or unpin/ })).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(statusLine(page)).toContainText('Unpinned: One');
});

test('only what belongs here is offered, and what cannot be done says why', async ({ page, host }) => {
  await store(host, { taskDescription: 'One' });
  await open(page, host, 'data');
  await find(page, 'edit');
  await expect(group(page, 'Actions')).toBeHidden();
  await page.keyboard.press('Escape');
  await page.keyboard.press('2');
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('j');
  await expect(inspector(page).getByRole('heading', { name: 'One' })).toBeVisible();
  await find(page, 'restore from');
  await expect(chosen(page)).toContainText('It is not in the bin');
  await expect(chosen(page)).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Enter');
  await expect(palette(page)).toBeVisible();
  await page.keyboard.press('Escape');
  // The key does the same.
  await page.keyboard.press('u');
  await expect(statusLine(page)).toContainText('It is not in the bin');
});

test('before anything is typed, what can be done stands before what cannot', async ({ page, host }) => {
  await store(host, { taskDescription: 'One' });
  await open(page, host, 'lessons');
  await expect(rows(page)).toHaveCount(1);
  await find(page);
  await expect(group(page, 'Actions').getByRole('option').first()).toBeVisible();
  const isClosed = await group(page, 'Actions')
    .getByRole('option')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-disabled') === 'true'));
  // Nothing is open, so there are some of both.
  expect(isClosed).toContain(true);
  expect(isClosed).toEqual(isClosed.toSorted());
  expect(isClosed[0]).toBe(false);
});

test('every screen is reached by name', async ({ page, host }) => {
  await store(host);
  await open(page, host);
  for (const [screen, heading] of [
    ['today', 'Today'],
    ['brief', 'Brief'],
    ['data', 'Data'],
  ] as const) {
    await find(page, `go ${screen}`);
    await expect(chosen(page)).toContainText(`Go to ${heading}`);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
  }
});

test('the memory is looked after from any screen, and what came of it is said', async ({ page, host }) => {
  await store(host);
  await open(page, host);
  await expect(rows(page)).toHaveCount(1);
  await find(page, 'backup');
  await expect(chosen(page)).toContainText('Back up now');
  await page.keyboard.press('Enter');
  await expect(statusLine(page)).toContainText('Backup made and verified');
  expect((await host.client.call('backup.list', {})).items.map(({ cause }) => cause)).toContain('request');
  await find(page, 'check the memory');
  await page.keyboard.press('Enter');
  await expect(statusLine(page)).toContainText('Memory checked: no problems');
  await find(page, 'load the sample');
  await page.keyboard.press('Enter');
  await expect(statusLine(page).getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(rows(page)).toHaveCount(1);
});

test('what was said of an action is gone on another screen, where it can still be undone', async ({ page, host }) => {
  const { id } = await store(host);
  await open(page, host);
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('j');
  await page.keyboard.press('p');
  await expect(statusLine(page).getByRole('button', { name: 'Undo' })).toBeVisible();
  // Longer than it takes to come to the screen that an action leads to.
  await page.waitForFunction((since) => performance.now() - since > 1100, await page.evaluate(() => performance.now()));
  await page.keyboard.press('8');
  await expect(page.getByRole('heading', { name: 'Data', exact: true })).toBeVisible();
  await expect(statusLine(page).getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await host.client.call('reflection.get', { id })).reflection.pinned).toBe(false);
});

test('lessons are found while typing, with outcome and project, and opened', async ({ page, host }) => {
  await store(host, { taskDescription: 'Rotate the signing keys', outcome: 'success', projectId: 'vault' });
  for (const name of ['Parse CSV', 'Warm the cache', 'Rename a queue']) {
    await store(host, { taskDescription: name, projectId: 'shop' });
  }
  await open(page, host, 'data');
  await find(page, 'signing');
  const hit = group(page, 'Lessons').getByRole('option');
  await expect(hit).toHaveText(/Rotate the signing keys.*vault/);
  await expect(hit.getByRole('img', { name: 'Success' })).toBeVisible();
  await expect(palette(page).getByRole('status')).toHaveText('1 lesson');
  await page.keyboard.press('Enter');
  await expect(inspector(page).getByRole('heading', { name: 'Rotate the signing keys' })).toBeVisible();
  // Without words, it is listed as a recent choice.
  await find(page);
  await expect(group(page, 'Recent').getByRole('option')).toHaveText([/Rotate the signing keys/]);
});

test('all lessons that match are counted, and of all else what is listed', async ({ page, host }) => {
  for (let index = 0; index < 10; index++) await store(host, { taskDescription: `Drain zebra ${index}` });
  await store(host, { taskDescription: 'Wait', projectId: 'zebra' });
  await host.client.call('view.save', { name: 'Zebras', screen: 'lessons', query: 'outcome=failure' });
  await open(page, host, 'data');
  await find(page, 'zebra');
  await expect(group(page, 'Lessons').getByRole('option').last()).toHaveText('Show all 10 in Lessons');
  await expect(palette(page).getByRole('status')).toHaveText('10 lessons, 2 other results');
});

test('what is of another project is shown among all, which is said', async ({ page, host }) => {
  await store(host, { taskDescription: 'Rotate the signing keys', projectId: 'vault' });
  const { projectId } = await store(host, { taskDescription: 'Parse CSV', projectId: 'shop' });
  await open(page, host, `lessons?project=${projectId}`);
  for (const [words, heading, isElsewhere] of [
    ['parse csv', 'Parse CSV', false],
    ['signing keys', 'Rotate the signing keys', true],
  ] as const) {
    await find(page, words);
    await expect(group(page, 'Lessons').getByRole('option')).toHaveText(new RegExp(heading));
    await page.keyboard.press('Enter');
    await expect(inspector(page).getByRole('heading', { name: heading })).toBeVisible();
    expect(page.url().includes(projectId)).toBe(!isElsewhere);
    await expect(statusLine(page).getByText('so all projects are shown')).toBeVisible({ visible: isElsewhere });
  }
});

test('a session whose whole name is typed goes before lessons', async ({ page, host }) => {
  const task = { taskDescription: 'Mend what the run of monday broke', projectId: 'alpha' };
  await store(host, { ...task, sessionId: 'run-of-monday' });
  await open(page, host);
  const groups = palette(page).getByRole('group');
  for (const [words, first] of [
    ['run of monday', /^Lessons/],
    ['run-of-monday', /^Sessions/],
  ] as const) {
    await find(page, words);
    await expect(group(page, 'Lessons')).toBeVisible();
    await expect(group(page, 'Sessions')).toBeVisible();
    await expect(groups.first()).toHaveText(first);
    await page.keyboard.press('Escape');
  }
});

test('a saved view is opened by its name, an action is found by another word for it, and words can be asked', async ({
  page,
  host,
}) => {
  await store(host, { taskDescription: 'Cache the answers', outcome: 'failure' });
  await store(host, { taskDescription: 'Drop the cache', outcome: 'success' });
  await host.client.call('view.save', { name: 'Red builds', screen: 'lessons', query: 'outcome=failure' });
  await open(page, host, 'data');
  await find(page, 'red bu');
  await expect(group(page, 'Saved views').getByRole('option')).toHaveText([/Red builds/]);
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveText([/Cache the answers/]);
  // Its name means it, whatever else the words find, from three letters on.
  await host.client.call('view.save', { name: 'My failures', screen: 'lessons', query: 'outcome=failure' });
  for (const typed of ['my failures', 'my fail']) {
    await find(page, typed);
    await expect(chosen(page)).toHaveText(/^My failures/);
  }
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await find(page, 'trash');
  await expect(group(page, 'Actions').getByRole('option').filter({ hasText: 'Delete' })).toHaveCount(1);
  await field(page).fill('the cache was stale');
  await expect(group(page, 'Ask').getByRole('option')).toHaveCount(4);
  await group(page, 'Ask')
    .getByRole('option', { name: /^Dead ends for/ })
    .click();
  await expect(page).toHaveURL(/#\/causes\?.*ask=deadends/);
  await expect(page.getByRole('region', { name: 'Dead ends' }).getByRole('textbox')).toHaveValue('the cache was stale');
  // A name asks nothing.
  await find(page, 'cache');
  await expect(group(page, 'Ask')).toBeHidden();
});

test('typed and entered in one go, the newest words count: a late answer is waited for, an older one dropped', {
  tag: '@browser',
}, async ({ page, host }) => {
  await store(host, { taskDescription: 'Rotate the signing keys' });
  await store(host, { taskDescription: 'Rotate the log files' });
  await store(host, { taskDescription: 'Parse CSV' });
  await open(page, host);
  await page.route('**/api/reflection.search', async (route) => {
    const { taskDescription } = route.request().postDataJSON();
    await new Promise((resolve) => setTimeout(resolve, taskDescription.includes('log') ? 300 : 900));
    await route.continue().catch(() => {});
  });
  await find(page, 'signing');
  await field(page).fill('log files');
  await page.keyboard.press('Enter');
  await expect(inspector(page).getByRole('heading', { name: 'Rotate the log files' })).toBeVisible();
});

test('an id, a link of the page and a twicewise link open their lesson; an unknown one is said to be', async ({
  page,
  host,
}) => {
  const { id } = await store(host, { taskDescription: 'Deep down' });
  await store(host, { taskDescription: 'On top' });
  await open(page, host, 'today');
  for (const text of [id, id.toLowerCase(), `twicewise://lesson/${id}`, `http://127.0.0.1:1/#/lessons?lesson=${id}`]) {
    await find(page);
    await field(page).fill(text);
    await expect(options(page)).toHaveText([/Deep down/]);
    await page.keyboard.press('Escape');
  }
  await find(page);
  await field(page).fill('refl_01ARZ3NDEKTSV4RRFFQ69G5FAV');
  await expect(palette(page).getByRole('status')).toHaveText('No lesson has this id');
  await expect(options(page)).toHaveCount(0);
});

test('a project is changed to and back, a session shows its lessons', async ({ page, host }) => {
  await store(host, { taskDescription: 'A', projectId: 'alpha', sessionId: 'run-of-monday' });
  await store(host, { taskDescription: 'B', projectId: 'beta' });
  await open(page, host);
  await find(page, 'beta');
  await expect(chosen(page)).toHaveText(/^beta/);
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveText([/Bnow/]);
  await find(page, 'all projects');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(2);
  await find(page, 'monday');
  await expect(group(page, 'Sessions').getByRole('option')).toHaveText(/run-of-monday.*alpha/);
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveText([/Anow/]);
});

test('says honestly that nothing was found, that one letter finds nothing, and that a search failed', {
  tag: '@browser',
}, async ({ page, host }) => {
  await store(host);
  await open(page, host);
  await find(page, 'xyzzyx');
  await expect(palette(page).getByRole('status')).toHaveText('Nothing found for “xyzzyx”');
  await expect(options(page)).toHaveCount(0);
  await field(page).fill('q');
  await expect(palette(page).getByRole('status')).toHaveText('Type more letters to search lessons');
  await page.route('**/api/reflection.search', (route) => route.abort());
  await field(page).fill('plover');
  await expect(palette(page).getByRole('alert')).toContainText('Could not search lessons.');
  await expect(palette(page).getByText('Nothing found')).toBeHidden();
});

test('Escape gives the focus back to where it was, a field with its words included', async ({ page, host }) => {
  await store(host);
  await open(page, host);
  await page.keyboard.press('/');
  await page.keyboard.type('login');
  await find(page, 'today');
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
  await expect(page.getByRole('searchbox')).toBeFocused();
  await expect(page.getByRole('searchbox')).toHaveValue('login');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toBeFocused();
  await find(page);
  // Projects are the last to be read, and the last in the list.
  await expect(group(page, 'Projects').getByRole('option').first()).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(options(page).last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
  // Over words, the key that opened it selects them: what is typed next are words, not keys of the list.
  await page.keyboard.type('some words');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('others');
  await expect(field(page)).toHaveValue('others');
  // Over an empty field it closes it.
  await field(page).fill('');
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toBeHidden();
  await expect(page.getByRole('listbox')).toBeFocused();
});

test.describe('in both themes', () => {
  test('axe finds nothing, with choices, hits, and nothing', async ({ page, host }) => {
    await store(host, { taskDescription: 'Rotate the keys', projectId: 'vault' });
    await open(page, host);
    await find(page);
    await expect(options(page).first()).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.type('rotate');
    await expect(group(page, 'Lessons')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await field(page).fill('restore from');
    await expect(chosen(page)).toContainText('No lesson is open');
    expect(await violations(page)).toEqual([]);
  });
});

test('keys typed before the palette is loaded go into its field, and nowhere else', {
  tag: '@browser',
}, async ({ page, host }) => {
  await store(host, { state: 'draft' });
  let load = () => {};
  const wanted = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route(/\/assets\/sheets-[^/]+\.js$/, async (route) => {
    await wanted;
    await route.continue();
  });
  await open(page, host, 'today');
  await expect(page.getByRole('article', { name: 'Draft', exact: true })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('reject');
  await expect(field(page)).toHaveValue('reject');
  load();
  await expect(options(page).first()).toContainText('Reject');
  await page.keyboard.type(' all');
  await expect(field(page)).toHaveValue('reject all');
  await page.keyboard.press('Escape');
  expect((await host.client.call('reflection.list', {})).items[0]?.state).toBe('draft');
});

test('what is entered before the palette is loaded is done once it is', { tag: '@browser' }, async ({ page, host }) => {
  await store(host);
  await page.route(/\/assets\/sheets-[^/]+\.js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await open(page, host, 'today');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('go to lessons');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/lessons/);
  await expect(palette(page)).toBeHidden();
});
