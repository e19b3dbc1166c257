import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { addressOf, expect, open, statusLine, store, test } from '../fixtures.ts';
import { violations } from './axe.ts';
import { chooseProject, failUntilTriedAgain } from './parts.ts';
import { CHECKOUT, importDay, items, record, sessionRows, tab, tell } from './session-parts.ts';

const rail = (page: Page) => page.getByRole('navigation').getByRole('link', { name: 'Sessions' });

test('each recorded session stands with its outcome, how that is known, when it was and what is in it', async ({
  page,
  host,
}) => {
  await tell(host, CHECKOUT);
  await tell(host, { task: 'Of unknown time', outcome: 'success', outcomeSource: 'measured' });
  await importDay(host, 'Said to be well');
  await open(page, host, 'sessions');
  await expect(rail(page)).toHaveText('Sessions3');
  await expect(page.getByText('3 sessions', { exact: true })).toBeVisible();
  const row = (task: string) => sessionRows(page).filter({ hasText: task });
  await expect(row('Make the checkout')).toContainText(/(?:Next|Error|Decided): .*shop/);
  await expect(
    row('Make the checkout').getByTitle('Its author stated the outcome · 2 decisions · 5 events · 1 lesson'),
  ).toBeVisible();
  await expect(row('Make the checkout').getByRole('img', { name: 'Partial', exact: true })).toBeVisible();
  // When it was stored is not when it was.
  await expect(row('Of unknown time')).not.toContainText(/stored| now/);
  await expect(row('Of unknown time').getByTitle('A check showed the outcome · nothing in it')).toBeVisible();
  // A success that nobody stated has a different shape and name from a proven one.
  await expect(row('Said to be well').getByRole('img', { name: 'Success, assumed' })).toBeVisible();
  await expect(row('Said to be well')).toContainText('assumed');
  const drawn = (task: string) => row(task).getByRole('img').first().locator('circle').getAttribute('stroke-dasharray');
  expect(await drawn('Said to be well')).not.toBeNull();
  expect(await drawn('Of unknown time')).toBeNull();
});

test('outcomes, words and days narrow the list, are part of the link, and are taken away again', async ({
  page,
  host,
}) => {
  await tell(host, CHECKOUT);
  await tell(host, { task: 'Rename a thing', outcome: 'failure', occurredAt: '2026-05-21T23:59:00Z' });
  await tell(host, { task: 'Long ago', occurredAt: '2026-01-01T00:00:00Z' });
  await open(page, host, 'sessions');
  await expect(sessionRows(page)).toHaveText([/Rename a thing/, /Make the checkout/, /Long ago/]);
  await page.getByRole('button', { name: 'Failure', exact: true }).click();
  await expect(sessionRows(page)).toHaveText([/Rename a thing/]);
  await expect(page).toHaveURL(/outcome=failure/);
  await page.getByRole('button', { name: 'Failure', exact: true }).click();
  await page.getByRole('searchbox').fill('queue switch');
  await expect(sessionRows(page)).toHaveText([/Make the checkout/]);
  await expect(page).toHaveURL(/q=queue\+switch/);
  await page.getByRole('searchbox').fill('xyzzyx');
  await expect(page.getByText('No session has all of these words.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Clear filters' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Clear the search' }).last().click();
  await expect(sessionRows(page)).toHaveCount(3);
  await expect(page.getByRole('searchbox')).toHaveValue('');
  // What clears the filters keeps the words.
  await page.getByRole('button', { name: 'Failure', exact: true }).click();
  await page.getByRole('searchbox').fill('queue switch');
  await expect(page.getByText('No session matches')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(sessionRows(page)).toHaveText([/Make the checkout/]);
  await expect(page.getByRole('searchbox')).toHaveValue('queue switch');
  await page.getByRole('searchbox').fill('');
  await page.getByRole('textbox', { name: 'From this day (UTC) on' }).fill('2026-05-20');
  await expect(sessionRows(page)).toHaveCount(2);
  // The last day is included.
  await page.getByRole('textbox', { name: 'Up to this day (UTC)' }).fill('2026-05-21');
  await expect(sessionRows(page)).toHaveCount(2);
  await page.getByRole('textbox', { name: 'Up to this day (UTC)' }).fill('2026-05-20');
  await expect(sessionRows(page)).toHaveText([/Make the checkout/]);
  await expect(page).toHaveURL(/since=2026-05-20&until=2026-05-20/);
});

test('an empty bin of sessions says so, whatever filters it', async ({ page, host }) => {
  const { id } = await tell(host, { task: 'Kept', outcome: 'failure' });
  await open(page, host);
  await page.goto(addressOf(host, 'sessions?bin=1&outcome=success'));
  await expect(page.getByText('The bin is empty.')).toBeVisible();
  await expect(page.getByText('No session open')).toBeVisible();
  await expect(page.getByText('move through the list'), 'there is no row to move to').toBeHidden();
  await host.client.call('episode.delete', { id });
  await expect(page.getByText('No session in the bin matches these filters.')).toBeVisible();
  await expect(page.getByText('The bin is empty.')).toBeHidden();
});

test('an outcome is corrected and taken back, a session goes to the bin and comes back, all by keys alone', async ({
  page,
  host,
}) => {
  for (const task of ['First', 'Second', 'Third']) {
    await tell(host, { ...CHECKOUT, task, sessionId: task, occurredAt: `2026-05-2${task.length - 4}T00:00:00Z` });
  }
  await open(page, host);
  await page.keyboard.press('3');
  await expect(sessionRows(page)).toHaveText([/Second/, /First|Third/, /First|Third/]);
  await page.keyboard.press('j');
  await expect(record(page).getByRole('heading', { level: 2 })).toHaveText('Second');
  await expect(page.getByRole('listbox')).toBeFocused();

  await page.keyboard.press('o');
  await expect(page.getByRole('menuitemcheckbox', { name: 'Partial' })).toHaveAttribute('aria-checked', 'true');
  // The menu moves the focus with a delay: to the first choice when it opens, then to the typed one.
  await expect(page.getByRole('menuitemcheckbox').first()).toBeFocused();
  await page.keyboard.type('Fail');
  await expect(page.getByRole('menuitemcheckbox', { name: 'Failure' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(statusLine(page)).toContainText('Outcome is failure: Second');
  await expect(record(page)).toContainText('corrected');
  await expect(record(page)).toContainText('first recorded as partial');
  await expect(sessionRows(page).first().getByRole('img', { name: 'Failure' })).toBeVisible();
  await expect(page.getByRole('listbox')).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(statusLine(page)).toContainText('Undone: outcome is failure “Second”');
  await expect(record(page)).not.toContainText('first recorded as');

  await page.keyboard.press('#');
  await expect(sessionRows(page)).toHaveCount(2);
  await expect(record(page).getByRole('heading', { level: 2 })).not.toHaveText('Second');
  await expect(page.getByRole('listbox')).toBeFocused();
  await page.keyboard.press('b');
  await expect(page.getByText('1 session in the bin')).toBeVisible();
  await page.keyboard.press('j');
  await expect(record(page)).toContainText('In the bin since');
  await page.keyboard.press('o');
  await expect(statusLine(page)).toContainText('It is in the bin');
  await page.keyboard.press('u');
  await expect(page.getByText('The bin is empty.')).toBeVisible();
  await page.keyboard.press('b');
  await expect(sessionRows(page)).toHaveCount(3);

  // Through the parts, to an item, and back to the list.
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await expect(record(page)).toBeFocused();
  await page.keyboard.press(']');
  await expect(tab(page, 'Summary')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press(']');
  await expect(tab(page, 'Attempts')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press(']');
  await expect(tab(page, 'Turns')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press(']');
  await expect(tab(page, 'Decisions')).toHaveAttribute('aria-selected', 'true');
  for (let n = 0; n < 5; n++) await page.keyboard.press('[');
  await expect(tab(page, 'Details')).toHaveAttribute('aria-selected', 'true');
  while (!(await tab(page, 'Details').evaluate((one) => one === document.activeElement)))
    await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await expect(tab(page, 'Timeline')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toBeFocused();
  await page.keyboard.press('/');
  await page.keyboard.type('third');
  await expect(sessionRows(page)).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(record(page)).toBeFocused();
  await expect(record(page).getByRole('heading', { level: 2 })).toHaveText('Third');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toContainText('Change the outcome of a session');
});

test('of hundreds of sessions at most a hundred rows are drawn, the total is exact, and the last one is reached', async ({
  page,
  host,
}) => {
  const days = Array.from({ length: 340 }, (_, index) => index);
  for (let at = 0; at < days.length; at += 20) {
    await Promise.all(
      days.slice(at, at + 20).map((index) => {
        const occurredAt = new Date(Date.UTC(2026, 0, 1) + index * 3_600_000).toISOString();
        return tell(host, { task: `Session number ${index}`, occurredAt });
      }),
    );
  }
  await open(page, host, 'sessions');
  await expect(page.getByText('340 sessions', { exact: true })).toBeVisible();
  await page.keyboard.press('End');
  await expect(sessionRows(page).last()).toContainText('Session number 0');
  expect(await sessionRows(page).count()).toBeLessThan(100);
  await expect(sessionRows(page).last()).toHaveAttribute('aria-posinset', '340');
  await expect(record(page).getByRole('heading', { level: 2 })).toHaveText('Session number 0');
});

test('a link opens its session; back and forward lead from one to the other', async ({ page, host }) => {
  const first = await tell(host, { ...CHECKOUT, task: 'First' });
  const second = await tell(host, { task: 'Second' });
  await open(page, host, `sessions?episode=${first.id}&tab=record`);
  const title = record(page).getByRole('heading', { level: 2 });
  await expect(title).toHaveText('First');
  await expect(record(page)).toContainText('Metrics');
  await sessionRows(page).filter({ hasText: 'Second' }).click();
  await expect(title).toHaveText('Second');
  await expect(page).toHaveURL(new RegExp(`episode=${second.id}`));
  await page.goBack();
  await expect(title).toHaveText('First');
  await page.goForward();
  await expect(title).toHaveText('Second');
  await page.goto(addressOf(host, 'sessions?episode=epis_01ARZ3NDEKTSV4RRFFQ69G5FAV'));
  await expect(page.getByText('There is no such session.')).toBeVisible();
});

test('a link to no session says so, and leads back to the list', async ({ page, host }) => {
  await tell(host, { ...CHECKOUT, task: 'First' });
  const wrong = ['epis_BAD', 'sess_01ARZ3NDEKTSV4RRFFQ69G5FAV', 'anything'];
  await open(page, host, 'sessions?episode=epis_01ARZ3NDEKTSV4RRFFQ69G5FAV');
  for (const id of wrong) {
    await page.goto(addressOf(host, `sessions?episode=${id}`));
    await expect(page.getByText('There is no such session.')).toBeVisible();
    await page.getByRole('button', { name: 'Back to sessions' }).click();
    await expect(page.getByText('No session open')).toBeVisible();
    await expect(page).not.toHaveURL(/episode=/);
    await expect(sessionRows(page)).toHaveText([/First/]);
  }
});

test('what is stored, corrected or deleted meanwhile shows at once', async ({ page, host }) => {
  const { id } = await tell(host, { task: 'There already' });
  await open(page, host, `sessions?episode=${id}`);
  await expect(sessionRows(page)).toHaveCount(1);
  await tell(host, { task: 'Just now' });
  await expect(sessionRows(page)).toHaveCount(2);
  await expect(rail(page)).toHaveText('Sessions2');
  await host.client.call('episode.update', { id, changes: { outcome: 'success', task: 'Changed by another' } });
  await expect(record(page).getByRole('heading', { level: 2 })).toHaveText('Changed by another');
  await expect(sessionRows(page).filter({ hasText: 'Changed by another' })).toContainText('corrected');
  await host.client.call('episode.delete', { id });
  await expect(sessionRows(page)).toHaveText([/Just now/]);
  await expect(record(page)).toContainText('In the bin since');
});

test('a project is chosen for the window here too', async ({ page, host }) => {
  const { projectId } = await tell(host, CHECKOUT);
  await tell(host, { task: 'Elsewhere', projectId: 'attic' });
  await open(page, host, 'sessions');
  await expect(sessionRows(page)).toHaveCount(2);
  await page.goto(addressOf(host, `sessions?project=${projectId}`));
  await expect(sessionRows(page)).toHaveText([/Make the checkout/]);
  await expect(rail(page)).toHaveText('Sessions1');
  await chooseProject(page, 'All projects');
  await expect(sessionRows(page)).toHaveCount(2);
});

test('the palette goes to Sessions, and from the name of a session to what is recorded of it', async ({
  page,
  host,
}) => {
  await tell(host, CHECKOUT);
  await open(page, host, 'data');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('go to sessions');
  await page.keyboard.press('Enter');
  await expect(sessionRows(page)).toHaveCount(1);
  await page.keyboard.press('1');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('checkout-7');
  await expect(page.getByRole('dialog').getByRole('option', { name: /checkout-7/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(record(page).getByRole('heading', { level: 2 })).toHaveText(CHECKOUT.task ?? '');
});

test('a session is copied as link, address and JSON', { tag: '@browser' }, async ({ page, host, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { id } = await tell(host, CHECKOUT);
  await open(page, host, 'sessions');
  await page.keyboard.press('j');
  await expect(record(page).getByRole('heading', { level: 2 })).toBeVisible();
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.keyboard.press('l');
  await expect(statusLine(page)).toContainText(`Copied: twicewise://session/${id}`);
  await page.keyboard.press('Shift+L');
  await expect(statusLine(page)).toContainText(
    `Link copied. It opens in this browser: ${new URL(host.ready.url).origin}/#/sessions?episode=${id}`,
  );
  await page.keyboard.press('Shift+C');
  await expect(statusLine(page)).toContainText('Copied as JSON: Make the checkout');
  expect(JSON.parse(await clipboard())).toEqual((await host.client.call('episode.get', { id })).episode);
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem', { name: /^Copy/ })).toHaveCount(4);
});

test('without any session the screen teaches how they get in, and reads logs', async ({ page, host }) => {
  await open(page, host, 'sessions');
  await expect(page.getByRole('heading', { name: 'No sessions yet' })).toBeVisible();
  await expect(page.getByText('npx twicewise import sessions/')).toBeVisible();
  await expect(page.getByText(/mcp .*--profile full$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import from Claude Code' })).toBeVisible();
  const path = join(host.ready.data, '2026-01-02-session-7.json');
  const log = {
    session: { number: 7, date: '2026-01-02', objective: 'Choose a router' },
    decisions: [{ decision: 'Serena-first', rationale: 'Lower latency', alternatives: ['Parallel'] }],
  };
  writeFileSync(path, JSON.stringify(log));
  await page.getByRole('textbox', { name: 'Absolute path of the log or folder' }).fill(path);
  await page.keyboard.press('Enter');
  await expect(sessionRows(page)).toHaveText([/Choose a router/]);
  await expect(statusLine(page)).toContainText('1 new session');
});

test('a failure is said and can be tried again', { tag: '@browser' }, async ({ page, host }) => {
  await tell(host, CHECKOUT);
  // From the beginning: all requests from before the greeting are sent again.
  const tryAgain = await failUntilTriedAgain(page, 'episode.list', (route) => route.abort());
  await open(page, host);
  await page.goto(addressOf(host, 'sessions?outcome=partial'));
  await expect(page.getByRole('alert')).toContainText('Could not load sessions.');
  await tryAgain();
  await expect(sessionRows(page)).toHaveCount(1);
});

test.describe('sessions in both themes', () => {
  test('are accessible: none, a list, every part, the menu, the bin', async ({ page, host }) => {
    await open(page, host, 'sessions');
    await expect(page.getByRole('heading', { name: 'No sessions yet' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await importDay(host, 'Assumed');
    const { id } = await tell(host, CHECKOUT);
    await store(host, { projectId: 'shop', sessionId: 'checkout-7' });
    await page.goto(addressOf(host, `sessions?episode=${id}`));
    for (const name of ['Timeline', 'Attempts', 'Decisions', 'Lessons', 'Details']) {
      await tab(page, name).click();
      await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true');
      expect(await violations(page), name).toEqual([]);
    }
    await tab(page, 'Timeline').click();
    await items(page).first().getByRole('button').last().click();
    await expect(items(page).nth(1)).toBeFocused();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('o');
    await expect(page.getByRole('menu')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('#');
    await expect(sessionRows(page)).toHaveCount(1);
    await page.keyboard.press('b');
    await expect(page.getByText('1 session in the bin')).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
});

test('at 200 % zoom nothing scrolls sideways, and every target is 24 px', { tag: '@browser' }, async ({
  page,
  host,
}) => {
  await page.setViewportSize({ width: 512, height: 350 });
  const wide = { content: 'x'.repeat(400), type: 'y'.repeat(60) };
  const { id } = await tell(host, { ...CHECKOUT, task: 'z'.repeat(200), events: [...(CHECKOUT.events ?? []), wide] });
  const sideways = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  const small = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('button, a, input, [role="option"]')]
        .map((element) => ({ box: element.getBoundingClientRect(), name: element.textContent || element.outerHTML }))
        .filter(({ box }) => box.width > 0 && (box.width < 23.9 || box.height < 23.9))
        .map(({ box, name }) => `${name}: ${box.width} × ${box.height}`),
    );
  await open(page, host, 'sessions');
  await expect(sessionRows(page)).toHaveCount(1);
  expect([await sideways(), await small()]).toEqual([0, []]);
  for (const part of ['', '&tab=attempts', '&tab=decisions', '&tab=lessons', '&tab=record']) {
    await page.goto(addressOf(host, `sessions?episode=${id}${part}`));
    await expect(record(page).getByRole('heading', { level: 2 })).toBeVisible();
    expect([await sideways(), await small()]).toEqual([0, []]);
    const inside = await record(page)
      .locator('[data-place="session"]')
      .evaluate((pane) => pane.scrollWidth - pane.clientWidth);
    expect(inside).toBe(0);
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toBeFocused();
});
