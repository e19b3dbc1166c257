import type { Locator, Page } from '@playwright/test';
import type { HostProcess } from '@twicewise/testkit';
import { addressOf, expect, open, statusLine, test } from '../fixtures.ts';
import { violations } from './axe.ts';
import { record, sessionRows, tell } from './session-parts.ts';
import { watchSettling } from './settled.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Selected sessions' });
const marked = (page: Page) => page.locator('[role="option"][aria-checked="true"]');
const does = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true });

async function some(host: HostProcess, sessions: number, projectId = 'shop'): Promise<void> {
  for (let index = sessions; index > 0; index--) await tell(host, { task: `Task ${index}`, projectId });
}

/** An attempt of an unrecorded session, which the list shows, too. */
const unrecorded = (host: HostProcess) =>
  host.client.call('attempt.record', {
    projectId: 'shop',
    sessionId: 'unrecorded',
    task: 'Unrecorded one',
    outcome: 'failure',
  });

test('sessions are selected by key, range, box and Ctrl+A, and Escape clears them', async ({ page, host }) => {
  await some(host, 5);
  await open(page, host, 'sessions');
  await sessionRows(page).first().click();
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+J');
  await expect(marked(page)).toContainText(['Task 1', 'Task 2', 'Task 3']);
  await expect(bar(page).getByRole('status')).toHaveText('3 selected');
  await page.keyboard.press('Shift+K');
  await expect(marked(page)).toHaveCount(2);
  await sessionRows(page).nth(4).hover();
  await sessionRows(page).nth(4).locator('[data-mark]').click();
  await expect(marked(page)).toContainText(['Task 1', 'Task 2', 'Task 5']);
  await expect(record(page).getByRole('heading', { level: 2 })).toHaveText('Task 2');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('listbox', { name: 'Sessions' }).focus();
  await page.keyboard.press('Control+a');
  await expect(marked(page)).toHaveCount(5);
  await page.keyboard.press('Escape');
  await expect(bar(page)).toBeHidden();
  await expect(marked(page)).toHaveCount(0);
  await expect(sessionRows(page)).toHaveCount(5);
});

test('the second click of a double click on Delete confirms nothing', async ({ page, host }) => {
  await some(host, 3);
  await open(page, host, 'sessions');
  await sessionRows(page).first().click();
  await page.keyboard.press('x');
  const { x, y, width, height } = (await does(page, 'Delete…').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const at = [x + width / 2, y + height / 2] as const;
  const settled = watchSettling(page);
  await page.mouse.click(...at);
  await expect(bar(page)).toContainText('Delete. Deletes 1 session.');
  // The button that confirms is under the pointer; the two clicks of a hand leave it time to get there.
  expect(
    await does(page, 'Delete').evaluate((button, [x, y]) => button.contains(document.elementFromPoint(x, y)), at),
  ).toBe(true);
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await settled();
  await expect(bar(page)).toContainText('Delete. Deletes 1 session.');
  await page.mouse.click(...at);
  await expect(sessionRows(page)).toHaveCount(2);
});

/** The second click of a double-click on a button, which the hand made this many milliseconds from now. */
const clickAgain = (page: Page, name: string, fromNow: number) =>
  does(page, name).evaluate((button, fromNow) => {
    const click = new MouseEvent('click', { bubbles: true, cancelable: true, detail: 2 });
    Object.defineProperty(click, 'timeStamp', { value: performance.now() + fromNow });
    button.dispatchEvent(click);
  }, fromNow);

test('a click that comes later than a double-click confirms, however long the system waits for one', async ({
  page,
  host,
}) => {
  await some(host, 3);
  await open(page, host, 'sessions');
  await sessionRows(page).first().click();
  await page.keyboard.press('x');
  await does(page, 'Delete…').click();
  await expect(bar(page)).toContainText('Delete. Deletes 1 session.');
  const deletes: string[] = [];
  page.on('request', (request) => request.url().includes('episode.changeMany') && deletes.push(request.url()));
  // However late a busy page handles it: what counts is when it was pressed.
  await clickAgain(page, 'Delete', -5000);
  await page.keyboard.press('Escape');
  await expect(bar(page).getByRole('button', { name: 'Delete…' })).toBeVisible();
  expect(deletes).toEqual([]);
  await does(page, 'Delete…').click();
  await expect(bar(page)).toContainText('Delete. Deletes 1 session.');
  await clickAgain(page, 'Delete', 500);
  await expect(sessionRows(page)).toHaveCount(2);
});

test('a second click confirms nothing that is asked anew', async ({ page, host }) => {
  await some(host, 3);
  await open(page, host, 'sessions');
  await sessionRows(page).first().click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('#');
  await expect(bar(page)).toContainText('Delete. Deletes 3 sessions.');
  const [one] = (await host.client.call('episode.list', {})).items;
  await host.client.call('episode.delete', { id: one?.id ?? '' });
  await does(page, 'Delete').click();
  await expect(bar(page)).toContainText('Nothing was done; this is what it would do now.');
  await clickAgain(page, 'Delete', 0);
  await page.keyboard.press('Escape');
  await expect(bar(page).getByRole('button', { name: 'Delete…' })).toBeVisible();
  await expect(sessionRows(page)).toHaveCount(2);
  expect((await host.client.call('episode.list', {})).items).toHaveLength(2);
});

test('what would be deleted is named in the order of the list', async ({ page, host }) => {
  for (const day of [2, 3, 1]) await tell(host, { task: `Day ${day}`, occurredAt: `2026-05-0${day}T00:00:00Z` });
  await open(page, host, 'sessions');
  await expect(sessionRows(page)).toContainText(['Day 3', 'Day 2', 'Day 1']);
  await sessionRows(page).first().click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await expect(bar(page).getByRole('list', { name: 'Such as' }).getByRole('listitem')).toHaveText([
    'Day 3',
    'Day 2',
    'Day 1',
  ]);
});

test('several are deleted after a preview, brought back by one undo, and restored from the bin', async ({
  page,
  host,
}) => {
  await some(host, 4);
  await open(page, host, 'sessions');
  await sessionRows(page).first().click();
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+J');
  await page.keyboard.press('#');
  await expect(bar(page)).toContainText('Delete. Deletes 2 sessions. Their lessons and attempts stay.');
  await expect(bar(page).getByRole('list', { name: 'Such as' })).toContainText('Task 2');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toBeFocused();
  await expect(marked(page)).toHaveCount(2);
  await page.keyboard.press('#');
  await expect(does(page, 'Delete')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(sessionRows(page)).toHaveCount(2);
  await expect(sessionRows(page)).toContainText(['Task 3', 'Task 4']);
  await expect(statusLine(page)).toContainText('Deleted 2 sessions');
  await expect(bar(page)).toBeHidden();
  await page.keyboard.press('Control+z');
  await expect(sessionRows(page)).toHaveCount(4);
  await page.keyboard.press('Control+Shift+z');
  await expect(sessionRows(page)).toHaveCount(2);

  await page.keyboard.press('b');
  await expect(sessionRows(page)).toContainText(['Task 1', 'Task 2']);
  await sessionRows(page).first().click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('u');
  await expect(does(page, 'Restore')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(statusLine(page)).toContainText('Restored 2 sessions');
  expect((await host.client.call('episode.list', { limit: 0 })).total).toBe(4);
  // The host would refuse to undo the deletion now; undoing the restore would delete them again.
  await open(page, host, 'activity');
  const write = (summary: string) =>
    page.getByRole('list', { name: 'Writes' }).getByRole('listitem').filter({ hasText: summary });
  await expect(write('Restored 2 sessions').getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect(write('Deleted 2 sessions')).toContainText(['Redid', 'Undid', 'Deleted']);
  await expect(write('Deleted 2 sessions').getByRole('button', { name: /Undo|Redo/ })).toHaveCount(0);
  await expect(write('Deleted 2 sessions').getByText('Undo later changes first')).toHaveCount(2);
});

test('when the open session is deleted or restored with others, the next row that stays is opened', async ({
  page,
  host,
}) => {
  await some(host, 5);
  await open(page, host, 'sessions');
  const opened = record(page).getByRole('heading', { level: 2 });
  const current = page.getByRole('option', { selected: true });
  await sessionRows(page).nth(1).click();
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+J');
  await expect(opened).toHaveText('Task 3');
  await does(page, 'Delete…').click();
  await expect(bar(page)).toContainText('Deletes 2 sessions');
  await page.keyboard.press('Enter');
  await expect(sessionRows(page)).toHaveCount(3);
  await expect(opened).toHaveText('Task 4');
  await expect(current).toContainText('Task 4');
  // Where none stays, nothing is open.
  await page.keyboard.press('b');
  await expect(sessionRows(page)).toHaveCount(2);
  await sessionRows(page).first().click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('u');
  await expect(does(page, 'Restore')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('The bin is empty.')).toBeVisible();
  await expect(record(page).getByRole('heading', { level: 2 })).toBeHidden();
  await expect(page).toHaveURL(/#\/sessions\?bin=1$/);
});

test('what others change meanwhile is shown again before anything is deleted', async ({ page, host }) => {
  await some(host, 2);
  await open(page, host, 'sessions');
  await sessionRows(page).first().click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('#');
  await expect(does(page, 'Delete')).toBeFocused();
  const [{ id } = { id: '' }] = (await host.client.call('episode.list', {})).items;
  await host.client.call('episode.update', { id, changes: { task: 'Changed meanwhile' } });
  await page.keyboard.press('Enter');
  await expect(bar(page)).toContainText('Some of these sessions changed since the preview.');
  expect((await host.client.call('episode.list', { limit: 0 })).total).toBe(2);
  await does(page, 'Delete').click();
  await expect(statusLine(page)).toContainText('Deleted 2 sessions');
});

test('selected sessions of the bin are purged, the others stay', async ({ page, host }) => {
  await some(host, 3);
  for (const { id } of (await host.client.call('episode.list', {})).items) {
    await host.client.call('episode.delete', { id });
  }
  await open(page, host, 'sessions?bin=1');
  await sessionRows(page).first().click();
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+J');
  await does(page, 'Purge…').click();
  await expect(bar(page)).toContainText('Removes 2 sessions for good. Their lessons stay.');
  await bar(page).getByRole('button', { name: 'Purge 2 sessions' }).click();
  await bar(page).getByRole('group').getByRole('button', { name: 'Purge 2 sessions' }).click();
  await expect(statusLine(page)).toContainText('Purged 2 sessions for good');
  await expect(sessionRows(page)).toHaveCount(1);
});

test('sessions with and without a log are selected, deleted as one, and restored together', async ({ page, host }) => {
  await some(host, 1);
  const { attempt } = await unrecorded(host);
  await unrecorded(host);
  await some(host, 1, 'other');
  await open(page, host, 'sessions');
  await expect(sessionRows(page)).toHaveCount(3);
  const row = sessionRows(page).filter({ hasText: 'Unrecorded one' });
  await sessionRows(page).first().click();
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+J');
  await expect(bar(page).getByRole('status')).toHaveText('2 selected');
  await expect(marked(page)).toContainText(['Task 1', 'Unrecorded one']);
  await page.keyboard.press('Escape');
  await row.hover();
  await row.locator('[data-mark]').click();
  await expect(marked(page)).toContainText(['Unrecorded one']);
  await sessionRows(page)
    .last()
    .click({ modifiers: ['Shift'] });
  await expect(marked(page)).toContainText(['Unrecorded one', 'Task 1']);
  await page.getByRole('listbox', { name: 'Sessions' }).focus();
  await page.keyboard.press('Control+a');
  await expect(bar(page).getByRole('status')).toHaveText('3 selected');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('#');
  await expect(bar(page)).toContainText(
    'Delete. Deletes 3 sessions. One has no log and takes its 2 attempts along. Their lessons and all other attempts stay.',
  );
  await expect(bar(page).getByRole('list', { name: 'Such as' })).toContainText('Unrecorded one');
  await does(page, 'Delete').click();
  await expect(statusLine(page)).toContainText('Deleted 3 sessions');
  await expect(sessionRows(page)).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(sessionRows(page)).toHaveCount(3);
  await page.keyboard.press('Control+Shift+z');
  await expect(sessionRows(page)).toHaveCount(0);

  await page.keyboard.press('b');
  await expect(page.getByText('3 sessions in the bin')).toBeVisible();
  await expect(row).toContainText('no log');
  await sessionRows(page).first().click();
  await page.keyboard.press('Control+a');
  await does(page, 'Restore…').click();
  await expect(bar(page)).toContainText('Restores 3 sessions. One has no log and brings its 2 attempts along.');
  await does(page, 'Restore').click();
  await expect(statusLine(page)).toContainText('Restored 3 sessions');
  expect((await host.client.call('attempt.get', { id: attempt.id })).attempt.deletedAt).toBeNull();
  expect((await host.client.call('episode.list', { limit: 0 })).total).toBe(2);

  // What a write changed may need two lines; its first one is beside the title.
  await page.goto(addressOf(host, 'activity'));
  const write = page
    .getByRole('list', { name: 'Writes' })
    .getByRole('listitem')
    .filter({ hasText: 'Restored 3 sessions' });
  const lines = (texts: Locator) =>
    texts.evaluate((text) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      return [...range.getClientRects()].map(({ bottom }) => bottom);
    });
  const changed = await lines(write.getByRole('button', { name: /session logs/ }));
  expect(changed).toHaveLength(2);
  const [title] = await lines(write.getByText('Restored 3 sessions'));
  expect(Math.abs((changed[0] ?? 0) - (title ?? 0))).toBeLessThan(4);
});

test('an attempt that comes meanwhile is shown before its session is deleted', async ({ page, host }) => {
  await unrecorded(host);
  await open(page, host, 'sessions');
  await sessionRows(page).first().click();
  await page.keyboard.press('x');
  await page.keyboard.press('#');
  await expect(bar(page)).toContainText('Deletes 1 session, and with it 1 attempt. Its lessons stay.');
  await unrecorded(host);
  await does(page, 'Delete').click();
  await expect(bar(page)).toContainText('Some of these sessions changed since the preview.');
  await expect(bar(page)).toContainText('Deletes 1 session, and with it 2 attempts. Its lessons stay.');
  await does(page, 'Delete').click();
  await expect(statusLine(page)).toContainText('Deleted 1 session');
});

test('selected sessions are exported and purged, with and without a log', async ({ page, host }) => {
  await some(host, 1);
  await unrecorded(host);
  await open(page, host, 'sessions');
  await sessionRows(page).first().click();
  await page.keyboard.press('Control+a');
  await bar(page).getByRole('button', { name: 'Export these…' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText('The 2 selected sessions');
  await expect(sheet).toContainText('Session logs1Attempts1');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await page.getByRole('listbox', { name: 'Sessions' }).focus();
  await page.keyboard.press('#');
  await does(page, 'Delete').click();
  await expect(sessionRows(page)).toHaveCount(0);

  await page.keyboard.press('b');
  await expect(sessionRows(page)).toHaveCount(2);
  await sessionRows(page).first().click();
  await page.keyboard.press('Control+a');
  await does(page, 'Purge…').click();
  await expect(bar(page)).toContainText('Removes 2 sessions for good, and with them 1 attempt. Their lessons stay.');
  await bar(page).getByRole('button', { name: 'Purge 2 sessions' }).click();
  await bar(page).getByRole('group').getByRole('button', { name: 'Purge 2 sessions' }).click();
  await expect(statusLine(page)).toContainText('Purged 2 sessions for good');
  await expect(page.getByText('The bin is empty.')).toBeVisible();
});

test('more than are loaded are selected and deleted as one', async ({ page, host }) => {
  test.slow();
  for (let from = 0; from < 120; from += 20) await some(host, 20);
  await unrecorded(host);
  await open(page, host, 'sessions');
  await sessionRows(page).first().click();
  await page.keyboard.press('Control+a');
  await bar(page).getByRole('button', { name: 'Select all 121 matching' }).click();
  await expect(bar(page).getByRole('status')).toHaveText('all 121 matching selected');
  await does(page, 'Delete…').click();
  await expect(bar(page)).toContainText(
    'Deletes 121 sessions. One has no log and takes its 1 attempt along. Their lessons and all other attempts stay.',
  );
  await expect(bar(page)).toContainText('and 116 more');
  await does(page, 'Delete').click();
  await expect(statusLine(page)).toContainText('Deleted 121 sessions');
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await host.client.call('episode.list', { limit: 0 })).total).toBe(120);
  expect((await host.client.call('session.unrecorded', { limit: 0 })).total).toBe(1);
});

test('rows with and without a log begin alike, and selecting moves none', async ({ page, host }) => {
  await some(host, 1);
  await unrecorded(host);
  await open(page, host, 'sessions');
  await expect(sessionRows(page)).toHaveCount(2);
  const lefts = async () => {
    const titles = [page.getByText('Task 1', { exact: true }), page.getByText('Unrecorded one', { exact: true })];
    const boxes = await Promise.all(titles.map((title) => title.first().boundingBox()));
    return boxes.map((box) => box?.x);
  };
  const [first, second] = await lefts();
  expect(second).toBe(first);
  await sessionRows(page)
    .filter({ hasText: 'Task 1' })
    .click({ modifiers: ['Control'] });
  await expect(marked(page)).toHaveCount(1);
  expect(await lefts()).toEqual([first, first]);
});
