import type { Page } from '@playwright/test';
import { addressOf, expect, inspector, open, rows, statusLine, store, test } from '../fixtures.ts';
import { violations } from './axe.ts';

const panel = (page: Page) => page.getByRole('complementary', { name: 'Filters' });
const value = (page: Page, name: string) => panel(page).getByRole('checkbox', { name, exact: true });
const facet = (page: Page, name: string) =>
  panel(page)
    .getByRole('group')
    .filter({ has: page.getByText(name, { exact: true }) });

test('each count is what choosing it shows; several values of one facet, all in the link', async ({ page, host }) => {
  await store(host, { agent: 'codex', projectId: 'alpha', tags: ['ci', 'slow'], confidence: 0.9 });
  await store(host, { agent: 'claude', projectId: 'alpha', tags: ['ci'], outcome: 'success', confidence: 0.2 });
  await store(host, { agent: 'gemini', projectId: 'beta', outcome: 'partial', failureCategory: 'logic_error' });
  await open(page, host);
  await expect(statusLine(page)).toHaveText(/f\s*filters/);
  await page.keyboard.press('f');
  await expect(statusLine(page)).toHaveText(/f\s*close the filters/);
  await expect(value(page, 'alpha 2')).toBeVisible();
  await expect(facet(page, 'Project')).toContainText('For the whole window');
  await value(page, 'codex 1').check();
  await expect(rows(page)).toHaveCount(1);
  // A facet is counted without its own filter, but with those of all other facets.
  await expect(value(page, 'claude 1')).toBeVisible();
  await expect(value(page, 'alpha 1')).toBeVisible();
  await expect(facet(page, 'Outcome').getByRole('checkbox')).toHaveCount(1);
  await value(page, 'gemini 1').check();
  await expect(rows(page)).toHaveCount(2);
  expect(page.url()).toContain('agent=codex&agent=gemini');
  await panel(page).getByText('Confidence', { exact: true }).click();
  await value(page, 'High (0.8 and more) 1').check();
  await expect(rows(page)).toHaveCount(1);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await expect(value(page, 'codex 1')).toBeChecked();
  await page.getByRole('button', { name: 'Remove filter Agent codex' }).click();
  await expect(page.getByText('No lesson matches these filters.')).toBeVisible();
  // A chosen value stays visible, whatever its count.
  await expect(value(page, 'gemini 0')).toBeChecked();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(rows(page)).toHaveCount(3);
  await value(page, 'Logic error 1').check();
  await expect(rows(page)).toHaveCount(1);
});

test('values stay where they are while others are chosen, whatever their counts become', async ({ page, host }) => {
  for (const tag of ['one', 'two', 'three']) await store(host, { projectId: 'alpha', tags: ['ci', tag] });
  for (const tag of ['one', 'two']) await store(host, { projectId: 'beta', tags: ['slow', tag] });
  await open(page, host);
  await page.keyboard.press('f');
  const order = async () =>
    (await facet(page, 'Tag').getByRole('listitem').allTextContents()).map((row) => row.replace(/\d+$/, ''));
  await expect(value(page, '#ci 3')).toBeVisible();
  const before = await order();
  expect(before).toEqual(['#ci', '#one', '#slow', '#two', '#three']);
  await value(page, 'beta 2').check();
  await expect(value(page, '#ci 3')).toHaveCount(0);
  expect(await order()).toEqual(['#one', '#slow', '#two']);
  await value(page, 'beta 2').uncheck();
  await expect(value(page, '#ci 3')).toBeVisible();
  expect(await order()).toEqual(before);
  // Who went on to the list finds what there is most of on top again.
  await value(page, 'beta 2').check();
  await page.getByRole('listbox').focus();
  await store(host, { projectId: 'beta', tags: ['slow', 'three'] });
  await expect(value(page, '#slow 3')).toBeVisible();
  expect(await order()).toEqual(['#slow', '#one', '#three', '#two']);
});

test('what agents and people say of lessons is a filter too', async ({ page, host }) => {
  const { id } = await store(host, { taskDescription: 'Retry at once' });
  await store(host, { taskDescription: 'Wait a second' });
  await open(page, host);
  await page.keyboard.press('f');
  await host.client.call('memory.feedback', { reflectionId: id, verdict: 'harmful' });
  await panel(page).getByText('Feedback', { exact: true }).click();
  await value(page, 'Harmful 1').check();
  await expect(rows(page)).toHaveText([/Retry at once/]);
  // As many say that it helped: there is no majority any more.
  await host.client.call('memory.feedback', { reflectionId: id, verdict: 'helpful' });
  await expect(page.getByText('No lesson matches these filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove filter Feedback: Harmful' }).click();
  await expect(rows(page)).toHaveCount(2);
});

test('a session among the filters is named as people know it, one that is not here by what the link says', async ({
  page,
  host,
}) => {
  const { sessionId } = await store(host, { sessionId: 'Thursday' });
  await store(host, { taskDescription: 'Other' });
  await open(page, host, `lessons?session=${sessionId}&session=gone`);
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: /^Remove filter/ })).toHaveText(['Session Thursday', 'Session gone']);
  await page.getByRole('button', { name: 'Remove filter Session Thursday' }).click();
  await expect(page.getByText('No lesson matches these filters.')).toBeVisible();
});

test('by keys alone: open, go through the values, find one among many, and back to the list', async ({
  page,
  host,
}) => {
  for (let index = 0; index < 30; index++)
    await store(host, { taskDescription: `Task ${index}`, tags: [`tag-${index}`], agent: 'codex' });
  await open(page, host);
  await page.keyboard.press('f');
  // Whoever opens the filters wants to filter, not to save a view.
  await expect(panel(page).locator('details').first().locator('summary')).toBeFocused();
  await expect(panel(page).getByText(/move\s*Space\s*choose/)).toBeVisible();
  const find = panel(page).getByRole('searchbox', { name: 'Find in tag' });
  for (let step = 0; step < 20 && !(await find.evaluate((field) => field === document.activeElement)); step++)
    await page.keyboard.press('ArrowDown');
  await expect(find).toBeFocused();
  await expect(facet(page, 'Tag').getByRole('checkbox')).toHaveCount(7);
  await page.keyboard.type('tag-27');
  await expect(facet(page, 'Tag').getByRole('checkbox')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press(' ');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Task 27');
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(page.getByRole('listbox', { name: 'Lessons' })).toBeFocused();
});

test('a facet with more values than are named does not say that it shows all', async ({ page, host }) => {
  const tagsOf = (from: number) => Array.from({ length: 30 }, (_, index) => `tag-${from + index}`);
  for (let from = 0; from < 210; from += 30) await store(host, { taskDescription: `From ${from}`, tags: tagsOf(from) });
  await open(page, host);
  await page.keyboard.press('f');
  await facet(page, 'Tag').getByRole('button', { name: 'Show the 200 with the most', exact: true }).click();
  await expect(facet(page, 'Tag')).toContainText('Only the 200 with the most are named.');
  // One that is not named may be there all the same.
  await facet(page, 'Tag').getByRole('searchbox').fill('tag-99999');
  await expect(facet(page, 'Tag')).toContainText('Not among the 200 with the most.');
  await expect(facet(page, 'Tag')).not.toContainText('No such value');
});

test('counts follow changes, and many changes do not mean many questions', { tag: '@browser' }, async ({
  page,
  host,
}) => {
  await store(host, { agent: 'codex' });
  await open(page, host);
  await page.keyboard.press('f');
  await expect(value(page, 'codex 1')).toBeVisible();
  let counted = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/reflection.facets')) counted++;
  });
  let changes = 0;
  const before = Date.now();
  // At least this many changes, and for at least this time: how long the changes take depends on the machine.
  while (changes <= 20 || Date.now() - before < 2500) {
    await store(host, { taskDescription: `Burst ${changes}`, agent: 'codex' });
    changes++;
  }
  await expect(value(page, `codex ${(changes + 1).toLocaleString('en-GB')}`)).toBeVisible();
  // One request at once, then one per second, and one after the last change.
  expect(counted).toBeLessThanOrEqual(2 + Math.ceil((Date.now() - before) / 1000));
});

test('with words in the search field the counts say what they are of', async ({ page, host }) => {
  await store(host, { taskDescription: 'Fix the token', agent: 'codex' });
  await store(host, { taskDescription: 'Warm the cache', agent: 'codex' });
  await open(page, host, 'lessons?q=token');
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await expect(panel(page)).toContainText('Counts follow the filters only');
  await expect(value(page, 'codex 2')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Order/ })).toBeHidden();
});

test('a name that is cut in the middle is read, found and copied whole, and once', async ({ page, host }) => {
  for (const projectId of ['sample-invoices', 'sample-checkout']) await store(host, { projectId });
  await open(page, host, 'lessons');
  await page.keyboard.press('f');
  const filters = page.getByRole('complementary', { name: 'Filters' });
  await expect(filters.getByRole('checkbox', { name: 'sample-invoices 1', exact: true })).toBeVisible();
  const name = filters.getByTitle('sample-invoices');
  await expect(name).toHaveText('sample-invoices');
  const copied = await name.evaluate((element) => {
    const selection = getSelection();
    selection?.selectAllChildren(element);
    return selection?.toString().trim();
  });
  expect(copied).toBe('sample-invoices');
  // `window.find` looks as the search of the browser does.
  const found = await page.evaluate(() => {
    getSelection()?.removeAllRanges();
    return 'find' in window && typeof window.find === 'function' && Boolean(window.find('sample-invoices'));
  });
  expect(found).toBe(true);
});

test('the list is in the order that was chosen, and the link has it', async ({ page, host }) => {
  const first = await store(host, { taskDescription: 'First', confidence: 0.4 });
  const second = await store(host, { taskDescription: 'Second', confidence: 0.9 });
  await store(host, { taskDescription: 'Third' });
  await open(page, host);
  const order = async (name: string) => {
    await page.getByRole('button', { name: /^Order/ }).click();
    await page.getByRole('menuitemcheckbox', { name, exact: true }).click();
  };
  await order('Oldest first');
  await expect(rows(page)).toContainText(['First', 'Second', 'Third']);
  await order('Most confident first');
  await expect(rows(page)).toContainText(['Second', 'First', 'Third']);
  await order('Last changed first');
  const changes = { nextStrategy: 'Another' };
  const { reflection: changed } = await host.client.call('reflection.update', { id: first.id, changes });
  await expect(rows(page)).toContainText(['First', 'Third', 'Second']);
  // The time of a row is that of its order.
  await expect(rows(page).first().locator('time')).toHaveAttribute('datetime', changed.updatedAt);
  await page.reload();
  await expect(rows(page)).toContainText(['First', 'Third', 'Second']);
  // By what came or was changed here there is no time to show.
  await host.client.call('reflection.pin', { id: second.id });
  await order('Last added or changed here first');
  await expect(rows(page)).toContainText(['Second', 'First', 'Third']);
  await expect(rows(page).locator('time')).toHaveCount(0);
  await order('Newest first');
  await expect(page).toHaveURL(/#\/lessons$/);
  await expect(rows(page).last().locator('time')).toHaveAttribute('datetime', changed.createdAt);
  await host.client.call('reflection.delete', { id: first.id });
  await open(page, host, 'lessons?bin=1&sort=updated');
  await expect(rows(page)).toHaveCount(1);
  const { reflection: binned } = await host.client.call('reflection.get', { id: first.id });
  await expect(rows(page).locator('time')).toHaveAttribute('datetime', binned.deletedAt ?? '');
  // In the bin the order of changes here is that of the deletions, and is offered once.
  await open(page, host, 'lessons?bin=1&sort=stored');
  await expect(rows(page).locator('time')).toHaveAttribute('datetime', binned.deletedAt ?? '');
  await page.getByRole('button', { name: /^Order/ }).click();
  await expect(page.getByRole('menuitemcheckbox')).toHaveText([
    'Newest first',
    'Oldest first',
    'Last deleted first',
    'Most confident first',
  ]);
  await expect(page.getByRole('menuitemcheckbox', { name: 'Last deleted first' })).toBeChecked();
  await page.keyboard.press('Escape');
  // It is the usual one there, wherever a person came from.
  await open(page, host, 'lessons');
  await page.keyboard.press('b');
  await expect(page).toHaveURL(/#\/lessons\?bin=/);
  await expect(page.getByRole('button', { name: 'Order Last deleted first' })).toBeVisible();
  await expect(rows(page).locator('time')).toHaveAttribute('datetime', binned.deletedAt ?? '');
  await page.goto(addressOf(host, 'lessons?bin=1&outcome=failure&pinned=1'));
  await expect(page.getByText('No lesson in the bin matches these filters.')).toBeVisible();
});

test('the counts are accessible in both themes, in a narrow window too', { tag: '@browser' }, async ({
  page,
  host,
}) => {
  await store(host, { agent: 'codex', tags: ['ci'], failureCategory: 'logic_error', confidence: 0.9 });
  await open(page, host, 'lessons?tag=ci');
  await page.keyboard.press('f');
  await expect(value(page, 'codex 1')).toBeVisible();
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 1024, height: 700 },
  ]) {
    await page.setViewportSize(viewport);
    expect(await violations(page)).toEqual([]);
  }
});

test('in a small window the filters give way to a form, and come back after it', { tag: '@browser' }, async ({
  page,
  host,
}) => {
  await store(host, { taskDescription: 'First', nextStrategy: 'Wait' });
  await page.setViewportSize({ width: 1280, height: 700 });
  await open(page, host, 'lessons');
  const filters = page.getByRole('complementary', { name: 'Filters' });
  const field = page.getByRole('textbox', { name: 'Next time' });
  await rows(page).first().click();
  await page.keyboard.press('e');
  await field.fill('Wait longer');
  await page.getByRole('button', { name: 'Filters' }).click();
  await expect(filters).toBeVisible();
  await page.setViewportSize({ width: 1024, height: 700 });
  await expect(filters).toBeHidden();
  // Nothing lies over the field, and what was typed is there.
  await field.click();
  await expect(field).toHaveValue('Wait longer');
  await page.getByRole('button', { name: 'Filters' }).click();
  await expect(page.getByRole('contentinfo')).toContainText('Close the form first');
  await expect(filters).toBeHidden();
  await field.focus();
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await expect(filters).toBeVisible();
  await page.keyboard.press('e');
  await expect(field).toHaveValue('Wait longer');
});

test('a search that a filter or a project leaves nothing of is widened without losing its words', async ({
  page,
  host,
}) => {
  await store(host, { taskDescription: 'Replace the zebra crossing', projectId: 'roads', tags: ['paint'] });
  await open(page, host);
  await page.goto(addressOf(host, 'lessons?q=zebra&tag=ci'));
  await expect(page.getByText('Active filters apply too.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('searchbox', { name: 'Search lessons' })).toHaveValue('zebra');
  // A single letter is not searched for, and is kept all the same.
  await page.goto(addressOf(host, 'lessons?q=z&tag=ci'));
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('searchbox', { name: 'Search lessons' })).toHaveValue('z');
  await store(host, { taskDescription: 'Water the cactus', projectId: 'garden' });
  await page.goto(addressOf(host, 'lessons?q=zebra&project=garden'));
  await expect(page.getByText('Nothing relevant to “zebra”')).toBeVisible();
  await expect(page.getByText('Active filters apply too.'), 'the project is none').toBeHidden();
  await page.getByRole('button', { name: 'All projects' }).last().click();
  await expect(rows(page)).toHaveCount(1);
});

test('an empty bin says so, whatever filters it; one that has lessons says that none matches', async ({
  page,
  host,
}) => {
  const { id } = await store(host, { taskDescription: 'Kept', outcome: 'failure' });
  await open(page, host);
  const keysOfRows = page.getByText('move through the list');
  await expect(keysOfRows).toBeVisible();
  await page.goto(addressOf(host, 'lessons?bin=1&outcome=success&sort=oldest'));
  await expect(page.getByText('The bin is empty.')).toBeVisible();
  await expect(page.getByText('No lesson open')).toBeVisible();
  await expect(keysOfRows, 'there is no row to move to').toBeHidden();
  await expect(page.getByText('No lesson in the bin matches these filters.')).toBeHidden();
  await host.client.call('reflection.delete', { id });
  await expect(page.getByText('No lesson in the bin matches these filters.')).toBeVisible();
  await expect(page.getByText('The bin is empty.')).toBeHidden();
  await host.client.call('reflection.restore', { id });
  await expect(page.getByText('The bin is empty.')).toBeVisible();
  // A rejected lesson is in the bin, too.
  await host.client.call('reflection.setState', { id, state: 'rejected' });
  await host.client.call('reflection.delete', { id });
  await expect(page.getByText('No lesson in the bin matches these filters.')).toBeVisible();
});

test('an open lesson that a filter leaves out of the list says so, because keys still act on it', async ({
  page,
  host,
}) => {
  const failed = await store(host, { taskDescription: 'Fails', outcome: 'failure' });
  await store(host, { taskDescription: 'Succeeds', outcome: 'success' });
  await open(page, host, `lessons?lesson=${failed.id}`);
  await expect(inspector(page)).toContainText('Fails');
  await expect(inspector(page)).not.toContainText('Not in the list');
  await page.getByRole('button', { name: 'Success', exact: true }).click();
  await expect(rows(page)).toHaveText([/Succeeds/]);
  await expect(inspector(page)).toContainText('Not in the list beside it');
  await page.getByRole('button', { name: 'Success', exact: true }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(inspector(page)).not.toContainText('Not in the list');
});
