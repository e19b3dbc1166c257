import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type HostProcess, startHost } from '@twicewise/testkit';
import { test as base, expect, fill, open, statusLine, store } from '../fixtures.ts';
import { bundleOf, exporting, importing, takeIn } from './bundle-parts.ts';
import { waiting } from './parts.ts';

/** Tests with a second memory in addition to that of the page. */
const test = base.extend<{ other: HostProcess }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies of a fixture from this pattern
  other: async ({}, use) => {
    const other = await startHost();
    await use(other);
    await other.stop();
  },
});

const file = (page: Page) => page.getByRole('textbox', { name: 'File', exact: true });
const write = (page: Page, name = 'Write the bundle') => exporting(page).getByRole('button', { name, exact: true });
const doImport = (page: Page) => importing(page).getByRole('button', { name: 'Import', exact: true });
const cell = (page: Page, kind: string) => importing(page).getByRole('row', { name: new RegExp(`^${kind}`) });
/** The result of the latest attempt. */
const said = (page: Page, text: string) => page.getByRole('dialog').getByRole('status').filter({ hasText: text });
const item = (page: Page, title: string) =>
  importing(page).getByRole('list', { name: 'What differs' }).getByRole('listitem').filter({ hasText: title });

const lesson = async (host: HostProcess, id: string) => (await host.client.call('reflection.get', { id })).reflection;
const countOf = async (host: HostProcess) =>
  (await host.client.call('reflection.list', { limit: 1, withTotal: true })).total;

async function toImport(page: Page, host: HostProcess, path: string): Promise<void> {
  await open(page, host, 'data');
  await page.getByRole('button', { name: 'Import…' }).click();
  await expect(file(page)).toBeFocused();
  await file(page).fill(path);
  await page.keyboard.press('Enter');
}

test('everything goes into a bundle and comes out in another memory, by keys alone, and back again', {
  tag: '@browser',
}, async ({ page, host, other }) => {
  const stored = await store(host, { taskDescription: 'Parse CSV', nextStrategy: 'Look first', projectId: 'shop' });
  await open(page, host, 'data');
  const path = join(host.ready.data, 'mine.twicewise');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('export bundle');
  await page.keyboard.press('Enter');
  await expect(exporting(page).getByRole('radio', { name: /^Everything/ })).toBeFocused();
  await expect(exporting(page).getByText('No secrets, home folders or mail addresses.')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await waiting(page, 'Choose at least one project.');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  // It is read again for this choice, and nothing is written before that.
  await expect(exporting(page).getByText('No secrets, home folders or mail addresses.')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(file(page)).toBeFocused();
  // The proposed path is in an existing folder, next to the data.
  await expect(file(page)).toHaveValue(/\/twicewise-\d{4}-\d\d-\d\d\.twicewise$/);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(path);
  await page.keyboard.press('Enter');
  await expect(exporting(page).getByText('The bundle is written')).toBeVisible();
  await expect(exporting(page)).toContainText(/2 records, [\d.]+ K?B/);
  await expect(exporting(page)).toContainText(/[0-9a-f]{64}/);
  // The keys go on at what came of it, which shows that.
  await expect(exporting(page).locator(':focus')).toContainText('The bundle is written');
  await expect(exporting(page).locator(':focus')).toHaveCSS('outline-style', 'solid');
  await page.keyboard.press('Tab');
  await expect(exporting(page).locator(':focus')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(exporting(page)).toBeHidden();
  await expect(statusLine(page)).toContainText('Exported mine.twicewise: 2 records');
  // An export changes nothing, so there is nothing to undo.
  await expect(statusLine(page).getByRole('button', { name: 'Undo' })).toHaveCount(0);

  await page.goto('about:blank');
  await toImport(page, other, path);
  await expect(cell(page, 'Lessons')).toHaveAccessibleName('Lessons 1');
  await doImport(page).focus();
  await page.keyboard.press('Enter');
  await expect(importing(page).getByText('The bundle is imported')).toBeVisible();
  await expect(importing(page)).toContainText('2 records written');
  expect(await lesson(other, stored.id)).toMatchObject({ taskDescription: 'Parse CSV', nextStrategy: 'Look first' });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Import…' })).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect.poll(() => countOf(other)).toBe(0);
  await expect(statusLine(page)).toContainText('Undone: imported mine.twicewise');
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(() => countOf(other)).toBe(1);
});

test('Enter writes the bundle from any field of the sheet', { tag: '@browser' }, async ({ page, host }) => {
  await store(host, { taskDescription: 'Parse CSV' });
  await open(page, host, 'data');
  await page.getByRole('button', { name: 'Export…' }).click();
  await expect(exporting(page).getByText('No secrets, home folders or mail addresses.')).toBeVisible();
  await file(page).fill(join(host.ready.data, 'entered.twicewise'));
  await exporting(page)
    .getByRole('radio', { name: /^Everything/ })
    .focus();
  await page.keyboard.press('Enter');
  await expect(exporting(page).getByText('The bundle is written')).toBeVisible();
});

test('an import is undone but for what was changed since, and the line at the foot counts both', {
  tag: '@browser',
}, async ({ page, host, other }) => {
  for (const taskDescription of ['Parse CSV', 'Fix the login', 'Rotate the key'])
    await store(host, { taskDescription });
  await toImport(page, other, await bundleOf(host, 'three'));
  await doImport(page).click();
  await expect(importing(page).getByText('The bundle is imported')).toBeVisible();
  await page.keyboard.press('Escape');
  const [one] = (await other.client.call('reflection.list', { limit: 1 })).items;
  await other.client.call('reflection.update', { id: one?.id ?? '', changes: { nextStrategy: 'Mine' } });
  await page.keyboard.press('Control+z');
  await expect(statusLine(page)).toContainText(/Undone: imported three\.twicewise.*; 2 records undone/);
  await expect(statusLine(page)).toContainText('2 records were left as they are (1 changed since, 1 used by others)');
  expect(await countOf(other)).toBe(1);
});

test('what the scan finds is shown with its places before anything is written, and replaced in the file unless said otherwise', {
  tag: '@browser',
}, async ({ page, host }) => {
  const task = { taskDescription: 'Fix the login in /home/ada/work', nextStrategy: 'Ask ada@example.org' };
  const stored = await store(host, task);
  await open(page, host, 'data');
  await page.getByRole('button', { name: 'Export…' }).click();
  const found = exporting(page).getByRole('list', { name: 'What the scan for secrets found' });
  await expect(found).toContainText('Home folder, 1 time');
  await expect(found).toContainText('Lesson, Task');
  await expect(found).toContainText('Mail address, 1 time');
  await expect(found.getByRole('button', { name: stored.id }).first()).toBeVisible();
  // Nothing that was found leaves the machine unless a person says so.
  const replaced = exporting(page).getByRole('checkbox', { name: /^Replace them/ });
  await expect(replaced).toBeChecked();
  await replaced.uncheck();
  await expect(write(page, 'Write it as it is')).toBeVisible();
  await replaced.check();
  const path = join(host.ready.data, 'clean.twicewise');
  await file(page).fill(path);
  await write(page).click();
  await expect(exporting(page)).toContainText('2 places replaced');
  expect(await lesson(host, stored.id)).toMatchObject(task);
  const other = await startHost();
  await takeIn(other, path);
  const there = await lesson(other, stored.id);
  expect(there.taskDescription).not.toContain('ada');
  expect(there.nextStrategy).not.toContain('ada');
  await other.stop();
});

test('a file that is there is replaced only when that is said, and a wrong place says what is wrong', {
  tag: '@browser',
}, async ({ page, host }) => {
  await store(host);
  const path = join(host.ready.data, 'there.twicewise');
  writeFileSync(path, 'mine');
  await open(page, host, 'data');
  await page.getByRole('button', { name: 'Export…' }).click();
  await file(page).fill('/nowhere/at/all.twicewise');
  await write(page).click();
  await expect(page.getByRole('alert')).toContainText('There is no folder /nowhere/at.');
  await file(page).fill(path);
  await write(page).click();
  await expect(page.getByRole('alert')).toContainText('it was left as it is');
  expect(readFileSync(path, 'utf8')).toBe('mine');
  await exporting(page).getByRole('checkbox', { name: 'Replace the file if it is there' }).check();
  await write(page).click();
  await expect(exporting(page).getByText('The bundle is written')).toBeVisible();
  expect(readFileSync(path, 'utf8')).not.toBe('mine');
});

test('a finding that the preview did not show stops the export, and is shown', { tag: '@browser' }, async ({
  page,
  host,
}) => {
  await store(host);
  await open(page, host, 'data');
  await page.getByRole('button', { name: 'Export…' }).click();
  await expect(exporting(page).getByText('No secrets, home folders or mail addresses.')).toBeVisible();
  await store(host, { taskDescription: 'Written meanwhile by ada@example.org' });
  await file(page).fill(join(host.ready.data, 'late.twicewise'));
  await write(page).click();
  await expect(said(page, 'The scan found something else than was shown')).toBeFocused();
  await expect(exporting(page)).toContainText('Mail address, 1 time');
  await write(page).click();
  await expect(exporting(page).getByText('The bundle is written')).toBeVisible();
});

test('what differs is decided for each item or for all, and what nobody decides stays', { tag: '@browser' }, async ({
  page,
  host,
  other,
}) => {
  const titles = ['Mine stays', 'Theirs comes', 'Both are kept', 'Nobody decides', 'Changed there only'];
  const ids: string[] = [];
  for (const taskDescription of titles) ids.push((await store(other, { taskDescription, projectId: 'shop' })).id);
  await takeIn(host, await bundleOf(other, 'first'));
  for (const [index, id] of ids.entries()) {
    if (index < 4) await host.client.call('reflection.update', { id, changes: { nextStrategy: 'from here' } });
    await other.client.call('reflection.update', { id, changes: { nextStrategy: 'from there' } });
  }
  await toImport(page, host, await bundleOf(other, 'second'));
  await expect(cell(page, 'Lessons')).toHaveAccessibleName('Lessons 0 0 1 4');
  await expect(item(page, 'Mine stays')).toContainText('In conflict · Differs in Next time');
  await waiting(
    page,
    '4 conflicts are undecided and will stay as they are here. Import the bundle again to decide later.',
  );
  await item(page, 'Mine stays').getByRole('radio', { name: 'Mine' }).check();
  await item(page, 'Theirs comes').getByRole('radio', { name: 'Theirs' }).check();
  await item(page, 'Both are kept').getByRole('radio', { name: 'Both' }).check();
  await expect(item(page, 'Changed there only').getByRole('radio', { name: 'Theirs' })).toBeChecked();
  await expect(importing(page).getByText(/^1 conflict is undecided/)).toBeVisible();
  await doImport(page).click();
  await expect(importing(page)).toContainText('1 left undecided');
  const now = await Promise.all(ids.map(async (id) => (await lesson(host, id)).nextStrategy));
  expect(now).toEqual(['from here', 'from there', 'from here', 'from here', 'from there']);
  expect(await countOf(host)).toBe(6);
  await page.keyboard.press('Escape');

  // A second import: decided lessons are not asked about again, undecided ones are.
  await page.getByRole('button', { name: 'Import…' }).click();
  await file(page).fill(await bundleOf(other, 'second'));
  await page.keyboard.press('Enter');
  await expect(item(page, 'Nobody decides')).toBeVisible();
  await expect(item(page, 'Mine stays')).toHaveCount(0);
  await importing(page).getByRole('combobox', { name: 'In conflict, 1' }).selectOption('Theirs');
  await expect(importing(page).getByText(/undecided and will/)).toHaveCount(0);
  await doImport(page).click();
  await expect(importing(page).getByText('The bundle is imported')).toBeVisible();
  expect((await lesson(host, ids[3] ?? '')).nextStrategy).toBe('from there');
});

test('a project goes where it is known, into a chosen one, or becomes a new one', { tag: '@browser' }, async ({
  page,
  host,
  other,
}) => {
  await store(host, { taskDescription: 'Here', projectId: 'shop' });
  await store(host, { taskDescription: 'Here', projectId: 'docs' });
  const ids = [];
  for (const projectId of ['shop', 'attic'])
    ids.push((await store(other, { taskDescription: `Of ${projectId}`, projectId })).id);
  await toImport(page, host, await bundleOf(other, 'places'));
  const goes = (name: string) => importing(page).getByRole('combobox', { name: `Where ${name} goes` });
  await expect(goes('shop').locator('option:checked')).toHaveText('shop');
  await expect(importing(page)).toContainText('of the same name');
  await expect(goes('attic').locator('option:checked')).toHaveText('A new project');
  await goes('attic').selectOption('docs');
  await expect(importing(page)).toContainText('chosen');
  await goes('shop').selectOption('A new project');
  await expect(cell(page, 'Projects')).toHaveAccessibleName('Projects 1 1');
  await doImport(page).click();
  await expect(importing(page).getByText('The bundle is imported')).toBeVisible();
  const [shop, attic] = await Promise.all(ids.map((id) => lesson(host, id)));
  expect(attic?.projectName).toBe('docs');
  const { items } = await host.client.call('project.list', {});
  expect(items.find(({ id }) => id === shop?.projectId)?.name).toBe('shop');
  expect(items.map(({ name }) => name).sort()).toEqual(['docs', 'shop', 'shop']);
});

test('new lessons of someone else wait as drafts when that is asked for', { tag: '@browser' }, async ({
  page,
  host,
  other,
}) => {
  const { id } = await store(other, { taskDescription: 'Of someone else', state: 'accepted' });
  await toImport(page, host, await bundleOf(other, 'foreign'));
  await importing(page)
    .getByRole('checkbox', { name: /^New lessons wait as drafts/ })
    .check();
  await doImport(page).click();
  await expect(importing(page).getByText('The bundle is imported')).toBeVisible();
  expect((await lesson(host, id)).state).toBe('draft');
});

test('when the memory changes after the preview, that is said and what it would do now is shown', {
  tag: '@browser',
}, async ({ page, host, other }) => {
  const { id } = await store(other, { taskDescription: 'One', projectId: 'shop' });
  await takeIn(host, await bundleOf(other, 'first'));
  await other.client.call('reflection.update', { id, changes: { nextStrategy: 'from there' } });
  await toImport(page, host, await bundleOf(other, 'second'));
  await expect(item(page, 'One')).toContainText('Changed there');
  await host.client.call('reflection.update', { id, changes: { nextStrategy: 'from here' } });
  await doImport(page).click();
  await expect(said(page, 'changed since this was shown, so nothing was done')).toBeFocused();
  await expect(item(page, 'One')).toContainText('In conflict');
  expect((await lesson(host, id)).nextStrategy).toBe('from here');
});

test('a file that is no bundle, or is not there, is refused in words; an empty one says that nothing is new', {
  tag: '@browser',
}, async ({ page, host }) => {
  const wrong = join(host.ready.data, 'wrong.twicewise');
  writeFileSync(wrong, 'not an archive');
  await toImport(page, host, wrong);
  await expect(page.getByRole('alert')).toContainText('This bundle cannot be imported.');
  await expect(page.getByRole('alert')).toContainText('It cannot be read as an archive');
  await expect(doImport(page)).toHaveAttribute('aria-disabled', 'true');
  await file(page).fill('/nowhere.twicewise');
  await importing(page).getByRole('button', { name: 'Look into it' }).click();
  await expect(page.getByRole('alert')).toContainText('There is no file /nowhere.twicewise');
  await store(host);
  await file(page).fill(await bundleOf(host, 'same'));
  await page.keyboard.press('Enter');
  await expect(importing(page).getByText(/^Nothing in it is new/)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(doImport(page)).toHaveAttribute('aria-disabled', 'true');
});

test('an import is stopped half-way, leaves nothing, and can be begun again', { tag: '@browser' }, async ({
  page,
  host,
  other,
}) => {
  test.slow();
  await fill(other, 4000);
  await toImport(page, host, await bundleOf(other, 'many'));
  await expect(cell(page, 'Lessons')).toContainText('4,000');
  await doImport(page).click();
  await expect(importing(page).getByRole('progressbar')).toBeVisible();
  await importing(page)
    .getByRole('button', { name: /^Stop: / })
    .click();
  await expect(importing(page).getByText('Stopped; what it had written was undone')).toBeVisible({
    timeout: 30_000,
  });
  expect(await countOf(host)).toBe(0);
  await expect(doImport(page)).toBeVisible();
  await expect(statusLine(page)).toContainText('Import many.twicewise: stopped');
  await expect(statusLine(page).getByText('Undo', { exact: true })).toHaveCount(0);

  // An import that was started continues when the dialog is closed, and delays another one.
  await doImport(page).click();
  await expect(importing(page).getByRole('progressbar')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(importing(page)).toBeHidden();
  await page.getByRole('button', { name: 'Export…' }).click();
  await waiting(page, 'Wait until this has ended: Import many.twicewise.');
  await expect(write(page)).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await expect(statusLine(page)).toContainText('Imported many.twicewise: 4,008 records written', { timeout: 30_000 });
  await expect(statusLine(page).getByRole('button', { name: /^Undo/ })).toBeVisible();
});

test('in a small window nothing of the sheets is lost or scrolls sideways', { tag: '@browser' }, async ({
  page,
  host,
  other,
}) => {
  await page.setViewportSize({ width: 512, height: 350 });
  const { id } = await store(other, {
    taskDescription: `Fix ${'x'.repeat(200)} of ada@example.org`,
    projectId: 'shop',
  });
  await store(other, { taskDescription: 'More', projectId: 'y'.repeat(120) });
  await takeIn(host, await bundleOf(other, 'first'));
  await host.client.call('reflection.update', { id, changes: { nextStrategy: 'from here' } });
  await other.client.call('reflection.update', { id, changes: { nextStrategy: 'from there' } });
  await store(other, { taskDescription: 'Third', projectId: 'z'.repeat(120) });
  const sideways = () =>
    page.getByRole('dialog').evaluate((sheet) => {
      const parts = [sheet, ...sheet.querySelectorAll('div')].filter((part) => part.scrollWidth > part.clientWidth + 1);
      const small = [...sheet.querySelectorAll('button, input, select, summary')]
        .map((target) => (target.closest('label') ?? target).getBoundingClientRect())
        .filter(({ width, height }) => width > 0 && (width < 23.9 || height < 23.9));
      return [parts.length, small.length, document.documentElement.scrollWidth - document.documentElement.clientWidth];
    });
  await open(page, host, 'data');
  await page.getByRole('button', { name: 'Export…' }).click();
  await page.getByRole('radio', { name: 'Some projects' }).check();
  await page.getByRole('checkbox', { name: 'shop' }).check();
  await expect(exporting(page).getByText('Mail address, 1 time')).toBeVisible();
  expect(await sideways()).toEqual([0, 0, 0]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Import…' }).click();
  await file(page).fill(await bundleOf(other, 'second'));
  await page.keyboard.press('Enter');
  await expect(importing(page).getByText(/^1 conflict is undecided/)).toBeVisible();
  await importing(page).getByText('2 projects are here already').click();
  expect(await sideways()).toEqual([0, 0, 0]);
});
