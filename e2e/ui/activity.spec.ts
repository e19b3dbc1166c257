import type { Page } from '@playwright/test';
import { type Agent, runCommand, startAgent } from '@twicewise/testkit';
import { expect, inspector, open, statusLine, store, test } from '../fixtures.ts';
import { toTab } from './parts.ts';

const writes = (page: Page) => page.getByRole('list', { name: 'Writes' }).locator('> li');

async function said(agent: Agent, ...tasks: string[]) {
  for (const taskDescription of tasks)
    await agent.tool('reflection_store', { taskDescription, outcome: 'failure', nextStrategy: 'n' });
}

test('every write stands with its author, shows what it changed, and is taken back and done again', async ({
  page,
  host,
}) => {
  const lesson = await store(host, {
    taskDescription: 'Fix the login',
    nextStrategy: 'Look at the pool first, then at everything else',
  });
  await host.client.call('reflection.update', {
    id: lesson.id,
    changes: { nextStrategy: 'Look at the queue first, then at everything else' },
  });
  await open(page, host, 'data');
  await page.keyboard.press('7');
  await expect(writes(page)).toHaveCount(2);
  const newest = writes(page).first();
  await newest.getByRole('button', { name: /^1 (lesson|setting|project)/ }).click();
  await expect(newest.getByRole('deletion')).toHaveText('pool');
  await expect(newest.getByRole('insertion')).toHaveText('queue');
  await newest.getByRole('button', { name: 'Undo' }).click();
  await expect(writes(page)).toHaveCount(3);
  expect((await host.client.call('reflection.get', { id: lesson.id })).reflection.nextStrategy).toContain('pool');
  await page.keyboard.press('Control+Shift+z');
  await expect
    .poll(async () => (await host.client.call('reflection.get', { id: lesson.id })).reflection.nextStrategy)
    .toContain('queue');
  await writes(page).last().getByRole('button', { name: '1 lesson' }).click();
  await writes(page).last().getByRole('button', { name: 'Fix the login' }).click();
  await expect(inspector(page).getByRole('heading', { name: 'Fix the login' })).toBeVisible();
});

test('what a script wrote stands as that of a program, and who only said to be a person is told by it', async ({
  page,
  host,
}) => {
  const write = (title: string, ...more: string[]) => {
    const input = JSON.stringify({ taskDescription: title, outcome: 'success', projectId: 'p' });
    return runCommand(['call', 'reflection.store', input, '--data', host.ready.data, ...more]);
  };
  await write('By a script');
  await write('By somebody', '--as-person');
  await open(page, host, 'activity');
  await expect(writes(page).last()).toContainText('twicewise cli (program)·');
  await expect(writes(page).first()).toContainText(/ \(person\)· with twicewise cli --as-person/);
  await store(host, { taskDescription: 'By the page' });
  await expect(writes(page).first()).toContainText('(person)');
  await writes(page).last().getByRole('button', { name: '1 lesson' }).click();
  await writes(page).last().getByRole('button', { name: 'By a script' }).click();
  await expect(inspector(page)).toContainText('(program)');
});

test('everything an agent wrote since a time is taken back after a preview, what others changed stays, and all comes back', async ({
  page,
  host,
}) => {
  const agent = await startAgent({ data: host.ready.data, name: 'wild-agent' });
  await said(agent, 'First thing', 'Second thing', 'Third thing');
  const [third] = (await host.client.call('reflection.list', { limit: 1 })).items;
  await store(host, { taskDescription: 'By a person' });
  await host.client.call('reflection.update', { id: third?.id ?? '', changes: { nextStrategy: 'Mine now' } });
  await open(page, host, 'activity');
  await writes(page)
    .last()
    .getByRole('button', { name: /wild-agent/ })
    .click();
  await expect(writes(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Undo all of these…' }).click();
  const asked = page.getByRole('region', { name: 'Undo all of these' });
  await expect(asked.getByRole('status')).toHaveText('2 writes of 3 will be undone.');
  await expect(asked.getByRole('listitem')).toContainText('Third thing');
  await expect(asked.getByRole('button', { name: 'Cancel' })).toBeFocused();
  // Something else is written in the meantime: the numbers are computed again, and nothing is undone yet.
  await said(agent, 'Fourth thing');
  await asked.getByRole('button', { name: 'Undo 2 writes' }).click();
  await expect(asked.getByRole('alert')).toContainText('More was written meanwhile');
  await asked.getByRole('button', { name: 'Undo 3 writes' }).click();
  const left = async () =>
    (await host.client.call('reflection.list', {})).items.map((item) => item.taskDescription).sort();
  await expect.poll(left).toEqual(['By a person', 'Third thing']);
  await expect(asked).toBeHidden();
  await expect(statusLine(page)).toContainText('3 writes undone, 1 kept, changed since');
  await page.getByRole('contentinfo').getByRole('button', { name: 'Redo' }).click();
  await expect.poll(left).toEqual(['By a person', 'First thing', 'Fourth thing', 'Second thing', 'Third thing']);
  await agent.close();
});

test('answers to agents show what was asked, what was shown, how much and how long; those that found nothing too', async ({
  page,
  host,
}) => {
  const agent = await startAgent({ data: host.ready.data, name: 'asking-agent' });
  await said(agent, 'Parse CSV exports', 'Fix the token expiry', 'Rename the payment queue');
  await agent.tool('memory_brief', { task: 'token expiry' });
  await agent.tool('memory_brief', { task: 'tune the espresso machine' });
  await open(page, host, 'activity?show=answers');
  const answers = page.getByRole('list', { name: 'What agents were shown' }).locator('> li');
  await expect(answers).toHaveCount(2);
  await expect(answers.first()).toContainText('tune the espresso machine');
  await expect(answers.first()).toContainText('nothing clearly relevant');
  await expect(answers.first()).not.toContainText('no result');
  await expect(answers.last()).toContainText('no result yet');
  await expect(answers.last().getByRole('button', { name: 'Fix the token expiry' })).toBeVisible();
  await expect(answers.last()).toContainText(/\d+ tokens · [\d.,]+ ms/);
  await expect(page.getByRole('region', { name: 'Connected now' })).toContainText('asking-agent');
  await agent.close();
});

test('Today says only what is so while agents got answers without lessons', async ({ page, host }) => {
  const agent = await startAgent({ data: host.ready.data, name: 'asking-agent', project: 'shop' });
  await store(host, { projectId: 'shop', taskDescription: 'Sum prices as integers' });
  await agent.tool('memory_brief', { task: 'tune the espresso machine' });
  await agent.close();
  await open(page, host, 'activity?show=answers');
  await expect(page.getByRole('list', { name: 'What agents were shown' }).locator('> li')).toHaveCount(1);
  await open(page, host, 'today');
  await toTab(page, 'Shown to agents');
  await expect(page.getByText('No agent has been shown a lesson yet.')).toBeVisible();
  await expect(page.getByText('Activity lists every answer.')).toBeVisible();
});

test('attempts at one task are told apart by what they tried', async ({ page, host }) => {
  const given = { projectId: 'shop', sessionId: 'told', task: 'Make the cart add up', outcome: 'failure' as const };
  for (const strategy of ['Round each row', 'Round the sum']) {
    await host.client.call('attempt.record', { ...given, strategy });
  }
  await open(page, host, 'activity');
  const writes = page.getByRole('listitem').filter({ hasText: 'Recorded attempt' });
  await expect(writes).toHaveText([/Recorded attempt: Round the sum/, /Recorded attempt: Round each row/]);
  await writes.first().getByRole('button', { name: '1 attempt' }).click();
  await expect(writes.first()).toContainText('attempt Round the sum made');
});

test('author, session and time are part of the link, and each is taken away by its chip', async ({ page, host }) => {
  await store(host, { taskDescription: 'Now' });
  const since = new Date(Date.now() + 3_600_000).toISOString();
  await open(page, host, `activity?by=person&since=${encodeURIComponent(since)}`);
  await expect(page.getByText('No write matches these filters.')).toBeVisible();
  await page.getByRole('button', { name: /^Remove filter Since / }).click();
  await expect(writes(page)).toHaveCount(1);
  await expect(page).toHaveURL(/#\/activity\?by=person$/);
  await page.getByRole('radio', { name: 'Agents' }).check();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/#\/activity$/);
});

test('keys go from one write to the next, open what it changed, and undo and redo it', async ({ page, host }) => {
  for (const taskDescription of ['First', 'Second']) await store(host, { taskDescription });
  await open(page, host, 'activity');
  await expect(writes(page)).toHaveCount(2);
  await page.keyboard.press('j');
  await expect(writes(page).first()).toBeFocused();
  await expect(page.getByRole('contentinfo')).toContainText('undo');
  await page.keyboard.press('k');
  await expect(writes(page).first()).toBeFocused();
  await page.keyboard.press('j');
  await expect(writes(page).last()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(writes(page).last().getByRole('button', { name: 'Hide' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(writes(page).last().getByRole('button', { name: 'Hide' })).toBeHidden();
  await page.keyboard.press('u');
  await expect(writes(page)).toHaveCount(3);
  await expect(writes(page).last()).toContainText('undone');
  await expect(writes(page).last()).toBeFocused();
  await expect(page.getByRole('contentinfo')).toHaveText(/u\s*redo/);
  await page.keyboard.press('u');
  await expect(writes(page).last()).not.toContainText('undone');
});

test('keys go through the answers to agents, and show their texts', async ({ page, host }) => {
  await store(host, { taskDescription: 'Fix token expiry', projectId: 'shop' });
  const agent = await startAgent({ data: host.ready.data, project: 'shop' });
  for (const task of ['Token expiry', 'Token expiry at login']) await agent.tool('memory_brief', { task });
  await agent.close();
  for (const place of ['activity?show=answers', 'today']) {
    await open(page, host, place);
    if (place === 'today') await toTab(page, 'Shown to agents');
    const answers = page.getByRole('list', { name: 'What agents were shown' }).locator('> li');
    await expect(answers).toHaveCount(2);
    // Once, above or below.
    await expect(page.getByText(/^\W*j\W*k\W*move$/).filter({ visible: true })).toHaveCount(1);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect(answers.last()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(answers.last().getByRole('region', { name: 'Text that was shown' })).toBeVisible();
    // To the second, beside the text: the row says only how long ago it was.
    await expect(answers.last()).toContainText(/\d{2}:\d{2}:\d{2}/);
  }
});

test('the writes of the last hour are one step away, here and from anywhere', async ({ page, host }) => {
  await store(host, { taskDescription: 'Fix the login' });
  await open(page, host, 'activity');
  await page.getByRole('button', { name: 'Last hour' }).click();
  await expect(page.getByRole('button', { name: /^Remove filter Since / })).toBeVisible();
  await expect(writes(page)).toHaveCount(1);
  await open(page, host, 'lessons');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('last hour');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/activity\?since=/);
  await expect(writes(page)).toHaveCount(1);
});
