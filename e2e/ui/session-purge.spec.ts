import type { Page } from '@playwright/test';
import type { InputOf } from '@twicewise/contract';
import type { HostProcess } from '@twicewise/testkit';
import { expect, open, statusLine, test } from '../fixtures.ts';
import { violations } from './axe.ts';
import { palette } from './palette-page.ts';
import { CHECKOUT, record, sessionRows, tell } from './session-parts.ts';

/** The question next to the open session, and at the bottom of the list. */
const asked = (page: Page) => record(page).getByRole('region', { name: 'Purge' });
const foot = (page: Page) => page.getByRole('region', { name: 'Sessions' }).getByRole('region', { name: 'Purge' });
const heading = (page: Page) => record(page).getByRole('heading', { level: 2 });

async function binned(host: HostProcess, ...tasks: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const task of tasks) {
    const { id } = await tell(host, { ...CHECKOUT, task, sessionId: crypto.randomUUID() });
    await host.client.call('episode.delete', { id });
    ids.push(id);
  }
  return ids;
}

/** Records an attempt in a session without a log. */
const attempt = (host: HostProcess, given: Partial<InputOf<'attempt.record'>> = {}) =>
  host.client.call('attempt.record', {
    projectId: 'shop',
    sessionId: 'no-log',
    task: 'Without a log',
    outcome: 'failure',
    ...given,
  });

async function tasksOf(host: HostProcess, deleted: 'only' | 'none' = 'only'): Promise<string[]> {
  const { items } = await host.client.call('episode.list', deleted === 'only' ? { deleted } : {});
  return items.map(({ task }) => task).toSorted();
}

async function find(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type(words);
}

const offered = (page: Page) => palette(page).getByRole('option').filter({ hasText: /Purge/ });

test('the open session of the bin: what goes and what stays is said, it is asked twice, and no undo is offered', async ({
  page,
  host,
}) => {
  await binned(host, 'Stays', 'Goes');
  await open(page, host, 'sessions?bin=1');
  await sessionRows(page).filter({ hasText: 'Goes' }).click();
  const button = record(page).getByRole('button', { name: 'Purge…' });
  await button.click();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await expect(asked(page)).toContainText('Removes 1 session log for good');
  await expect(asked(page)).toContainText('the only action that cannot be undone');
  await expect(asked(page)).toContainText(/Such as\s*Goes/);
  await expect(asked(page)).not.toContainText('Stays');
  await expect(asked(page)).toContainText('Session logs: 1');
  await expect(asked(page)).toContainText(/Entries of their history: \d/);
  await expect(asked(page).getByRole('heading', { name: 'What stays' })).toBeAttached();
  await asked(page).getByRole('button', { name: 'Purge 1 session log' }).click();
  await asked(page).getByRole('group').getByRole('button', { name: 'Purge 1 session log' }).click();
  await expect(statusLine(page)).toContainText('Purged 1 session log for good');
  await expect(statusLine(page).getByRole('button', { name: 'Undo' })).toBeHidden();
  await expect(sessionRows(page)).toHaveText([/Stays/]);
  await expect(page.getByRole('listbox', { name: 'Sessions in the bin' })).toBeFocused();
  await expect(heading(page)).toHaveText('Stays');
  await expect(asked(page)).toBeHidden();
  expect(await tasksOf(host)).toEqual(['Stays']);
});

test('by keys alone: by name, Enter twice is no yes, Escape is no, and the keys go on in the list', async ({
  page,
  host,
}) => {
  await binned(host, 'Three', 'Two', 'One');
  await open(page, host, 'sessions?bin=1');
  await page.keyboard.press('j');
  const first = await heading(page).textContent();
  const list = page.getByRole('listbox', { name: 'Sessions in the bin' });
  const no = asked(page).getByRole('button', { name: 'Cancel' });
  const ask = async () => {
    await find(page, 'purge');
    await expect(offered(page)).toHaveText(/Purge from the bin/);
    await page.keyboard.press('Enter');
    await expect(no).toBeFocused();
  };
  await ask();
  await page.keyboard.press('Enter');
  await expect(asked(page)).toBeHidden();
  await expect(list).toBeFocused();
  await ask();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  expect(await tasksOf(host)).toHaveLength(3);
  await page.keyboard.press('Escape');
  await expect(asked(page)).toBeHidden();
  await expect(list).toBeFocused();
  // Going to another session closes the question.
  await ask();
  await page.keyboard.press('j');
  await expect(heading(page)).not.toHaveText(first ?? '');
  await expect(asked(page)).toBeHidden();
  await page.keyboard.press('k');
  await expect(heading(page)).toHaveText(first ?? '');
  await expect(asked(page)).toBeHidden();
  await ask();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(statusLine(page)).toContainText('Purged 1 session log for good');
  await expect(list).toBeFocused();
  await expect(sessionRows(page)).toHaveCount(2);
  expect(await tasksOf(host)).not.toContain(first);
  await find(page, 'empty the bin');
  await page.keyboard.press('Enter');
  await expect(foot(page)).toContainText('Removes 2 sessions for good');
  await expect(foot(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The bin is empty.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Sessions' })).toBeFocused();
  await expect(page.getByText('No session open')).toBeVisible();
  await page.keyboard.press('b');
  await expect(page).not.toHaveURL(/bin/);
});

test('what came into the bin since it was shown is said, and nothing is lost before that is confirmed', async ({
  page,
  host,
}) => {
  await binned(host, 'One');
  await tell(host, { task: 'Not in the bin' });
  await open(page, host, 'sessions?bin=1');
  await page.getByRole('button', { name: 'Empty the bin…' }).click();
  await expect(foot(page)).toContainText('Removes 1 session for good');
  await binned(host, 'Came meanwhile');
  await foot(page).getByRole('button', { name: 'Purge 1 session' }).click();
  await foot(page).getByRole('group').getByRole('button', { name: 'Purge 1 session' }).click();
  await expect(foot(page)).toContainText('Nothing was removed; this is what it would remove now.');
  expect(await tasksOf(host)).toEqual(['Came meanwhile', 'One']);
  await foot(page).getByRole('button', { name: 'Purge 2 sessions' }).click();
  await foot(page).getByRole('group').getByRole('button', { name: 'Purge 2 sessions' }).click();
  await expect(page.getByText('The bin is empty.')).toBeVisible();
  expect(await tasksOf(host)).toEqual([]);
  expect(await tasksOf(host, 'none')).toEqual(['Not in the bin']);
});

test('the bin is emptied of all that it lists: sessions with and without a log, in one go', async ({ page, host }) => {
  await binned(host, 'With a log');
  const outside = await attempt(host, { sessionId: 'outside', task: 'Stays' });
  const ids: string[] = [];
  for (let n = 0; n < 4; n++) ids.push((await attempt(host)).attempt.id);
  for (const id of ids) await host.client.call('attempt.delete', { id });
  await open(page, host, 'sessions?bin=1');
  await expect(page.getByText('2 sessions in the bin')).toBeVisible();
  await page.getByRole('button', { name: 'Empty the bin…' }).click();
  await expect(foot(page)).toContainText('Removes 2 sessions for good, and with them 4 attempts. Their lessons stay.');
  await expect(foot(page)).toContainText('Session logs: 1');
  await expect(foot(page)).toContainText('Attempts: 4');
  await expect(foot(page)).toContainText('With a log');
  await expect(foot(page)).toContainText('Without a log');
  const yes = foot(page).getByRole('button', { name: 'Purge 2 sessions' });
  await yes.click();
  const { attempt: late } = await attempt(host, { sessionId: 'late', task: 'Late' });
  await host.client.call('attempt.delete', { id: late.id });
  await foot(page).getByRole('group').getByRole('button', { name: 'Purge 2 sessions' }).click();
  await expect(foot(page)).toContainText('Nothing was removed; this is what it would remove now.');
  await expect(foot(page)).toContainText('Removes 3 sessions for good, and with them 5 attempts.');
  await foot(page).getByRole('button', { name: 'Purge 3 sessions' }).click();
  await foot(page).getByRole('group').getByRole('button', { name: 'Purge 3 sessions' }).click();
  await expect(statusLine(page)).toContainText('Purged 3 sessions for good');
  await expect(page.getByText('The bin is empty.')).toBeVisible();
  expect(await tasksOf(host)).toEqual([]);
  expect((await host.client.call('session.unrecorded', { deleted: 'only' })).total).toBe(0);
  expect((await host.client.call('attempt.list', { deleted: 'only' })).items).toEqual([]);
  const left = (await host.client.call('attempt.list', {})).items;
  expect(left.map(({ id }) => id)).toEqual([outside.attempt.id]);
});

test('the bin of sessions without a log alone is emptied, too', async ({ page, host }) => {
  const { attempt: first } = await attempt(host);
  await host.client.call('attempt.delete', { id: first.id });
  await open(page, host, 'sessions?bin=1');
  await page.getByRole('button', { name: 'Empty the bin…' }).click();
  await expect(foot(page)).toContainText('Removes 1 session for good, and with it 1 attempt. Its lessons stay.');
  await foot(page).getByRole('button', { name: 'Purge 1 session' }).click();
  await foot(page).getByRole('group').getByRole('button', { name: 'Purge 1 session' }).click();
  await expect(page.getByText('The bin is empty.')).toBeVisible();
});

test('what was restored since it was shown is not lost, and is no longer offered', async ({ page, host }) => {
  const [id = ''] = await binned(host, 'Comes back');
  await open(page, host, `sessions?bin=1&episode=${id}`);
  await record(page).getByRole('button', { name: 'Purge…' }).click();
  await expect(asked(page)).toContainText('Removes 1 session log for good');
  await host.client.call('episode.restore', { id });
  await expect(asked(page)).toBeHidden();
  await expect(record(page).getByRole('button', { name: 'Purge…' })).toHaveCount(0);
  expect(await tasksOf(host, 'none')).toEqual(['Comes back']);
});

test('filters narrow the list, not the bin, and that is said before all of it goes', async ({ page, host }) => {
  await binned(host, 'Wanted', 'Other');
  await open(page, host, 'sessions?bin=1');
  await page.getByRole('button', { name: 'Empty the bin…' }).click();
  await expect(foot(page)).toContainText('Removes 2 sessions for good');
  await expect(foot(page)).not.toContainText('not only what is listed');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox', { name: 'Sessions in the bin' })).toBeFocused();
  await page.getByRole('searchbox').fill('Wanted');
  await expect(sessionRows(page)).toHaveText([/Wanted/]);
  await page.getByRole('button', { name: 'Empty the whole bin…' }).click();
  await expect(foot(page)).toContainText(
    'Every session in the bin, of all projects: also those that are not listed here.',
  );
  await expect(foot(page)).toContainText('Removes 2 sessions for good');
});

test('outside the bin no purge is offered, by button or by name', async ({ page, host }) => {
  await tell(host, { task: 'Alive' });
  await open(page, host, 'sessions');
  await page.keyboard.press('j');
  await expect(heading(page)).toHaveText('Alive');
  await expect(page.getByRole('button', { name: /Purge|Empty the bin/ })).toHaveCount(0);
  for (const words of ['purge', 'empty the bin']) {
    await find(page, words);
    await expect(offered(page)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(palette(page)).toBeHidden();
  }
  await page.keyboard.press('b');
  await expect(page.getByText('The bin is empty.')).toBeVisible();
  await expect(page.getByRole('button', { name: /Purge|Empty the bin/ })).toHaveCount(0);
});

test('in a narrow window it is asked beside the session, and the list comes back @browser', async ({ page, host }) => {
  await page.setViewportSize({ width: 420, height: 720 });
  await binned(host, 'Stays', 'Goes');
  await open(page, host, 'sessions?bin=1');
  await page.keyboard.press('j');
  await find(page, 'purge');
  await page.keyboard.press('Enter');
  await expect(asked(page)).toContainText('Removes 1 session log for good');
  await expect(asked(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(sessionRows(page)).toHaveCount(1);
  await expect(page.getByRole('listbox', { name: 'Sessions in the bin' })).toBeFocused();
});

test('what a purge of sessions removes is shown accessibly in both themes', async ({ page, host }) => {
  await binned(host, 'One');
  await open(page, host, 'sessions?bin=1');
  await sessionRows(page).first().click();
  await record(page).getByRole('button', { name: 'Purge…' }).click();
  await asked(page).getByRole('button', { name: 'Purge 1 session log' }).click();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Empty the bin…' }).click();
  await expect(foot(page)).toContainText('Removes 1 session for good');
  expect(await violations(page)).toEqual([]);
});
