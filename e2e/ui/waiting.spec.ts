import type { Page } from '@playwright/test';
import type { HostProcess } from '@twicewise/testkit';
import { verifies } from '@twicewise/testkit/verifies';
import { ended } from '../ended-job.ts';
import { expect, open, statusLine, store, test } from '../fixtures.ts';

const stub = {
  taskDescription: 'Get the end-to-end tests of the checkout green in CI',
  whatDidNotWork: ['Waiting a fixed five seconds for the stub'],
  nextStrategy: 'Wait for a health endpoint, never for time.',
  projectId: 'shop',
};

/** Stores two pairs that may say the same; the first is more certain. */
async function twoPairs(host: HostProcess) {
  for (const task of ['Parse CSV exports', 'Migrate the orders table', 'Rename the payment queue']) {
    await store(host, { taskDescription: task, projectId: 'shop' });
  }
  const rotate = { taskDescription: 'Rotate the keys of the gateway', projectId: 'shop' };
  await store(host, { ...rotate, whatWorked: ['One region at a time'] });
  await store(host, { ...rotate, whatWorked: ['One region at a time'], tags: ['ops'] });
  const one = await store(host, { ...stub, tags: ['ci'] });
  const longer = { whatDidNotWork: ['Waiting a fixed five seconds for the stub to come up'], tags: ['checkout'] };
  const other = await store(host, { ...stub, ...longer });
  return { one, other };
}

const chosen = (page: Page) => page.getByRole('option', { selected: true });
const card = (page: Page) => page.getByRole('article', { name: 'Possible duplicate' });
const kind = (page: Page, name: RegExp) => page.getByRole('group', { name: 'To review' }).getByRole('radio', { name });

test('suspected duplicates are told apart or merged field by field, by keyboard, and all of it is undone', async ({
  page,
  host,
}) => {
  verifies('C-09');
  const { one, other } = await twoPairs(host);
  await open(page, host, 'today');
  await expect(kind(page, /^Duplicates 2$/)).toBeAttached();
  await page.keyboard.press(']');
  await expect(page.getByText('2 possible duplicates', { exact: true })).toBeVisible();
  await expect(chosen(page)).toContainText('Rotate the keys');
  await expect(card(page)).toContainText('Likely the same.');

  // Both are selected: the keys mean both, or wait, and the card names none.
  await expect(card(page).locator('kbd')).toHaveText(['m', 'x', 's']);
  await page.keyboard.press('Control+a');
  await expect(card(page).locator('kbd')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('x');
  await expect(chosen(page)).toContainText('end-to-end tests');
  // What only one of the two says is marked in it, unless nearly all of it is.
  await expect(card(page).locator('mark')).toHaveText(['to come up'], { useInnerText: true });
  await expect(kind(page, /^Duplicates 1$/)).toBeAttached();
  await page.keyboard.press('u');
  await expect(chosen(page)).toContainText('Rotate the keys');
  await expect(kind(page, /^Duplicates 2$/)).toBeAttached();

  await page.keyboard.press('j');
  await expect(page).toHaveURL(new RegExp(`waiting=suspects.*${one.id}`));
  await expect(card(page)).toContainText('Only in the newer');
  await expect(card(page).getByRole('region', { name: 'Newer' })).toContainText('stays');
  await expect(card(page).getByRole('button', { name: 'Let the older stay' })).toBeVisible();
  await page.keyboard.press('s');
  await expect(card(page).getByRole('button', { name: 'Let the newer stay' })).toBeVisible();
  await expect(card(page).getByRole('region', { name: 'Older' })).toContainText('stays');
  // Both, by default; arrow keys choose one side.
  const both = card(page).getByRole('radio', { name: 'Did not work: Both' });
  await expect(both).toBeChecked();
  await both.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(card(page).getByRole('radio', { name: 'Did not work: Newer' })).toBeChecked();
  await page.keyboard.press('m');
  await expect(statusLine(page)).toContainText('Merged into: Get the end-to-end tests');
  const read = async (id: string) => (await host.client.call('reflection.get', { id })).reflection;
  expect(await read(one.id)).toMatchObject({
    whatDidNotWork: other.whatDidNotWork,
    tags: ['ci', 'checkout'],
    state: 'accepted',
  });
  expect((await read(other.id)).state).toBe('superseded');
  await page.keyboard.press('Control+z');
  await expect(statusLine(page)).toContainText('Undone: merged');
  expect([await read(one.id), await read(other.id)]).toEqual([one, other]);
  await expect(chosen(page)).toContainText('end-to-end tests');
});

test('duplicates are groups, and one decision merges all exact ones, previewed and undone as one', async ({
  page,
  host,
}) => {
  verifies('C-09');
  const { one } = await twoPairs(host);
  const copy = { taskDescription: 'Seed the database of the tests', nextStrategy: 'Once a run', projectId: 'shop' };
  for (let n = 0; n < 3; n++) await store(host, copy);
  await open(page, host, 'today');
  await page.goto(`${new URL(host.ready.url).origin}/#/today?waiting=suspects`);
  await expect(kind(page, /^Duplicates 3$/)).toBeAttached();
  const rows = page.getByRole('listbox', { name: 'Possible duplicates' }).getByRole('option');
  await expect(rows.filter({ hasText: 'Seed the database' })).toContainText('3 exact copies');
  await expect(rows.filter({ hasText: 'end-to-end tests' })).toContainText(
    'Newer: Waiting a fixed five seconds for the stub to come',
  );
  await page.keyboard.press('Shift+M');
  const bulk = page.getByRole('region', { name: 'Merge several' });
  await expect(bulk).toContainText('Merge. 3 lessons are superseded by 2 others.');
  await expect(bulk.getByRole('list', { name: 'Such as' }).getByRole('listitem')).toHaveCount(2);
  await page.keyboard.press('Enter');
  await expect(statusLine(page)).toContainText('Merged 3 duplicates');
  await expect(rows).toHaveCount(1);
  await expect(chosen(page)).toContainText('end-to-end tests');
  await expect(page.getByRole('listbox', { name: 'Possible duplicates' })).toBeFocused();
  const superseded = async () =>
    (await host.client.call('reflection.list', { state: 'superseded', withTotal: true, limit: 1 })).total;
  expect(await superseded()).toBe(3);
  await page.keyboard.press('u');
  // The count of the tab is asked for at most once a second: it may still be that of before the merge.
  await expect(statusLine(page)).toContainText('Undone: merged 3 duplicates');
  expect(await superseded()).toBe(0);
  await expect(rows).toHaveCount(3);

  // One group of three by itself: s changes which stays, m merges them.
  await rows.filter({ hasText: 'Seed the database' }).click();
  await expect(card(page)).toContainText('3 exact copies.');
  await expect(card(page).getByRole('region', { name: 'Lesson 1' })).toContainText('stays');
  await page.keyboard.press('s');
  await expect(card(page).getByRole('region', { name: 'Lesson 2' })).toContainText('stays');
  await page.keyboard.press('x');
  await expect(kind(page, /^Duplicates 2$/)).toBeAttached();
  await page.keyboard.press('u');
  // The tab may know of the group before the list does, and keys are about the row that is current.
  await expect(chosen(page)).toContainText('Seed the database');
  await expect(kind(page, /^Duplicates 3$/)).toBeAttached();
  await page.keyboard.press('m');
  await expect.poll(superseded).toBe(2);
  await page.keyboard.press('u');
  await expect.poll(superseded).toBe(0);

  // Several selected groups.
  await expect(rows).toHaveCount(3);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('m');
  await expect(bulk).toContainText('4 lessons are superseded by 3 others.');
  await page.keyboard.press('Enter');
  await expect(page.getByText('All of these are reviewed.')).toBeVisible();
  expect((await host.client.call('reflection.get', { id: one.id })).reflection.state).toBe('superseded');
});

test('contradictions are shown with what each says, and left as they are with one key', async ({ page, host }) => {
  const task = { taskDescription: 'Keep the login test stable', projectId: 'shop' };
  await store(host, { ...task, whatDidNotWork: ['Raising the timeout'] });
  const worked = await store(host, { ...task, outcome: 'success', whatWorked: ['Raise the timeout'] });
  await open(page, host, 'today?waiting=contradictions');
  await page.goto(`${new URL(host.ready.url).origin}/#/today?waiting=contradictions`);
  const pair = page.getByRole('article', { name: 'Two lessons that contradict each other' });
  await expect(pair).toContainText('Worked · Newer');
  await expect(pair).toContainText('Did not work · Older');
  await page.keyboard.press('x');
  await expect(page.getByText('All of these are reviewed.')).toBeFocused();
  await expect(kind(page, /^Contradictions 0$/)).toBeAttached();
  await page.keyboard.press('u');
  await expect(pair).toBeVisible();
  await pair.getByRole('region', { name: 'Newer' }).getByRole('button', { name: /^Open/ }).click();
  await expect(page).toHaveURL(new RegExp(`lessons\\?.*${worked.id}`));
});

test('either of two lessons that contradict each other is rejected, by key and by pointer, and taken back', async ({
  page,
  host,
}) => {
  const task = { taskDescription: 'Keep the login test stable', projectId: 'shop' };
  const failed = await store(host, { ...task, whatDidNotWork: ['Raising the timeout'] });
  const worked = await store(host, { ...task, outcome: 'success', whatWorked: ['Raise the timeout'] });
  const stateOf = async ({ id }: { id: string }) => (await host.client.call('reflection.get', { id })).reflection.state;
  await open(page, host, 'today?waiting=contradictions');
  const pair = page.getByRole('article', { name: 'Two lessons that contradict each other' });
  await expect(pair.getByRole('region', { name: 'Older' })).toContainText('Raising the timeout');
  await page.keyboard.press('r');
  await expect(kind(page, /^Contradictions 0$/)).toBeAttached();
  expect([await stateOf(failed), await stateOf(worked)]).toEqual(['rejected', 'accepted']);
  await page.keyboard.press('u');
  await expect(pair).toBeVisible();
  await expect.poll(() => stateOf(failed)).toBe('accepted');
  await pair.getByRole('button', { name: /^Reject the newer/ }).click();
  await expect(page.getByText('All of these are reviewed.')).toContainText('goes to the next tab.');
  expect([await stateOf(failed), await stateOf(worked)]).toEqual(['accepted', 'rejected']);
  await page.keyboard.press(']');
  await expect(page).toHaveURL(/waiting=neglected/);
});

test('several contradictions are selected, previewed and left as one, which one undo takes back', async ({
  page,
  host,
}) => {
  verifies('E-02');
  for (const what of ['the timeout', 'the retries', 'the workers']) {
    const task = { taskDescription: `Keep the login test stable with ${what}`, projectId: 'shop' };
    await store(host, { ...task, whatDidNotWork: [`Raising ${what} of every single run`] });
    await store(host, { ...task, outcome: 'success', whatWorked: [`Raise ${what} of every single run`] });
  }
  await open(page, host, 'today');
  await page.goto(`${new URL(host.ready.url).origin}/#/today?waiting=contradictions`);
  const list = page.getByRole('listbox', { name: 'Lessons that contradict each other' });
  await expect(list.getByRole('option')).toHaveCount(3);
  await expect(kind(page, /^Contradictions 3$/)).toBeAttached();
  await list.focus();
  await page.keyboard.press('Shift+J');
  const several = page.getByRole('region', { name: 'Decide several' });
  await expect(several).toContainText('2 selected');
  await page.keyboard.press('x');
  await expect(several).toContainText('Leave both. Leaves 2 pairs of lessons as they are.');
  await expect(several.getByRole('list', { name: 'Such as' }).getByRole('listitem')).toHaveCount(2);
  await expect(kind(page, /^Contradictions 3$/)).toBeAttached();
  await page.keyboard.press('Enter');
  await expect(statusLine(page)).toContainText('Left both of 2 pairs');
  await expect(list.getByRole('option')).toHaveCount(1);
  await expect(list).toBeFocused();
  await page.keyboard.press('u');
  await expect(list.getByRole('option')).toHaveCount(3);
});

test('the headline says what is to review in all and what it is worth, each number as it is counted', async ({
  page,
  host,
}) => {
  const { job } = await host.client.call('import.sample', {});
  await ended(host, job.id);
  await open(page, host, 'today');
  const head = page.getByRole('region', { name: 'Today', exact: true }).locator('header').first();
  const counts = async () => {
    const none = { limit: 0 };
    const { neverShown, stale } = await host.client.call('reflection.neglected', none);
    const drafts =
      (await host.client.call('reflection.list', { state: 'draft', withTotal: true, limit: 1 })).total ?? 0;
    const pairs = (await host.client.call('reflection.duplicates', none)).total;
    const opposed = (await host.client.call('reflection.contradictions', none)).total;
    return drafts + pairs + opposed + neverShown + stale + (await host.client.call('reflection.harmful', none)).total;
  };
  await expect(async () => {
    const text = await head.textContent();
    expect(text).toMatch(new RegExp(`${await counts()} to review in all\\s*·\\s*[\\d,]+ drafts? to review`));
  }).toPass();
  await expect.poll(async () => (await host.client.call('reflection.waiting', {})).shown).toBeGreaterThan(0);
  const { warnings, shown, days } = await host.client.call('reflection.waiting', {});
  await page.reload();
  await expect(head).toContainText(`${warnings} drafts say what failed`);
  await expect(head).toContainText(`lessons to review were shown to agents ${shown} times in ${days} days`);
  await expect(head).toContainText('oldest draft');
  // Of duplicates it says why they matter, and nothing of drafts.
  await page.keyboard.press(']');
  await expect(head).toContainText('agents may be shown the same twice');
  await expect(head).not.toContainText('oldest draft');
  await expect(head).not.toContainText('drafts say');
  // Where nothing waits there is nothing to say.
  await host.client.call('import.removeSample', {});
  await expect(head).toHaveCount(0);
});

test('lessons that no agent reads are kept, archived or rejected, each undone', async ({ page, host }) => {
  verifies('E-02');
  for (const task of ['First', 'Second', 'Third']) await store(host, { taskDescription: task });
  await host.client.call('settings.set', { changes: { 'review.unreadDays': 0 } });
  await open(page, host, 'today');
  await page.goto(`${new URL(host.ready.url).origin}/#/today?waiting=neglected`);
  await expect(page.getByText('3 unused lessons', { exact: true })).toBeVisible();
  // Which lessons these are is said by the settings.
  await expect(page.getByTitle(/^Never shown for 0 days, or not again for 90,/)).toBeVisible();
  await expect(page.getByRole('article', { name: 'Unused lesson' })).toContainText('Never shown');
  await page.keyboard.press('x');
  await expect(chosen(page)).toContainText('Second');
  await page.keyboard.press('h');
  await expect(chosen(page)).toContainText('Third');
  await page.keyboard.press('r');
  await expect(page.getByText('All of these are reviewed.')).toBeFocused();
  const states = async () =>
    (
      await host.client.call('reflection.list', { state: ['accepted', 'archived', 'rejected'], sort: 'oldest' })
    ).items.map(({ state }) => state);
  await expect.poll(states).toEqual(['accepted', 'archived', 'rejected']);
  for (let n = 0; n < 3; n++) await page.keyboard.press('u');
  await expect.poll(states).toEqual(['accepted', 'accepted', 'accepted']);
  await expect(page.getByText('3 unused lessons', { exact: true })).toBeVisible();
});

test('unused lessons of one task are told apart in the list', async ({ page, host }) => {
  for (const said of ['a larger heap', 'fewer workers']) {
    await store(host, { taskDescription: 'Make the nightly totals right', whatDidNotWork: [said], outcome: 'failure' });
  }
  await host.client.call('settings.set', { changes: { 'review.unreadDays': 0 } });
  await open(page, host, 'today');
  await page.goto(`${new URL(host.ready.url).origin}/#/today?waiting=neglected`);
  await expect(page.getByRole('option')).toHaveText([
    /a larger heap.*Make the nightly totals right/,
    /fewer workers.*Make the nightly totals right/,
  ]);
});

test('several unused lessons are kept or archived as one', async ({ page, host }) => {
  verifies('E-02');
  for (const task of ['First', 'Second', 'Third', 'Fourth']) await store(host, { taskDescription: task });
  await host.client.call('settings.set', { changes: { 'review.unreadDays': 0 } });
  await open(page, host, 'today');
  await page.goto(`${new URL(host.ready.url).origin}/#/today?waiting=neglected`);
  await expect(chosen(page)).toContainText('First');
  const bulk = page.getByRole('region', { name: 'Decide several' });
  await page.keyboard.press('J');
  await expect(bulk.getByRole('status')).toHaveText('2 selected');
  // The keys mean these, so the card of one of them names none.
  const card = page.getByRole('article', { name: 'Unused lesson' });
  await expect(card.getByRole('button')).toHaveText(
    ['Keep', 'Archive', 'Reject'].map((act) => new RegExp(`^${act}\\s*$`)),
  );
  await page.keyboard.press('x');
  await expect(bulk).toContainText('Keep. Keeps 2 lessons as they are.');
  await page.keyboard.press('Enter');
  await expect(kind(page, /^Unused 2$/)).toBeAttached();
  await expect(chosen(page)).toContainText('Third');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('h');
  await expect(bulk).toContainText('Archive. Changes 2 lessons');
  await page.keyboard.press('Enter');
  await expect(kind(page, /^Unused 0$/)).toBeAttached();
  const archived = async () => (await host.client.call('reflection.list', { state: 'archived' })).items.length;
  expect(await archived()).toBe(2);
  await page.keyboard.press('u');
  await expect.poll(archived).toBe(0);
  await page.keyboard.press('u');
  await expect(kind(page, /^Unused 4$/)).toBeAttached();
});

test('nothing that waits is said as such, of every kind', async ({ page, host }) => {
  await store(host);
  await open(page, host, 'today');
  for (const [name, text] of [
    [/^Duplicates 0$/, 'No possible duplicates.'],
    [/^Contradictions 0$/, 'No two lessons on one task contradict each other.'],
    [/^Unused 0$/, 'Every accepted lesson is new or was shown to an agent lately.'],
    [/^Harmful 0$/, 'No lesson that agents see was marked harmful.'],
    [/^Drafts 0$/, 'No drafts to review.'],
  ] as const) {
    await kind(page, name).click();
    await expect(page.getByText(text)).toBeVisible();
  }
});
