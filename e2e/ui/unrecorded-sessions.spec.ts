import type { InputOf } from '@twicewise/contract';
import { type HostProcess, startAgent } from '@twicewise/testkit';
import { verifies } from '@twicewise/testkit/verifies';
import { expect, open, statusLine, test } from '../fixtures.ts';
import { violations } from './axe.ts';
import { record, sessionRows, tab, tell } from './session-parts.ts';

const TASK = 'Make the cart add up';

/** Records an attempt in an unrecorded session. */
const attempt = (host: HostProcess, given: Partial<InputOf<'attempt.record'>> = {}) =>
  host.client.call('attempt.record', {
    projectId: 'shop',
    sessionId: 'over-mcp',
    task: TASK,
    outcome: 'failure',
    ...given,
  });

test('what an agent records over MCP alone stands among the sessions and opens as a ladder', async ({ page, host }) => {
  const agent = await startAgent({ data: host.ready.data, project: 'shop', args: ['--profile', 'full'] });
  try {
    await agent.tool('attempt_record', { task: TASK, outcome: 'failure', strategy: 'Rounded each row' });
    await agent.tool('attempt_record', { task: TASK, outcome: 'success', strategy: 'Rounded the sum' });
  } finally {
    await agent.close();
  }
  await open(page, host, 'sessions');
  await expect(page.getByText('1 session', { exact: true })).toBeVisible();
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Sessions' })).toHaveText('Sessions1');
  await expect(sessionRows(page)).toHaveText([/no log1 success, 1 failureshop$/]);
  await sessionRows(page).click();
  const rungs = record(page).getByRole('list', { name: TASK }).locator('> li');
  await expect(rungs).toHaveText([/Rounded each row/, /Rounded the sum/]);
  await expect(record(page)).toContainText('No log of this session was recorded');
});

test('it is opened without asking for a record that it does not have', async ({ page, host }) => {
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(response.url());
  });
  const { attempt: first } = await attempt(host);
  await open(page, host, `sessions?episode=${first.sessionId}`);
  await expect(record(page).getByRole('list', { name: TASK })).toBeVisible();
  expect(refused).toEqual([]);
});

test('it stands by its time among the others, and is narrowed, counted and linked as they are', async ({
  page,
  host,
}) => {
  verifies('C-11');
  await tell(host, { task: 'Early', projectId: 'shop', occurredAt: '2026-01-05T10:00:00Z', outcome: 'success' });
  await attempt(host, { startedAt: '2026-02-05T10:00:00Z', strategy: 'Rounded each row' });
  await tell(host, { task: 'Late', projectId: 'shop', occurredAt: '2026-03-05T10:00:00Z' });
  await open(page, host, 'sessions');
  await expect(sessionRows(page)).toHaveText([/Late/, /Make the cart add up.*no log1 failure/, /Early/]);
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  const counts = page.getByRole('complementary', { name: 'Filters' });
  const value = (name: string) => counts.getByRole('checkbox', { name, exact: true });
  await expect(value('shop 3')).toBeVisible();
  await value('Attempts 1').check();
  await expect(sessionRows(page)).toHaveText([/no log1 failure/]);
  await value('Attempts 1').uncheck();
  await value('February 2026 1').check();
  await expect(sessionRows(page)).toHaveText([/no log1 failure/]);
  await value('February 2026 1').uncheck();
  await page.getByRole('searchbox', { name: 'Words in tasks' }).fill('rounded');
  await expect(sessionRows(page)).toHaveText([/no logRounded each row/]);
  await expect(value('shop 1')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Words in tasks' }).fill('');
  await page.getByRole('button', { name: 'Success', exact: true }).click();
  await expect(sessionRows(page)).toHaveText([/Early/]);
  await page.getByRole('button', { name: 'Success', exact: true }).click();
  await sessionRows(page).nth(1).click();
  await expect(page).toHaveURL(/episode=sess_/);
  await page.reload();
  await expect(record(page).getByRole('heading', { level: 2 })).toHaveText(TASK);
  await expect(record(page).getByRole('list', { name: TASK })).toBeVisible();
});

test('by keys alone: to it, through its parts, and on; what is done to a log says why it does nothing', async ({
  page,
  host,
}) => {
  await attempt(host, { startedAt: '2026-02-05T10:00:00Z' });
  await tell(host, { task: 'Late', projectId: 'shop', occurredAt: '2026-03-05T10:00:00Z' });
  await open(page, host, 'sessions');
  await expect(sessionRows(page)).toHaveCount(2);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(tab(page, 'Attempts')).toHaveAttribute('aria-selected', 'true');
  await expect(tab(page, 'Attempts')).toContainText('1');
  await page.keyboard.press(']');
  await expect(tab(page, 'Turns')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press(']');
  await expect(tab(page, 'Summary')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('[');
  await page.keyboard.press('[');
  await expect(tab(page, 'Attempts')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('o');
  await expect(statusLine(page)).toContainText('This session has no log');
  await page.keyboard.press('u');
  await expect(statusLine(page)).toContainText('It is not in the bin');
  await page.keyboard.press('k');
  await expect(record(page).getByRole('heading', { level: 2 })).toHaveText('Late');
});

test('by a key it is deleted with all in it, and restored from the bin; what was there before stays', async ({
  page,
  host,
}) => {
  const { attempt: before } = await attempt(host, { strategy: 'Deleted before' });
  await host.client.call('attempt.delete', { id: before.id });
  const { attempt: live } = await attempt(host);
  await host.client.call('turn.save', {
    projectId: 'shop',
    sessionId: 'over-mcp',
    context: [{ kind: 'workspace', text: 'x' }],
  });
  await tell(host, { task: 'Early', projectId: 'shop', occurredAt: '2026-01-05T10:00:00Z' });
  const inBin = async () => {
    const { items } = await host.client.call('attempt.list', { sessionId: live.sessionId ?? '', deleted: 'only' });
    const { total } = await host.client.call('turn.list', { sessionId: live.sessionId ?? '', deleted: 'only' });
    return [items.length, total];
  };
  await open(page, host, 'sessions');
  await sessionRows(page).first().click();
  await expect(record(page).getByRole('list', { name: TASK })).toBeVisible();
  await page.keyboard.press('#');
  await expect(statusLine(page)).toContainText(`Deleted: ${TASK}`);
  await expect(sessionRows(page)).toHaveText([/Early/]);
  await expect(record(page).getByRole('heading', { level: 2 })).toHaveText('Early');
  expect(await inBin()).toEqual([2, 1]);
  await page.keyboard.press('Control+z');
  await expect(sessionRows(page)).toHaveCount(2);
  expect(await inBin()).toEqual([1, 0]);
  await page.keyboard.press('Control+Shift+z');
  await expect(sessionRows(page)).toHaveCount(1);

  await page.keyboard.press('b');
  await expect(sessionRows(page)).toHaveText([/no log2 failures, 1 turnshop$/]);
  await page.keyboard.press('j');
  await expect(record(page)).toContainText('No log · in the bin');
  await expect(record(page)).toContainText('All attempts of this session are in the bin.');
  await expect(record(page)).toContainText('2 attempts of this session in the bin');
  await expect(tab(page, 'Attempts')).toHaveText('Attempts2');
  await expect(tab(page, 'Turns')).toHaveText('Turns1');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('#');
  await expect(statusLine(page)).toContainText('It is in the bin');
  await page.keyboard.press('u');
  await expect(statusLine(page)).toContainText(`Restored: ${TASK}`);
  await expect(page.getByText('The bin is empty.')).toBeVisible();
  expect(await inBin()).toEqual([0, 0]);
});

test('in the bin it is purged as one: what goes is said, it is asked twice, and the next one is shown', async ({
  page,
  host,
}) => {
  const { attempt: other } = await attempt(host, { sessionId: 'other', task: 'Stays' });
  const { attempt: tried } = await attempt(host);
  const context = [{ kind: 'workspace', text: 'x' }];
  const { turn } = await host.client.call('turn.save', { projectId: 'shop', sessionId: 'over-mcp', context });
  for (const { id } of [other, tried]) await host.client.call('attempt.delete', { id });
  await host.client.call('turn.delete', { id: turn.id });
  await open(page, host, 'sessions?bin=1');
  await sessionRows(page).filter({ hasText: TASK }).click();
  const button = record(page).getByRole('button', { name: 'Purge…' });
  await button.click();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  const asked = record(page).getByRole('region', { name: 'Purge', exact: true });
  await expect(asked).toContainText('Removes 1 session for good, and with it 1 attempt and 1 turn.');
  await expect(asked).toContainText(/Attempts: 1\s*Turns: 1/);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  // Its attempts alone are purged elsewhere, by a name of their own.
  await record(page).getByRole('button', { name: '1 attempt of this session in the bin' }).click();
  await expect(record(page).getByRole('region', { name: 'Purge attempts' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('purge');
  await page.keyboard.press('Enter');
  await asked.getByRole('button', { name: 'Purge 1 session' }).click();
  await asked.getByRole('group').getByRole('button', { name: 'Purge 1 session' }).click();
  await expect(statusLine(page)).toContainText('Purged 1 session for good');
  await expect(statusLine(page).getByRole('button', { name: 'Undo' })).toBeHidden();
  await expect(sessionRows(page)).toHaveText([/Stays/]);
  await expect(record(page).getByRole('heading', { level: 2 })).toHaveText('Stays');
});

test('a key that comes before it is read deletes it, not the one before', async ({ page, host }) => {
  await attempt(host, { startedAt: '2026-02-05T10:00:00Z' });
  await tell(host, { task: 'Late', projectId: 'shop', occurredAt: '2026-03-05T10:00:00Z' });
  await open(page, host, 'sessions');
  await expect(sessionRows(page)).toHaveCount(2);
  await page.keyboard.press('j');
  await expect(record(page).getByRole('heading', { level: 2 })).toHaveText('Late');
  await page.route('**/api/**', async (route) => {
    await new Promise((later) => setTimeout(later, 300));
    await route.continue();
  });
  await page.keyboard.press('j');
  await page.keyboard.press('#');
  await expect(statusLine(page)).toContainText(`Deleted: ${TASK}`);
  await expect(sessionRows(page)).toHaveText([/Late/]);
});

test('by mouse it is deleted and restored in its pane, also where a link led to it', async ({ page, host }) => {
  const { attempt: first } = await attempt(host);
  await tell(host, { task: 'Other', projectId: 'shop' });
  await open(page, host, `sessions?episode=${first.sessionId}`);
  await record(page).getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(statusLine(page)).toContainText(`Deleted: ${TASK}`);
  await expect.poll(async () => (await host.client.call('session.unrecorded', { limit: 0 })).total).toBe(0);
  await open(page, host, `sessions?episode=${first.sessionId}`);
  await record(page).getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(statusLine(page)).toContainText(`Restored: ${TASK}`);
  await expect(sessionRows(page)).toHaveText([/Other/, /no log1 failure/]);
});

test('once it is recorded, it stands there once, as what it is, and is shown by it', async ({ page, host }) => {
  const { attempt: first } = await attempt(host);
  await open(page, host, `sessions?episode=${first.sessionId}`);
  await expect(record(page).getByRole('heading', { level: 2 })).toHaveText(TASK);
  const episode = await tell(host, { task: 'Add up', projectId: 'shop', sessionId: 'over-mcp' });
  await expect(record(page).getByRole('heading', { level: 2 })).toHaveText('Add up');
  await expect(sessionRows(page)).toHaveText([/Add up/]);
  await expect(page).toHaveURL(new RegExp(episode.id));
});

test('a session that is recorded says how many attempts it has, too', async ({ page, host }) => {
  await tell(host, { task: 'Add up', projectId: 'shop', sessionId: 'over-mcp', decisions: [{ chosen: 'Round once' }] });
  await attempt(host);
  await attempt(host);
  await open(page, host, 'sessions');
  const counts = (text: RegExp) => sessionRows(page).getByTitle(text);
  await expect(counts(/2 attempts · 1 decision/)).toBeVisible();
  await attempt(host);
  await expect(counts(/3 attempts · 1 decision/)).toBeVisible();
});

test.describe('a session with attempts only, in both themes', { tag: '@browser' }, () => {
  test('is accessible', async ({ page, host }) => {
    await attempt(host);
    await open(page, host, 'sessions');
    await sessionRows(page).click();
    await expect(record(page).getByRole('list', { name: TASK })).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
});
