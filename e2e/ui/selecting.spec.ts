import type { Page } from '@playwright/test';
import { expect, fill, inspector, type Lesson, open, rows, statusLine, store, test } from '../fixtures.ts';
import { violations } from './axe.ts';
import { chooseProject } from './parts.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Selected lessons' });
const marked = (page: Page) => page.locator('[role="option"][aria-checked="true"]');
const does = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true });

type Host = Parameters<typeof store>[0];

async function some(host: Host, lessons: number, lesson: Lesson = {}): Promise<void> {
  for (let index = lessons; index > 0; index--) await store(host, { taskDescription: `Task ${index}`, ...lesson });
}

test.describe('on a screen that is touched', { tag: '@browser' }, () => {
  test.use({ hasTouch: true, isMobile: true });
  test('each row shows its box at once, because nothing can hover', async ({ page, host }) => {
    await some(host, 2);
    await open(page, host);
    expect(await page.evaluate(() => matchMedia('(hover: none)').matches)).toBe(true);
    await expect(rows(page).nth(1).locator('[data-mark]')).toHaveCSS('opacity', '1');
  });
});

test('x, ranges by key and by pointer, and Escape; the current row stays another thing', async ({ page, host }) => {
  await some(host, 6);
  await open(page, host);
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+J');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(marked(page)).toContainText(['Task 1', 'Task 2', 'Task 3']);
  await expect(page.getByRole('option', { selected: true })).toContainText('Task 3');
  await page.keyboard.press('Shift+K');
  await expect(marked(page)).toHaveCount(2);
  // The current row has its edge; filled are the selected ones alone.
  await page.keyboard.press('j');
  const fills = () =>
    page.locator('[role="option"] > div').evaluateAll((all) => all.map((row) => getComputedStyle(row).backgroundColor));
  await expect(page.getByRole('option', { selected: true })).toContainText('Task 3');
  const [one, two, current, other] = await fills();
  expect(two).toBe(one);
  expect(current).not.toBe(one);
  expect(current).toBe(other);
  await page.keyboard.press('k');
  await rows(page)
    .nth(4)
    .click({ modifiers: ['ControlOrMeta'] });
  await expect(bar(page).getByRole('status')).toHaveText('3 selected');
  await expect(page.getByRole('option', { selected: true })).toContainText('Task 2');
  await rows(page)
    .nth(5)
    .click({ modifiers: ['Shift'] });
  await expect(marked(page)).toContainText(['Task 1', 'Task 2', 'Task 5', 'Task 6']);
  await page.keyboard.press('Escape');
  await expect(bar(page)).toBeHidden();
  await expect(marked(page)).toHaveCount(0);
  // Another list has another selection.
  await page.keyboard.press('x');
  await page.getByRole('button', { name: 'Failure', exact: true }).click();
  await expect(bar(page)).toBeHidden();
});

test('keys of a lesson mean the selected ones: shown first, then done, then taken back in one step', async ({
  page,
  host,
}) => {
  await some(host, 4);
  await open(page, host);
  await page.keyboard.press('j');
  await page.keyboard.press('Shift+J');
  await page.keyboard.press('j');
  await page.keyboard.press('#');
  await expect(bar(page)).toContainText('Delete. Deletes 2 lessons');
  await expect(bar(page).getByRole('list', { name: 'Such as' })).toContainText('Task 2');
  await page.keyboard.press('Escape');
  await expect(rows(page)).toHaveCount(4);
  await expect(page.getByRole('listbox')).toBeFocused();
  await page.keyboard.press('#');
  await expect(does(page, 'Delete')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rows(page)).toContainText(['Task 3', 'Task 4']);
  await expect(statusLine(page)).toContainText('Deleted 2 lessons');
  await expect(bar(page)).toBeHidden();
  await page.keyboard.press('Control+z');
  await expect(rows(page)).toHaveCount(4);
  await page.keyboard.press('x');
  await page.keyboard.press('p');
  await expect(does(page, 'Pin').last()).toBeFocused();
});

test('while a change waits to be confirmed, undo takes no earlier one back', async ({ page, host }) => {
  await some(host, 3);
  await open(page, host);
  await page.keyboard.press('j');
  await page.keyboard.press('#');
  await expect(rows(page)).toHaveCount(2);
  await page.keyboard.press('Control+a');
  const undoKey = statusLine(page).getByText(/^Ctrl\+?Z$/);
  await expect(undoKey).toBeVisible();
  await page.keyboard.press('#');
  await expect(does(page, 'Delete')).toBeFocused();
  await expect(undoKey).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Escape');
  await expect(bar(page)).not.toContainText('Delete. Deletes');
  await expect(rows(page)).toHaveCount(2);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  await expect(rows(page)).toHaveCount(3);
});

test('when the open lesson leaves the list with others, the next row that stays is opened', async ({ page, host }) => {
  await some(host, 6);
  await open(page, host);
  const opened = inspector(page).getByRole('heading', { level: 2 });
  const current = page.getByRole('option', { selected: true });
  await rows(page).nth(4).click();
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+J');
  await expect(opened).toHaveText('Task 6');
  await page.keyboard.press('#');
  await expect(does(page, 'Delete')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(4);
  await expect(opened).toHaveText('Task 4');
  await expect(current).toContainText('Task 4');
  // Another one stays open, and so does one that stays in the list.
  await rows(page).first().click();
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await expect(opened).toHaveText('Task 2');
  await page.keyboard.press('r');
  await expect(does(page, 'Set to rejected')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(3);
  await expect(opened).toHaveText('Task 2');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('p');
  await expect(does(page, 'Pin').last()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(statusLine(page)).toContainText('Pinned 3 lessons');
  await expect(opened).toHaveText('Task 2');
  // Where none stays, nothing is open.
  await page.keyboard.press('Control+a');
  await page.keyboard.press('#');
  await expect(does(page, 'Delete')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(0);
  await expect(opened).toBeHidden();
});

test('of what was selected, the rows that are still listed are for one who goes back to the list', async ({
  page,
  host,
}) => {
  await some(host, 3);
  const gone = await store(host, { taskDescription: 'Gone meanwhile' });
  await some(host, 1, { taskDescription: 'Newest' });
  await host.client.call('episode.store', { task: 'Something else', sessionId: 'one' });
  await open(page, host);
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+J');
  await page.keyboard.press('Shift+J');
  await expect(marked(page)).toContainText(['Newest', 'Gone meanwhile', 'Task 1']);
  // A wrong choice in the palette.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('go to sessions');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveText([/Something else/]);
  await expect(marked(page)).toHaveCount(0);
  await host.client.call('reflection.delete', { id: gone.id });
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(rows(page)).toHaveCount(4);
  await expect(marked(page)).toContainText(['Newest', 'Task 1']);
  await expect(bar(page).getByRole('status')).toHaveText('2 selected');
  // It is extended from where it began, and what is done takes nothing along that is not listed.
  await page.keyboard.press('Shift+J');
  await expect(marked(page)).toContainText(['Newest', 'Task 1', 'Task 2']);
  await page.keyboard.press('#');
  await expect(bar(page)).toContainText('Delete. Deletes 3 lessons');
  await page.keyboard.press('Escape');
  // Who comes to the list anew starts anew.
  await page.keyboard.press('8');
  await expect(page.getByRole('heading', { name: 'Data', exact: true })).toBeVisible();
  await page.keyboard.press('2');
  await expect(rows(page)).toHaveCount(4);
  await expect(marked(page)).toHaveCount(0);
  await page.goBack();
  await page.goBack();
  await expect(marked(page)).toHaveCount(3);
  // The same on one screen: a filter is another page.
  await page.getByRole('button', { name: 'Failure', exact: true }).click();
  await expect(page).toHaveURL(/outcome=failure/);
  await expect(marked(page)).toHaveCount(0);
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(marked(page)).toHaveCount(1);
  await page.goBack();
  await expect(marked(page)).toHaveCount(3);
});

test('the selected ones are meant, whatever row the keys come to', async ({ page, host }) => {
  const draft = await store(host, { taskDescription: 'A draft', state: 'draft' });
  await some(host, 2);
  await open(page, host);
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(page.getByRole('option', { selected: true })).toContainText('A draft');
  await page.keyboard.press('a');
  await expect(bar(page)).toContainText('1 already is.');
  expect((await host.client.call('reflection.get', { id: draft.id })).reflection.state).toBe('draft');
});

test('tags, state and project of many; what is so already and what cannot be is said', async ({ page, host }) => {
  const tags = Array.from({ length: 64 }, (_, index) => `t${index}`);
  await store(host, { taskDescription: 'Full', tags, projectId: 'shop' });
  await store(host, { taskDescription: 'Has it', tags: ['ci', 'old'], projectId: 'shop' });
  await store(host, { taskDescription: 'Plain', projectId: 'site' });
  await open(page, host);
  await page.keyboard.press('Control+a');
  await does(page, 'Tags…').click();
  await expect(bar(page).getByRole('combobox', { name: 'Add' })).toBeFocused();
  await page.keyboard.type('ci, #new');
  await bar(page).getByRole('combobox', { name: 'Remove' }).fill('old');
  await page.keyboard.press('Enter');
  await expect(bar(page)).toContainText('Changes 2 lessons');
  await expect(bar(page)).toContainText('1 cannot:');
  await page.keyboard.press('Enter');
  await expect(statusLine(page)).toContainText('Added #ci, #new to 2 lessons, removed #old');
  const { items } = await host.client.call('reflection.list', {});
  expect(items.find(({ taskDescription }) => taskDescription === 'Has it')?.tags).toEqual(['ci', 'new']);

  await page.keyboard.press('Control+a');
  await does(page, 'Move').click();
  await page.getByRole('menuitem', { name: 'site' }).click();
  await expect(bar(page)).toContainText('1 already is.');
  await does(page, 'Move to site').click();
  // The list gets the focus back only then; a menu opened earlier would close.
  await expect(statusLine(page)).toContainText('Moved 2 lessons to site');
  await expect(bar(page)).toBeHidden();
  await chooseProject(page, 'site');
  await expect(page).toHaveURL(/project=proj_/);
  // Until the list of the project is loaded, the rows are those of the earlier list, and keys do not act on them.
  await expect(page.getByRole('listbox')).toHaveAttribute('aria-busy', 'false');
  await expect(rows(page)).toHaveCount(3);
  await page.keyboard.press('j');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('r');
  await expect(bar(page)).toContainText('Set to rejected. Changes 3 lessons');
});

test('what changed since the preview is not done, but shown anew', async ({ page, host }) => {
  await some(host, 2);
  await open(page, host);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('a');
  await expect(bar(page)).toContainText('2 already are');
  await page.keyboard.press('Escape');
  await page.keyboard.press('h');
  await expect(bar(page)).toContainText('Changes 2 lessons');
  const [lesson] = (await host.client.call('reflection.list', { limit: 1 })).items;
  await host.client.call('reflection.setState', { id: lesson?.id ?? '', state: 'archived' });
  await does(page, 'Set to archived').click();
  await expect(bar(page)).toContainText('Nothing was done; this is what it would do now.');
  await expect(bar(page)).toContainText('Changes 1 lesson');
  await does(page, 'Set to archived').click();
  await expect(statusLine(page)).toContainText('Archived 1 lesson');
});

test('all that match, more than are loaded: a job, undone as a whole', async ({ page, host }) => {
  await fill(host, 1500);
  await open(page, host, 'lessons?outcome=success&outcome=partial');
  await rows(page).first().click();
  await expect(page).toHaveURL(/lesson=/);
  // A list to which somebody came back is like any other.
  await page.keyboard.press('8');
  await expect(page.getByRole('heading', { name: 'Data', exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByText('750 lessons', { exact: true })).toBeVisible();
  await page.getByRole('listbox').focus();
  await page.keyboard.press('Control+a');
  await expect(bar(page).getByRole('status')).toHaveText('100 selected');
  await bar(page).getByRole('button', { name: 'Select all 750 matching' }).click();
  await expect(bar(page).getByRole('status')).toHaveText('all 750 matching selected');
  expect(await rows(page).count()).toBeLessThan(100);
  await does(page, 'Delete…').click();
  await expect(bar(page)).toContainText('Deletes 750 lessons');
  await expect(bar(page)).toContainText('and 745 more');
  await expect(bar(page)).toContainText('You can stop it');
  await does(page, 'Delete').click();
  await expect(page.getByText('No lesson matches these filters.')).toBeVisible({ timeout: 20_000 });
  // What was open left the list, and nothing is there to be opened instead.
  await expect(page).not.toHaveURL(/lesson=/);
  // The title is also shown while the job runs; only a finished job can be undone.
  await expect(statusLine(page).getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect(statusLine(page)).toContainText('750 lessons');
  await page.keyboard.press('Control+z');
  await expect(page.getByText('750 lessons', { exact: true })).toBeVisible({ timeout: 20_000 });
});

test('a job that ends takes no form away from who began to edit meanwhile', { tag: '@browser' }, async ({
  page,
  host,
}) => {
  await fill(host, 1500);
  await open(page, host, 'lessons?outcome=success&outcome=partial&state=accepted');
  await rows(page).first().click();
  await expect(page).toHaveURL(/lesson=/);
  await page.getByRole('listbox').focus();
  await page.keyboard.press('Control+a');
  await bar(page).getByRole('button', { name: 'Select all 750 matching' }).click();
  // The page learns of the end only when the form is open.
  let end = () => {};
  const isEnd = new Promise<void>((resolve) => (end = resolve));
  await page.route('**/api/job.get', async (route) => {
    await isEnd;
    await route.continue();
  });
  await page.keyboard.press('h');
  await does(page, 'Set to archived').click();
  await expect(statusLine(page)).toContainText('750 lessons');
  await page.keyboard.press('e');
  const task = page.getByRole('textbox', { name: 'Task' });
  await expect(task).toBeFocused();
  const link = page.url();
  end();
  await expect(statusLine(page).getByRole('button', { name: 'Undo' })).toBeVisible({ timeout: 20_000 });
  await page.keyboard.press('End');
  await page.keyboard.type(' h');
  await expect(task).toHaveValue(/ h$/);
  expect(page.url()).toBe(link);
});

test('a selection and its previews are accessible in both themes', async ({ page, host }) => {
  await some(host, 3);
  await open(page, host);
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await rows(page).nth(2).hover();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('#');
  await expect(does(page, 'Delete')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await does(page, 'Tags…').click();
  expect(await violations(page)).toEqual([]);
});

test('x selects the first row where none is current, as the key for the next row goes there', async ({
  page,
  host,
}) => {
  for (const name of ['One', 'Two']) await store(host, { taskDescription: name });
  await page.setViewportSize({ width: 700, height: 700 });
  await open(page, host);
  await page.keyboard.press('x');
  await expect(marked(page)).toContainText(['Two']);
  await page.keyboard.press('J');
  await expect(marked(page)).toHaveCount(2);
});
