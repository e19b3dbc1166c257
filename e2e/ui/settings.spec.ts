import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, open, rows, statusLine, store, test } from '../fixtures.ts';
import { violations } from './axe.ts';

test('which lessons of agents wait for a person is chosen by project and by agent, and taken back', async ({
  page,
  host,
}) => {
  await store(host, { projectId: 'shop' });
  await open(page, host, 'settings');
  const settings = async () => (await host.client.call('settings.get', {})).settings;
  await page.getByRole('combobox', { name: /^From these projects/ }).selectOption('shop');
  await expect.poll(async () => (await settings())['review.draftProjects']).toHaveLength(1);
  await expect(page.getByRole('button', { name: 'Remove shop' })).toBeVisible();
  await page.getByRole('textbox', { name: /^Add an agent/ }).fill('wild-agent');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await settings())['review.draftAgents']).toEqual(['wild-agent']);
  await page.getByRole('button', { name: 'Remove shop' }).click();
  await expect.poll(async () => (await settings())['review.draftProjects']).toEqual([]);
  // What can be undone is known once the window has its answer.
  await expect(page.getByRole('button', { name: 'Remove shop' })).toBeHidden();
  await expect(statusLine(page).getByRole('button', { name: /^Undo/ })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await settings())['review.draftProjects']).toHaveLength(1);
  await page.getByRole('checkbox', { name: 'All', exact: true }).check();
  await expect(page.getByRole('textbox', { name: /^Add an agent/ })).toBeHidden();
});

test('what the screens say of drafts follows the setting, and so does what agents are told', async ({ page, host }) => {
  const lesson = { taskDescription: 'mend the flaky upload', outcome: 'success', projectId: 'shop' } as const;
  await store(host, { ...lesson, state: 'draft' });
  const brief = async () =>
    (await host.client.call('memory.brief', { task: lesson.taskDescription, dryRun: true })).text;
  await open(page, host, 'settings');
  const told = page.getByText('They come after accepted lessons, marked as not reviewed.');
  await expect(told).toBeVisible();
  expect(await brief()).toContain('draft, not reviewed');
  await page.getByRole('checkbox', { name: 'Show drafts to agents' }).uncheck();
  await expect(page.getByText('Agents do not see a draft before you accept it.')).toBeVisible();
  await expect(told).toBeHidden();
  expect(await brief()).not.toContain('upload');
  await open(page, host, 'today');
  await expect(page.getByText('Agents see no drafts.')).toBeVisible();
});

test('that sessions are written down is switched off, in a project or everywhere, and a paused one is taken up again', async ({
  page,
  host,
}) => {
  await store(host, { projectId: 'shop' });
  const goal = 'Make the checkout faster';
  await host.client.call('session.start', { sessionId: 'session-8', projectId: 'shop', goal });
  await host.client.call('settings.set', { changes: { 'capture.offSessions': ['session-7', 'session-8'] } });
  await open(page, host, 'settings');
  const settings = async () => (await host.client.call('settings.get', {})).settings;
  await page.getByRole('combobox', { name: /^Except sessions of these projects/ }).selectOption('shop');
  await expect.poll(async () => (await settings())['capture.offProjects']).toHaveLength(1);
  await page.getByRole('button', { name: 'Remove session-7' }).click();
  await expect.poll(async () => (await settings())['capture.offSessions']).toEqual(['session-8']);
  await page.getByRole('button', { name: `Remove ${goal}` }).click();
  await expect.poll(async () => (await settings())['capture.offSessions']).toEqual([]);
  await page.getByRole('checkbox', { name: 'Record sessions automatically' }).uncheck();
  await expect.poll(async () => (await settings())['capture.enabled']).toBe(false);
  await expect(page.getByRole('combobox', { name: /^Except sessions of these projects/ })).toBeHidden();
  await page.getByRole('checkbox', { name: 'Ask an agent once to store what it fixed' }).uncheck();
  await expect.poll(async () => (await settings())['remind.toStore']).toBe(false);
});

test('two names taken from a list at once are both gone, and sessions of one goal are told apart', async ({
  page,
  host,
}) => {
  const goal = 'Make the checkout faster';
  const ids = ['session-1', 'session-2', 'session-3'];
  for (const sessionId of ids) await host.client.call('session.start', { sessionId, goal });
  await host.client.call('settings.set', { changes: { 'capture.offSessions': ids } });
  await open(page, host, 'settings');
  const removes = [1, 2].map((n) => page.getByRole('button', { name: `Remove ${goal} · session-${n}` }));
  const [first, second] = await Promise.all(removes.map((remove) => remove.elementHandle()));
  // In a single task, so that the screen cannot know of the first change when the second is requested.
  await page.evaluate(
    (buttons) => {
      for (const button of buttons) (button as HTMLElement).click();
    },
    [first, second],
  );
  await expect(page.getByRole('button', { name: `Remove ${goal}`, exact: true })).toBeVisible();
  expect((await host.client.call('settings.get', {})).settings['capture.offSessions']).toEqual(['session-3']);
});

test('a number out of its range is said and not saved; a good one is, by Enter', async ({ page, host }) => {
  await open(page, host, 'settings');
  const field = page.getByRole('textbox', { name: /^Recent lessons of a session/ });
  await field.fill('0');
  await expect(page.getByText('A whole number from 1 to 1,000.')).toBeVisible();
  await page.keyboard.press('Enter');
  expect((await host.client.call('settings.get', {})).settings['window.session']).toBe(20);
  await field.fill('7');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await host.client.call('settings.get', {})).settings['window.session']).toBe(7);
  await expect(page.locator('form').filter({ has: field }).getByRole('button')).toHaveCount(0);
});

test('how much of an output is kept, and what a reward is made of, is set in numbers', async ({ page, host }) => {
  await open(page, host, 'settings');
  const set = async (label: RegExp, value: string) => {
    const field = page.getByRole('textbox', { name: label });
    await field.fill(value);
    await field.press('Enter');
  };
  await set(/^Bytes kept of each output/, '0');
  await set(/^Weight of the linter/, '50');
  await expect
    .poll(async () => (await host.client.call('settings.get', {})).settings)
    .toMatchObject({ 'attempts.outputBytes': 0, 'reward.lint': 50, 'reward.tests': 50 });
});

test('how long turns stay whole is set in numbers, by count and by age', async ({ page, host }) => {
  await open(page, host, 'settings');
  const newest = page.getByRole('textbox', { name: /^Newest turns of each session/ });
  await expect(newest).toHaveValue('0');
  await newest.fill('20');
  await newest.press('Enter');
  const days = page.getByRole('textbox', { name: /^Days for which turns stay whole/ });
  await days.fill('90');
  await days.press('Enter');
  await expect
    .poll(async () => (await host.client.call('settings.get', {})).settings)
    .toMatchObject({ 'turns.keepNewest': 20, 'turns.keepDays': 90 });
});

test('a backup that fails, asked for anywhere, says so and leads to Data', async ({ page, host }) => {
  await store(host);
  await open(page, host);
  // A file stands where the folder of backups has to be.
  const folder = join(host.ready.data, 'backups');
  rmSync(folder, { recursive: true, force: true });
  writeFileSync(folder, '');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Back up now');
  await expect(page.getByRole('option').first()).toContainText('Back up now');
  await page.keyboard.press('Enter');
  await expect(statusLine(page).getByRole('alert')).toBeVisible();
  await statusLine(page).getByRole('button', { name: 'Show in Data' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Data' })).toBeVisible();
  await expect(statusLine(page).getByRole('alert')).toBeHidden();
  // On Data itself there is nowhere to lead to.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Back up now');
  await expect(page.getByRole('option').first()).toContainText('Back up now');
  await page.keyboard.press('Enter');
  await expect(statusLine(page).getByRole('alert')).toBeVisible();
  await expect(statusLine(page).getByRole('button', { name: 'Show in Data' })).toHaveCount(0);
  rmSync(folder);
});

test('a backup is under way for its button and for its name, whichever started it', { tag: '@browser' }, async ({
  page,
  host,
}) => {
  await store(host);
  const held = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const waiting = [...held];
  await page.route('**/api/backup.create', async (route) => {
    await waiting.shift()?.promise;
    await route.continue();
  });
  await open(page, host, 'data');
  const button = page.getByRole('button', { name: 'Back up now' });
  const named = page.getByRole('option', { name: /^Back up now/ });
  for (const [index, { resolve }] of held.entries()) {
    if (index === 0) await button.click();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Back up now');
    if (index === 1) {
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: 'Backing up…' })).toHaveAttribute('aria-disabled', 'true');
    } else {
      await expect(named).toContainText('Backing up…');
      await expect(named).toHaveAttribute('aria-disabled', 'true');
      await page.keyboard.press('Escape');
    }
    resolve();
    await expect(button).toBeVisible();
    await expect(statusLine(page)).toContainText('Backup made and verified');
  }
});

test('a check of the whole file is made now, and a restore says what it would change', async ({ page, host }) => {
  await store(host, { taskDescription: 'One' });
  await host.client.call('backup.create', {});
  await store(host, { taskDescription: 'Two' });
  await open(page, host, 'data');
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText(/UTC \(now\): no problems$/)).toBeVisible();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText(/^The backup of .+ holds 1 lesson, 1 fewer than now\./)).toBeVisible();
  await page.getByRole('button', { name: 'Restore' }).click();
  const lessons = async () => (await host.client.call('reflection.list', {})).items.length;
  await expect.poll(lessons).toBe(1);
  await expect(statusLine(page)).toContainText('Memory restored from the backup of');
  await page.keyboard.press('Control+z');
  await expect(statusLine(page)).toContainText('Undone: memory restored');
  await expect.poll(lessons).toBe(2);
  await page.keyboard.press('Control+Shift+z');
  await expect(statusLine(page)).toContainText('Redone: memory restored');
  await expect.poll(lessons).toBe(1);
});

test.describe('in both themes', () => {
  test('the settings are accessible, a mistake among them too', async ({ page, host }) => {
    await store(host, { projectId: 'shop' });
    await host.client.call('settings.set', { changes: { 'review.draftAgents': ['wild-agent'] } });
    await open(page, host, 'settings');
    await page.getByRole('textbox', { name: /^Recent lessons of a session/ }).fill('none');
    await expect(page.getByRole('alert')).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
});

test('the parts of Settings are reached through an index, by keys too', async ({ page, host }) => {
  await open(page, host, 'settings');
  const index = page.getByRole('navigation', { name: 'On this page' });
  await expect(index.getByRole('button')).toHaveCount(7);
  await expect(page.getByRole('heading', { name: 'Search by meaning' })).not.toBeInViewport();
  await index.getByRole('button', { name: 'Search by meaning' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Search by meaning' })).toBeInViewport();
  await expect(page.getByRole('heading', { name: 'Search by meaning' })).toBeFocused();
});

test('Escape leaves a field, here too, and single keys work again', async ({ page, host }) => {
  await open(page, host, 'settings');
  const agent = page.getByRole('textbox', { name: /^Add an agent/ });
  await agent.fill('wild');
  await page.keyboard.press('Escape');
  await expect(agent).not.toBeFocused();
  await page.keyboard.press('8');
  const path = page.getByRole('textbox', { name: 'Path of the file or folder' });
  await path.fill('/tmp/a.jsonl');
  await page.keyboard.press('Escape');
  await page.keyboard.press('2');
  await expect(page).toHaveURL(/#\/lessons/);
});

test('a number that was typed is given up by Escape, which leaves the field with the stored one', async ({
  page,
  host,
}) => {
  await open(page, host, 'settings');
  const tokens = page.getByRole('textbox', { name: /^Tokens with a prompt/ });
  await expect(page.getByText('fewer tokens, fewer lessons')).toBeVisible();
  await tokens.fill('abc');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tokens).toHaveValue('400');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(tokens).not.toBeFocused();
  expect((await host.client.call('settings.get', {})).settings['remind.promptTokens']).toBe(400);
});

test('a number is saved by Enter, and where its field is left, once each', async ({ page, host }) => {
  await open(page, host, 'settings');
  const writes = async () => (await host.client.call('operation.list', {})).items.map(({ summary }) => summary);
  const before = (await writes()).length;
  const tokens = page.getByRole('textbox', { name: /^Tokens with a prompt/ });
  await tokens.fill('250');
  await page.keyboard.press('Tab');
  await expect(statusLine(page)).toContainText('Setting changed: Tokens with a prompt, 250');
  await tokens.fill('200');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Data' }).click();
  await expect(page.getByRole('heading', { name: 'Data', exact: true })).toBeVisible();
  await expect.poll(async () => (await host.client.call('settings.get', {})).settings['remind.promptTokens']).toBe(200);
  expect((await writes()).length - before).toBe(2);
});

test('a number that could not be saved stays in its field, and is saved by the next try', { tag: '@browser' }, async ({
  page,
  host,
}) => {
  await open(page, host, 'settings');
  const tokens = page.getByRole('textbox', { name: /^Tokens with a prompt/ });
  await page.route('**/api/settings.set', (route) => route.abort(), { times: 1 });
  await tokens.fill('250');
  await page.keyboard.press('Enter');
  await expect(statusLine(page).getByRole('alert')).toBeVisible();
  await expect(tokens).toHaveValue('250');
  await page.keyboard.press('Tab');
  await expect(statusLine(page)).toContainText('Setting changed: Tokens with a prompt, 250');
  // The stored one in other figures is no change, and is shown as it is stored.
  await tokens.fill('0250');
  await page.keyboard.press('Enter');
  await expect(tokens).toHaveValue('250');
});

test('Data counts lessons and sessions as their lists do, and names what these leave out', async ({ page, host }) => {
  await store(host, { projectId: 'shop' });
  const { id } = await store(host, { projectId: 'shop', taskDescription: 'Wrong' });
  await host.client.call('reflection.setState', { id, state: 'rejected' });
  await host.client.call('session.start', { sessionId: 'nothing-yet', projectId: 'shop' });
  const log = { projectId: 'shop', sessionId: 'logged', task: 'Mend it', outcome: 'success' } as const;
  await host.client.call('episode.store', log);
  await open(page, host, 'data');
  const held = page.getByText(
    '1 lesson, 1 rejected · 1 session, 1 with a log, 1 more without attempts or in the bin · 1 project',
    { exact: true },
  );
  await expect(held).toBeVisible();
  await held.getByRole('button', { name: '1 rejected' }).click();
  await expect(rows(page)).toHaveText([/Wrong/]);
  await expect(page).toHaveURL(/#\/lessons\?state=rejected/);
});
