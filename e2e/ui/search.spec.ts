import type { Page } from '@playwright/test';
import type { HostProcess } from '@twicewise/testkit';
import { verifies } from '@twicewise/testkit/verifies';
import { addressOf, expect, inspector, open, rows, statusLine, store, test } from '../fixtures.ts';
import { failUntilTriedAgain } from './parts.ts';
import { watchSettling } from './settled.ts';

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search lessons' });
const selected = (page: Page) => page.getByRole('option', { selected: true });
const status = (page: Page) => page.getByRole('region', { name: 'Lessons' }).getByRole('status');

/** Stores some lessons, so that there are rare and frequent words. */
async function furnish(host: HostProcess) {
  const tasks = ['Parse CSV exports', 'Speed up the image cache', 'Migrate the orders table', 'Rename the queue'];
  for (const taskDescription of tasks) {
    await store(host, { taskDescription, outcome: 'success', nextStrategy: 'same again', projectId: 'other' });
  }
  return store(host, {
    taskDescription: 'Fix authentication token expiry',
    whatDidNotWork: ['Raising the lifetime only hid the clock skew'],
    nextStrategy: 'Compare clockDrift of both hosts first',
    rootCause: 'Prüfung of the token lifetime used the local clock',
    projectId: 'shop',
  });
}

test('finds while typing, without a word in common (S0-61)', async ({ page, host }) => {
  verifies('S0-61');
  await furnish(host);
  await open(page, host);
  await field(page).pressSequentially('Debug login timeout issues', { delay: 15 });
  await expect(rows(page).first()).toContainText('Fix authentication token expiry');
  await expect.poll(() => page.url()).toContain('q=Debug+login+timeout+issues');
  await expect(rows(page)).toHaveCount(1);
  await page.reload();
  await expect(rows(page).first()).toContainText('Fix authentication token expiry');
  await expect(field(page)).toHaveValue('Debug login timeout issues');
});

test('an unfinished word finds, other filters count, and without words the list is by date', async ({ page, host }) => {
  await furnish(host);
  await store(host, { taskDescription: 'Token expiry in the gateway', outcome: 'success', projectId: 'other' });
  await open(page, host);
  await field(page).fill('toke');
  await expect(rows(page)).toHaveCount(2);
  await expect(status(page)).toHaveText('2 relevant lessons');
  await page.getByRole('button', { name: 'Failure', exact: true }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Fix authentication');
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(field(page)).toBeFocused();
  await page.getByRole('button', { name: 'Remove filter Failure' }).click();
  await expect(rows(page)).toHaveCount(6);
  await expect(rows(page).first()).toContainText('Token expiry in the gateway');
});

test('a slower earlier answer never replaces a later one, and the rows stay meanwhile', { tag: '@browser' }, async ({
  page,
  host,
}) => {
  await furnish(host);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let answered = false;
  const settled = watchSettling(page);
  await page.route('**/api/reflection.search', async (route) => {
    if (route.request().postDataJSON().taskDescription !== 'csv') return route.continue();
    await held;
    await route.continue();
    answered = true;
  });
  await open(page, host);
  await expect(rows(page)).toHaveCount(5);
  const asked = page.waitForRequest((request) => request.postData()?.includes('"csv"') ?? false);
  await field(page).fill('csv');
  await asked;
  // The answer is delayed: the earlier rows are still shown.
  await expect(rows(page)).toHaveCount(5);
  await expect(page.getByRole('listbox')).toHaveAttribute('aria-busy', 'true');
  await field(page).fill('image cache');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('image cache');
  release();
  await expect.poll(() => answered).toBe(true);
  await settled();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('image cache');
});

test('typing quickly asks one question at a time, and the list is never empty in between', { tag: '@browser' }, async ({
  clockPage: page,
  largeHost,
}) => {
  await page.clock.install();
  await open(page, largeHost);
  await expect(rows(page).first()).toBeVisible();
  // The page's clock is stopped, and each answer waits until the test releases it, so the speed of the machine does not matter.
  await page.clock.pauseAt(Date.now() + 60_000);
  const limits: number[] = [];
  const held: (() => void)[] = [];
  const questions = new Set<string | null>();
  await page.route('**/api/reflection.search', async (route) => {
    const question = route.request().postData();
    // The host is still working after its import. Requests caused by that are not caused by the keys.
    if (questions.has(question)) return route.continue();
    questions.add(question);
    limits.push(route.request().postDataJSON().limit);
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  const asked = (times: number) => expect.poll(() => held.length).toBe(times);
  await page.evaluate(() => {
    const emptied = { times: 0, most: 0 };
    Object.assign(window, { emptied });
    new MutationObserver(() => {
      const count = document.querySelectorAll('[role="option"]').length;
      if (count === 0) emptied.times++;
      emptied.most = Math.max(emptied.most, count);
    }).observe(document.body, { subtree: true, childList: true });
  });
  const parts = ['keep the ', 'build green ', 'while module ', '12 moves'];
  for (const [index, part] of parts.entries()) {
    // The first key sends a request; everything typed before its answer arrives becomes a single request.
    await field(page).pressSequentially(part);
    await asked(index + 1);
    // One time longer than the link waits.
    if (index === 2) await page.clock.runFor(300);
    await asked(index + 1);
    held[index]?.();
    await asked(index + 2);
  }
  held[parts.length]?.();
  await expect(status(page)).toHaveText(/relevant lessons/);
  // Only the visible rows while typing, and the rest once the typing stops.
  expect(limits).toEqual([40, 40, 40, 40, 40]);
  await page.clock.runFor(300);
  await asked(parts.length + 2);
  held[parts.length + 1]?.();
  await expect(status(page)).toHaveText(/the best 100 of/);
  expect(limits.at(-1)).toBe(100);
  await page.keyboard.press('ArrowDown');
  for (let step = 0; step < 10; step++) await page.keyboard.press('PageDown');
  const { times, most } = await page.evaluate(
    () => (window as unknown as { emptied: { times: number; most: number } }).emptied,
  );
  expect(times).toBe(0);
  expect(most).toBeLessThan(100);
});

test('that nothing is found is said at once; the rows of before go when the keys rest', async ({
  clockPage: page,
  host,
}) => {
  await furnish(host);
  await page.clock.install();
  await open(page, host);
  await expect(rows(page)).toHaveCount(5);
  // The installed clock alone would continue with the machine's time.
  await page.clock.pauseAt(Date.now() + 60_000);
  await field(page).fill('zebra');
  // The clock is stopped, so the pause that ends the typing has not come.
  await expect(status(page)).toHaveText('Nothing relevant to “zebra”');
  await expect(rows(page)).toHaveCount(5);
  await expect(page.getByRole('listbox')).toHaveAttribute('aria-busy', 'true');
  await page.clock.runFor(1000);
  await expect(rows(page)).toHaveCount(0);
  await expect(page.getByText('No lesson has the word “zebra”.')).toBeVisible();
});

// It inspects the HTTP requests, which the app does not have.
test('an idle host is asked at the key itself, and the link follows a moment later', {
  tag: '@browser',
}, async ({ page, host }) => {
  await furnish(host);
  await open(page, host);
  await field(page).focus();
  await page.evaluate(() => {
    const send = window.fetch.bind(window);
    const moments = { asked: false, later: true };
    Object.assign(window, { moments });
    window.fetch = (...request) => {
      if (String(request[0]).endsWith('/reflection.search')) moments.asked = true;
      return send(...request);
    };
    // In the same task as the key press: no timer has run in between.
    window.addEventListener('input', () => setTimeout(() => Object.assign(moments, { later: !moments.asked })), true);
  });
  await page.keyboard.insertText('toke');
  await expect(rows(page)).toHaveCount(1);
  const moments = await page.evaluate(() => (window as unknown as { moments: { later: boolean } }).moments);
  expect(moments.later).toBe(false);
  await expect.poll(() => page.url()).toContain('q=toke');
});

test('Enter means what was typed, not what is still shown', async ({ page, host }) => {
  await furnish(host);
  await open(page, host);
  await page.keyboard.press('/');
  await page.keyboard.type('image cache');
  await page.keyboard.press('Enter');
  await expect(inspector(page).getByRole('heading', { level: 2 })).toHaveText('Speed up the image cache');
  await expect(inspector(page)).toBeFocused();
});

test('matches are marked in rows and in the lesson, as text', async ({ page, host }) => {
  await furnish(host);
  await store(host, { taskDescription: '<b>clock</b> <img src=x onerror=alert(1)>', projectId: 'other' });
  await open(page, host);
  await field(page).fill('clock prufung tokens');
  const row = rows(page).filter({ hasText: 'Fix authentication' });
  await expect(row.locator('mark').first()).toHaveText('token');
  // The line below the task is the one that best explains the other words.
  await expect(row).toContainText('used the local clock');
  await row.click();
  const marks = inspector(page).locator('mark');
  await expect(marks.filter({ hasText: /^clock$/ })).toHaveCount(3);
  await expect(marks.filter({ hasText: 'Prüfung' })).toHaveCount(1);
  await expect(inspector(page)).toContainText('Compare clockDrift of both hosts');
  await field(page).fill('clock');
  await expect(rows(page).filter({ hasText: '<b>clock</b>' }).locator('mark')).toHaveText('clock');
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(page.locator('mark')).toHaveCount(0);
});

test('a pasted id or link finds its lesson, the bin included', { tag: '@browser' }, async ({ page, host }) => {
  const lesson = await furnish(host);
  await open(page, host);
  let searched = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/reflection.search')) searched++;
  });
  await field(page).fill(` ${lesson.id} `);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(lesson.taskDescription);
  await field(page).fill(addressOf(host, `lessons?lesson=${lesson.id}`));
  await page.keyboard.press('Enter');
  await expect(inspector(page).getByRole('heading', { level: 2 })).toHaveText(lesson.taskDescription);
  await host.client.call('reflection.delete', { id: lesson.id });
  await expect(inspector(page).getByText('In the bin since')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await field(page).fill(`refl_${'0'.repeat(26)}`);
  await expect(page.getByText('No lesson has this id.')).toBeVisible();
  expect(searched).toBe(0);
});

test('nothing relevant says what was looked for, and offers what is hardly relevant', async ({ page, host }) => {
  await furnish(host);
  await open(page, host);
  await field(page).fill('queue up espresso machines at xyzzyx manufacturer');
  await expect(page.getByText('Nothing relevant to “queue up espresso machines at xyzzyx manufacturer”')).toBeVisible();
  await expect(page.getByText('Search by meaning is off, so only words were looked for.')).toBeVisible();
  await expect(page.getByText(/^Looked for “queue”, .*“espresso”, “machines”,/)).toBeVisible();
  await expect(page.getByText(/^No lesson has the words .*“xyzzyx”/)).toBeVisible();
  const { omitted } = await host.client.call('reflection.search', {
    taskDescription: 'queue up espresso machines at xyzzyx manufacturer',
    prefix: true,
  });
  expect(omitted.belowThreshold).toBeGreaterThan(0);
  await expect(page.getByText(/^\d+ lessons? (is|are) hardly relevant\.$/)).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText('↓to the buttons');
  await field(page).press('ArrowDown');
  await expect(page.getByRole('button', { name: /^Show (it|them)$/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(omitted.belowThreshold);
  await expect(page.getByRole('status').getByText(/^\d+ lessons?, hardly relevant ones included$/)).toBeVisible();
  expect(page.url()).toContain('weak=1');
  await page.getByRole('button', { name: 'Only relevant ones' }).click();
  await expect(page.getByText('Nothing relevant to')).toBeVisible();
  await field(page).fill('…!?');
  await expect(page.getByText('No word to search for in “…!?”')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the search' }).last().click();
  await expect(rows(page)).toHaveCount(5);
});

test('why a hit is here: each word, how it matched, where, and its share', async ({ page, host }) => {
  const lesson = await furnish(host);
  await host.client.call('reflection.pin', { id: lesson.id });
  await open(page, host);
  await field(page).fill('login clocks skew banana');
  await rows(page).first().click();
  const why = inspector(page).getByRole('region', { name: 'Why this is here' });
  await expect(why).toContainText(/1 of 1 · relevance \d+ %/);
  await page.keyboard.press('w');
  await expect(why.getByRole('row', { name: /^login/ })).toContainText('means much the same as “authentication”');
  await expect(why.getByRole('row', { name: /^clocks/ })).toContainText('as “clock”');
  await expect(why.getByRole('row', { name: /^skew/ })).toContainText('the same word · Did not work');
  await expect(why.getByRole('row', { name: /^Not in it/ })).toContainText('banana');
  await expect(why).toContainText('It is pinned: moved up by 10 %.');
  const shares = (await why.getByText(/^\d+ %$/).allTextContents()).map((text) => Number.parseInt(text, 10));
  const sum = shares.reduce((total, share) => total + share, 0);
  expect(Math.abs(sum - 100)).toBeLessThanOrEqual(shares.length);
  await page.keyboard.press('w');
  await expect(why.getByRole('table')).toBeHidden();
});

test('similar lessons are looked for when their place is seen, and lead on', { tag: '@browser' }, async ({
  page,
  host,
}) => {
  const lesson = await furnish(host);
  const gateway = { taskDescription: 'Fix authentication token expiry in the gateway', projectId: 'other' };
  await store(host, { ...gateway, whatDidNotWork: ['A longer expiry'] });
  await store(host, { ...gateway, whatDidNotWork: ['A longer expiry'], whatWorked: ['A shorter one'], state: 'draft' });
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/reflection.similar')) asked++;
  });
  await page.setViewportSize({ width: 1000, height: 300 });
  const settled = watchSettling(page);
  await open(page, host, `lessons?lesson=${lesson.id}`);
  await expect(inspector(page).getByRole('heading', { level: 2 })).toBeVisible();
  await settled();
  expect(asked).toBe(0);
  await inspector(page).getByText('Similar', { exact: true }).scrollIntoViewIfNeeded();
  // Lessons of one task are told apart by what they say, and by their state as in lists.
  const like = inspector(page).getByRole('button', { name: /in the gateway.*A longer expiry.*other/ });
  await expect(like.filter({ hasText: 'Draft' })).toHaveCount(1);
  await like.filter({ hasNotText: 'Draft' }).click();
  await expect(inspector(page).getByRole('heading', { level: 2 })).toHaveText(gateway.taskDescription);
  expect(asked).toBeGreaterThan(0);
  await page.goBack();
  await expect(inspector(page).getByRole('heading', { level: 2 })).toHaveText('Fix authentication token expiry');
});

test('by keyboard alone: search, move, open, explain, judge, undo, leave', async ({ page, host }) => {
  await furnish(host);
  await store(host, { taskDescription: 'Token expiry in the gateway', projectId: 'other' });
  await open(page, host);
  await page.keyboard.press('/');
  await page.keyboard.type('token expiry');
  await expect(rows(page)).toHaveCount(2);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('listbox')).toBeFocused();
  const first = await selected(page).textContent();
  await page.keyboard.press('ArrowDown');
  await expect(selected(page)).not.toHaveText(first ?? '');
  await page.keyboard.press('Enter');
  await expect(inspector(page)).toBeFocused();
  await page.keyboard.press('w');
  await expect(inspector(page).getByRole('table')).toBeVisible();
  await page.keyboard.press('+');
  await expect(statusLine(page)).toContainText('Marked helpful');
  await page.keyboard.press('Control+z');
  await expect(statusLine(page)).toContainText('Undone: marked helpful');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toBeFocused();
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(field(page)).toHaveValue('');
  await expect(rows(page)).toHaveCount(6);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toBeFocused();
  await page.keyboard.press('?');
  for (const label of ['Show why it was found', 'Mark as harmful', 'Go to Brief', 'Open the first result']) {
    await expect(page.getByRole('dialog').getByText(label)).toBeVisible();
  }
});

test('a search that fails says so and can be asked again', { tag: '@browser' }, async ({ page, host }) => {
  await furnish(host);
  const tryAgain = await failUntilTriedAgain(page, 'reflection.search');
  await open(page, host);
  await field(page).fill('token');
  await expect(page.getByText('The search failed.')).toBeVisible();
  await tryAgain();
  await expect(rows(page)).toHaveCount(1);
});

test('without hits the keys go to the way on, and from there to the list', async ({ page, host }) => {
  await store(host, { taskDescription: 'The queue of the machine is full', nextStrategy: 'Drain it' });
  for (let number = 0; number < 12; number++) await store(host, { taskDescription: `Parse export ${number}` });
  await open(page, host);
  for (const key of ['ArrowDown', 'Enter']) {
    await page.keyboard.press('/');
    await page.keyboard.type('queue up espresso beans at xyzzyx manufacturer');
    await page.keyboard.press(key);
    await expect(page.getByRole('button', { name: /^Show (it|them)$/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(rows(page).first()).toContainText('The queue of the machine');
    await expect(page.getByRole('listbox')).toBeFocused();
    await page.keyboard.press('/');
    await page.keyboard.press('Escape');
  }
  await page.keyboard.press('/');
  await page.keyboard.type('queue machine');
  await page.keyboard.press('Enter');
  await expect(inspector(page)).toBeFocused();
  await page.keyboard.press('w');
  await expect(page.getByRole('columnheader', { name: 'share of the match' })).toBeVisible();
});
