import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { type HostProcess, startAgent } from '@twicewise/testkit';
import { expect, open, store, test } from '../fixtures.ts';
import { violations } from './axe.ts';
import { ended } from './bundle-parts.ts';
import { states, twenty } from './draft-parts.ts';
import { current, drafts, toTab, waiting } from './parts.ts';

/** Stores four drafts of a person, and two that were imported. */
async function ofTwoSources(host: HostProcess): Promise<void> {
  for (let number = 1; number <= 4; number++) {
    await store(host, { taskDescription: `By a person ${number}`, state: 'draft', projectId: 'shop' });
  }
  const path = join(host.ready.data, 'two.jsonl');
  const lines = [5, 6].map((number) =>
    JSON.stringify({ taskDescription: `Imported ${number}`, outcome: 'failure', state: 'draft', projectId: 'shop' }),
  );
  writeFileSync(path, lines.join('\n'));
  await ended(host, (await host.client.call('import.lessons', { path })).job.id);
}

/** Imports 240 drafts, half of them in each of two projects. */
async function ofTwoProjects(host: HostProcess): Promise<void> {
  const path = join(host.ready.data, 'many.jsonl');
  const line = (number: number) =>
    JSON.stringify({
      taskDescription: `Draft ${number}`,
      outcome: 'failure',
      state: 'draft',
      projectId: `p${number % 2}`,
    });
  writeFileSync(path, Array.from({ length: 240 }, (_, number) => line(number)).join('\n'));
  await ended(host, (await host.client.call('import.lessons', { path })).job.id);
}

/** What is asked is right below the button that asks it. */
async function expectBelow(asked: Locator, button: Locator): Promise<void> {
  const [box, from] = [await asked.boundingBox(), await button.boundingBox()];
  if (!box || !from) throw new Error('It is not drawn.');
  expect(Math.abs(box.y - from.y - from.height)).toBeLessThan(8);
  expect(box.x).toBeLessThan(from.x + from.width);
  expect(box.x + box.width).toBeGreaterThan(from.x);
}

test('drafts whose tasks read the same show first what is particular', async ({ page, host }) => {
  for (const next of ['Wait for the endpoint', 'Seed the database']) {
    await store(host, { taskDescription: 'Get the tests green', nextStrategy: next, state: 'draft' });
  }
  await store(host, { taskDescription: 'Rename the queue', whatDidNotWork: ['rename the  QUEUE'], state: 'draft' });
  await open(page, host, 'today');
  await waiting(page, '3 drafts to review');
  await expect(drafts(page)).toHaveText([
    /^FailureRename the queue/,
    /^FailureSeed the database.*Get the tests green/,
    /^FailureWait for the endpoint.*Get the tests green/,
  ]);
  await expect(drafts(page).first()).not.toContainText('rename the  QUEUE');
});

test('several drafts are selected and decided as one, previewed and undone as one, by keys alone', async ({
  page,
  host,
}) => {
  await twenty(host);
  await open(page, host, 'today');
  await waiting(page, '20 drafts to review');
  const before = await states(host);
  // Its key is named beside the decision about one draft, until it means several.
  const card = page.getByRole('article', { name: 'Draft', exact: true });
  await expect(card.getByRole('button', { name: /^Accept/ })).toHaveText(/a$/);
  await page.keyboard.press('x');
  await expect(card.getByRole('button', { name: /^Accept/ })).toHaveText(/Accept\s*$/);
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('J');
  const bulk = page.getByRole('region', { name: 'Decide several drafts' });
  await expect(bulk.getByRole('status')).toHaveText('3 selected');
  await page.keyboard.press('a');
  await expect(bulk).toContainText('Accept. Changes 3 lessons');
  expect(await states(host)).toEqual(before);
  // One who leaves the screen and goes back finds them selected.
  await page.keyboard.press('8');
  await expect(page.getByRole('heading', { name: 'Data', exact: true })).toBeVisible();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(bulk.getByRole('status')).toHaveText('3 selected');
  await page.keyboard.press('a');
  await expect(bulk).toContainText('Accept. Changes 3 lessons');
  // Escape leads from the preview to the selection, and from there to no selection.
  await page.keyboard.press('Escape');
  await expect(bulk.getByRole('status')).toHaveText('3 selected');
  await expect(page.getByRole('listbox', { name: 'Drafts to review' })).toBeFocused();
  await page.keyboard.press('r');
  await expect(bulk.getByRole('button', { name: 'Reject', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await waiting(page, '17 drafts to review');
  await expect(bulk).toBeHidden();
  await expect(page.getByRole('listbox', { name: 'Drafts to review' })).toBeFocused();
  await expect(current(page)).toContainText('once more');
  const rejected = Object.entries(await states(host)).filter(([, state]) => state === 'rejected');
  expect(rejected.map(([task]) => task)).toEqual(['Draft 20', 'Draft 19', 'Draft 18']);
  await page.keyboard.press('u');
  await waiting(page, '20 drafts to review');
  expect(await states(host)).toEqual(before);
});

test('drafts are filtered by source with counts, and all that are listed are decided as one', async ({
  page,
  host,
}) => {
  await ofTwoSources(host);
  await open(page, host, 'today');
  await waiting(page, '6 drafts to review');
  await page.keyboard.press('f');
  const filters = page.getByRole('complementary', { name: 'Filters' });
  const mine = filters.getByRole('checkbox', { name: /^A person/ });
  await expect(filters.getByRole('listitem').filter({ hasText: 'Imported ' })).toContainText('2');
  await expect(filters.getByRole('listitem').filter({ hasText: 'A person' })).toContainText('4');
  await mine.focus();
  await page.keyboard.press('Space');
  await expect(drafts(page)).toHaveCount(4);
  await expect(page).toHaveURL(/source=person/);
  await expect(mine).toBeFocused();
  // The tab counts all of them, the buttons those that are listed.
  await waiting(page, '6 drafts to review');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Accept all 4…/ })).toBeVisible();
  const rejectAll = page.getByRole('button', { name: /^Reject all 4…/ });
  await rejectAll.click();
  const bulk = page.getByRole('region', { name: 'Decide several drafts' });
  await expectBelow(bulk, rejectAll);
  await expect(bulk.getByRole('button', { name: 'Reject', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(rejectAll).toBeFocused();
  // By key it opens at the same place, and the list has the focus again.
  await page.keyboard.press('Shift+R');
  await expectBelow(bulk, rejectAll);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox', { name: 'Drafts to review' })).toBeFocused();
  await page.keyboard.press('Shift+R');
  await expect(bulk).toContainText('Reject: A person. Changes 4 lessons');
  await page.keyboard.press('Enter');
  await waiting(page, '2 drafts to review');
  await expect(drafts(page)).toHaveCount(2);
  await expect(page.getByRole('listbox', { name: 'Drafts to review' })).toBeFocused();
  expect(Object.values(await states(host)).filter((state) => state === 'rejected')).toHaveLength(4);
  await page.keyboard.press('u');
  await waiting(page, '6 drafts to review');
});

test('drafts stand in groups of the host, each decided whole, previewed and undone as one', async ({ page, host }) => {
  await ofTwoSources(host);
  await open(page, host, 'today');
  await waiting(page, '6 drafts to review');
  const list = page.getByRole('listbox', { name: 'Drafts to review' });
  await page.keyboard.press('g');
  await page.getByRole('menuitemcheckbox', { name: 'By source' }).click();
  await expect(page).toHaveURL(/group=source/);
  // Newest first they would begin with what was imported; groups go by their names.
  await expect(drafts(page)).toHaveText([/Imported 6/, /Imported 5/, /person 4/, /person 3/, /person 2/, /person 1/]);
  await expect(drafts(page).nth(2)).toContainText('A person, 4 drafts:');
  await expect(list.getByText('A person', { exact: true })).toBeVisible();

  // One that is decided alone is taken off the count of its group.
  await drafts(page).nth(2).click();
  await page.keyboard.press('r');
  await expect(drafts(page).nth(2)).toContainText('A person, 3 drafts:');
  await page.keyboard.press('u');
  await expect(drafts(page).nth(2)).toContainText('A person, 4 drafts:');

  await list.getByTitle('Accept 4 drafts: A person…').click();
  const bulk = page.getByRole('region', { name: 'Decide several drafts' });
  await expect(bulk).toContainText('Accept: A person. Changes 4 lessons');
  // It is asked at the button.
  await expectBelow(bulk, list.getByTitle('Accept 4 drafts: A person…'));
  await expect(bulk.getByRole('button', { name: 'Accept', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(bulk).toBeHidden();
  await expect(list).toBeFocused();
  await list.getByTitle('Accept 4 drafts: A person…').click();
  await expect(bulk).toContainText('Accept: A person. Changes 4 lessons');
  await page.keyboard.press('Enter');
  await expect(drafts(page)).toHaveText([/Imported 6/, /Imported 5/]);
  expect(Object.values(await states(host)).filter((state) => state === 'accepted')).toHaveLength(4);
  await expect(list).toBeFocused();
  await page.keyboard.press('u');
  await expect(drafts(page)).toHaveCount(6);

  // The same by keys alone, of the group of the current draft.
  await page.keyboard.press('Home');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('reject all drafts of this group');
  await page.keyboard.press('Enter');
  await expect(bulk).toContainText(/Reject: Imported .+\. Changes 2 lessons/);
  await page.keyboard.press('Enter');
  await expect(drafts(page)).toHaveText([/person 4/, /person 3/, /person 2/, /person 1/]);
});

test('where drafts are grouped, the keys for all decide the group of the current draft, and say which', async ({
  page,
  host,
}) => {
  await ofTwoSources(host);
  await store(host, { taskDescription: 'By a person elsewhere', state: 'draft', projectId: 'tools' });
  await open(page, host, 'today?group=source');
  await expect(page.getByRole('button', { name: /^Reject 2: Imported .+… Shift\+R/ })).toBeVisible();
  const bulk = page.getByRole('region', { name: 'Decide several drafts' });
  await drafts(page).filter({ hasText: 'person 4' }).click();
  await expect(page.getByRole('button', { name: /^Accept 5: A person… Shift\+A/ })).toBeVisible();
  // One that was decided alone is not counted.
  await page.keyboard.press('a');
  await expect(page.getByRole('button', { name: /^Reject 4: A person… Shift\+R/ })).toBeVisible();
  await page.keyboard.press('Shift+R');
  await expect(bulk).toContainText('Reject: A person. Changes 4 lessons');
  await page.keyboard.press('Escape');
  // A filter narrows the group, and is named with it.
  await page.keyboard.press('f');
  await page.getByRole('complementary', { name: 'Filters' }).getByRole('checkbox', { name: /^shop/ }).check();
  await page.keyboard.press('Escape');
  await drafts(page).filter({ hasText: 'person 3' }).click();
  await page.getByRole('button', { name: /^Reject 3: A person…/ }).click();
  await expect(bulk).toContainText('Reject: A person, shop. Changes 3 lessons');
  await page.keyboard.press('Enter');
  await expect(drafts(page)).toHaveText([/Imported 6/, /Imported 5/]);
  const rejected = Object.entries(await states(host)).filter(([, state]) => state === 'rejected');
  expect(rejected.map(([task]) => task).toSorted()).toEqual(['By a person 1', 'By a person 2', 'By a person 3']);
});

test('groups come whole from the host, with the counts of what is not loaded', async ({ page, host }) => {
  await ofTwoProjects(host);
  await open(page, host, 'today?group=project');
  await waiting(page, '240 drafts to review');
  await expect(drafts(page).first()).toContainText('p0, 120 drafts:');
  const list = page.getByRole('listbox', { name: 'Drafts to review' });
  await list.focus();
  // The heading of what is read stays above it.
  for (let screen = 0; screen < 4; screen++) await page.keyboard.press('PageDown');
  await expect(list.getByText('p0', { exact: true }).first()).toBeInViewport();
  // End goes to the last row that is loaded, and loads more.
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(current(page)).toContainText('Draft 1', { timeout: 500 });
  }).toPass();
  await expect(list.getByTitle('Accept 120 drafts: p1…')).toBeInViewport();
  expect(await list.getByRole('option').count()).toBeLessThan(60);
});

test('a preview at a button of a heading stays there while that moves, and is at the foot once that is gone', async ({
  page,
  host,
}) => {
  await ofTwoProjects(host);
  await open(page, host, 'today?group=project');
  await waiting(page, '240 drafts to review');
  const list = page.getByRole('listbox', { name: 'Drafts to review' });
  const bulk = page.getByRole('region', { name: 'Decide several drafts' });
  const button = list.getByTitle(/^Accept 1(?:20|19) drafts: p0…/).first();
  const goOn = bulk.getByRole('button', { name: 'Accept', exact: true });
  const scroll = (to: 'start' | 'end') =>
    list.evaluate((element, end) => {
      element.scrollTop = end ? element.scrollHeight : 0;
    }, to === 'end');
  const scrollAway = () =>
    expect(async () => {
      await scroll('end');
      await expect(button).not.toBeInViewport({ timeout: 200 });
    }).toPass({ timeout: 10_000 });
  const expectAtFoot = async () => {
    await expect(goOn).toBeFocused();
    await expect(async () => {
      const [box, rows] = [await bulk.boundingBox(), await list.boundingBox()];
      if (!box || !rows) throw new Error('It is not drawn.');
      expect(box.y).toBeGreaterThanOrEqual(rows.y + rows.height - 1);
    }).toPass({ timeout: 5000 });
  };
  await button.click();
  await expectBelow(bulk, button);
  // The window is lower, and there is more room above the button.
  await page.setViewportSize({ width: 1280, height: 300 });
  await expect.poll(async () => (await bulk.boundingBox())?.y).toBeLessThan((await button.boundingBox())?.y ?? 0);
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(() => expectBelow(bulk, button)).toPass();
  await scrollAway();
  await expectAtFoot();
  await page.keyboard.press('Escape');
  await expect(bulk).toBeHidden();

  // The button is gone before a decision ends that the preview waits for.
  await page.keyboard.press('End');
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/reflection.*', async (route) => {
    if (!/(?:setState|update|change)/.test(route.request().url())) return route.continue();
    await isAnswered;
    await route.continue();
  });
  await list.focus();
  await page.keyboard.press('r');
  await scroll('start');
  await button.click();
  await scroll('end');
  await expect(list.getByTitle(/drafts: p0…/)).toHaveCount(0);
  await expect(bulk).toBeHidden();
  answer();
  await expectAtFoot();
});

test('filters and groups of the drafts are as they were after a look at another tab', async ({ page, host }) => {
  await ofTwoSources(host);
  await open(page, host, 'today?source=person&group=project');
  await expect(drafts(page)).toHaveCount(4);
  await page.keyboard.press(']');
  await expect(page).toHaveURL(/waiting=suspects/);
  await page.keyboard.press('[');
  await expect(drafts(page)).toHaveCount(4);
  await expect(page).toHaveURL(/group=project/);
  await expect(page).not.toHaveURL(/waiting=/);
});

test('a project that filters the drafts is not that of the window', async ({ page, host }) => {
  for (const projectId of ['shop', 'shop', 'tools']) await store(host, { projectId, state: 'draft' });
  await open(page, host, 'today');
  await waiting(page, '3 drafts to review');
  await page.keyboard.press('f');
  const filters = page.getByRole('complementary', { name: 'Filters' });
  await filters.getByRole('checkbox', { name: /^tools/ }).check();
  await expect(drafts(page)).toHaveCount(1);
  await waiting(page, '3 drafts to review');
  await expect(page.getByRole('button', { name: 'All projects' })).toBeVisible();
  await filters.getByRole('checkbox', { name: /^shop/ }).check();
  await expect(drafts(page)).toHaveCount(3);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove filter tools' }).click();
  await expect(drafts(page)).toHaveCount(2);
  await page.keyboard.press('2');
  await expect(page.getByRole('button', { name: 'All projects' })).toBeVisible();
});

for (const theme of ['Light theme', 'Dark theme']) {
  test(`groups of drafts are accessible: ${theme}`, { tag: '@browser' }, async ({ page, host }) => {
    await ofTwoSources(host);
    await open(page, host, 'today?group=source');
    await page.getByRole('radio', { name: theme }).check();
    await expect(drafts(page).first()).toContainText('drafts:');
    expect(await violations(page)).toEqual([]);
  });
}

for (const theme of ['Light theme', 'Dark theme']) {
  test(`filters, a selection and its preview are accessible: ${theme}`, { tag: '@browser' }, async ({ page, host }) => {
    await ofTwoSources(host);
    await open(page, host, 'today');
    await page.getByRole('radio', { name: theme }).check();
    await page.keyboard.press('f');
    await expect(page.getByRole('checkbox', { name: /^A person/ })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('x');
    const bulk = page.getByRole('region', { name: 'Decide several drafts' });
    await expect(bulk.getByRole('status')).toHaveText('1 selected');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('a');
    await expect(bulk).toContainText('Changes 1 lesson');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    const agent = await startAgent({ data: host.ready.data, project: 'shop' });
    await agent.tool('memory_brief', { task: 'by a person' });
    await agent.close();
    await toTab(page, 'Shown to agents');
    await expect(page.getByText('asked for a brief')).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
}

test('a preview waits for the decisions before it, so that it is not out of date when it is there', async ({
  page,
  host,
}) => {
  await twenty(host);
  await open(page, host, 'today');
  await waiting(page, '20 drafts to review');
  for (let n = 0; n < 8; n++) await page.keyboard.press('a');
  await page.keyboard.press('Shift+R');
  const bulk = page.getByRole('region', { name: 'Decide several drafts' });
  await expect(bulk).toContainText('Changes 12 lessons');
  await expect(bulk).toContainText('and 7 more');
  await page.keyboard.press('Enter');
  await expect(page.getByText('All drafts are reviewed.')).toBeFocused();
  expect(Object.values(await states(host)).filter((state) => state === 'rejected')).toHaveLength(12);
});
