import type { Page } from '@playwright/test';
import { type HostProcess, startAgent } from '@twicewise/testkit';
import { verifies } from '@twicewise/testkit/verifies';
import { expect, open, test } from '../fixtures.ts';
import { chooseMore, chooseRow, drawn, find, nodes, panel, twin } from './causes-page.ts';

// What is counted as a cause or an effect, and how strong a chain is, is the same wherever it is shown.

const error = (text: string) => ({ kind: 'error', text });

/** Says, as a person, that one error has to do with another. */
const say = (host: HostProcess, from: string, to: string, relation: 'causes' | 'prevents' = 'causes') =>
  host.client.call('causal.assert', {
    ...{ projectId: 'shop', from: error(from), to: error(to) },
    ...{ relation, note: 'The log shows it' },
  });

/** Says, as a person, that one error does not lead to another. */
const dispute = (host: HostProcess, from: string, to: string, relation: 'causes' | 'prevents' = 'causes') =>
  host.client.call('causal.assert', {
    ...{ projectId: 'shop', from: error(from), to: error(to) },
    ...{ relation, stance: 'disputes', note: 'It was so before' },
  });

/** The cells of the row of a node in the table. */
const cells = (page: Page, label: string) => twin(page).getByRole('row').filter({ hasText: label }).getByRole('cell');

test('what is prevented has a part of its own, and is no effect but counted by its name at both ends', async ({
  page,
  host,
}) => {
  await say(host, 'Disk is full', 'Logs are lost');
  await say(host, 'Disk is full', 'Backups are made', 'prevents');
  await open(page, host, 'causes?map=true');
  await expect(nodes(page).filter({ hasText: 'Disk is full' })).toContainText(/ · 1 effect, prevents 1$/);
  await expect(nodes(page).filter({ hasText: 'Backups are made' })).toContainText(/ · prevented by 1$/);
  await twin(page).getByRole('radio', { name: '3 nodes' }).check();
  await expect(cells(page, 'Disk is full')).toHaveText(['Disk is full', 'error', '0', '1, prevents 1', '0']);
  await expect(cells(page, 'Backups are made')).toHaveText([
    'Backups are made',
    'error',
    '0, prevented by 1',
    '0',
    '0',
  ]);
  await find(page, 'Disk is full');
  await expect(panel(page, 'Node').getByRole('region', { name: 'Effects: 1' })).toContainText('Logs are lost');
  const prevented = panel(page, 'Node').getByRole('region', { name: 'Prevents, or is prevented by: 1' });
  await expect(prevented).toContainText('Backups are made');
  await dispute(host, 'Disk is full', 'Backups are made', 'prevents');
  await expect(
    panel(page, 'Node').getByRole('region', { name: 'Prevents, or is prevented by: 0, 1 disputed' }),
  ).toBeVisible();
  await expect(cells(page, 'Backups are made').nth(2)).toHaveText('0, prevented by 1 disputed');
  await expect(cells(page, 'Disk is full').nth(3)).toHaveText('1, prevents 1 disputed');
  // In a narrow window what is told of one node leaves the names of all their room.
  await page.setViewportSize({ width: 1024, height: 700 });
  const widthOf = async (column: number) => (await cells(page, 'Disk is full').nth(column).boundingBox())?.width ?? 0;
  expect(await widthOf(0)).toBeGreaterThan(await widthOf(2));
  expect(await widthOf(0)).toBeGreaterThan(await widthOf(3));
});

test('what only a disputed edge ties is said to be disputed in the list and in the table, as on the map', async ({
  page,
  host,
}) => {
  await say(host, 'Disk is full', 'Logs are lost');
  await say(host, 'Disk is full', 'Sales fall');
  await dispute(host, 'Disk is full', 'Sales fall');
  await open(page, host, 'causes?map=true');
  await expect(nodes(page).filter({ hasText: 'Sales fall' })).toContainText('0 sessions · 1 disputed cause');
  await expect(nodes(page).filter({ hasText: 'Logs are lost' })).toContainText(/ · 1 cause$/);
  await expect(nodes(page).filter({ hasText: 'Disk is full' })).toContainText('1 effect, 1 disputed effect');
  await twin(page).getByRole('radio', { name: '3 nodes' }).check();
  await expect(cells(page, 'Sales fall')).toHaveText(['Sales fall', 'error', '0, 1 disputed', '0', '0']);
  await expect(cells(page, 'Disk is full')).toHaveText(['Disk is full', 'error', '0', '1, 1 disputed', '0']);
});

test('a node has as many disputed effects when the map does not show what they lead to', async ({ page, host }) => {
  await say(host, 'Disk is full', 'Logs are lost');
  await dispute(host, 'Disk is full', 'Sales fall');
  await open(page, host, 'causes?map=true');
  await drawn(page, 3);
  await chooseRow(page, 'Sales fall');
  await chooseMore(page, 'Hide');
  await drawn(page, 2);
  await expect(cells(page, 'Disk is full')).toHaveText(['Disk is full', 'error', '0', '1, 1 disputed', '0']);
  await expect(nodes(page).filter({ hasText: 'Disk is full' })).toContainText('1 effect, 1 disputed effect');
});

test('what is to be connected and what failed say which of their causes and effects are disputed', async ({
  page,
  host,
}) => {
  await host.client.call('episode.store', {
    ...{ projectId: 'shop', sessionId: 'one', task: 'Free the disk' },
    events: ['Disk is full', 'Logs are lost', 'Sales fall'].map((content) => ({ type: 'error', content })),
  });
  await say(host, 'Disk is full', 'Logs are lost');
  await dispute(host, 'Disk is full', 'Sales fall');
  await open(page, host, 'causes');
  const failures = page.getByRole('region', { name: 'Why did this happen?' }).getByRole('button');
  await expect(failures.filter({ hasText: 'Sales fall' })).toContainText('1 session · 1 disputed cause');
  await open(page, host, 'causes?ask=connect');
  const rows = page.getByRole('region', { name: 'What sessions hold' }).getByRole('button');
  await expect(rows.filter({ hasText: 'Disk is full' })).toContainText('1 effect, 1 disputed effect');
  await expect(rows.filter({ hasText: 'Logs are lost' })).toContainText(/Logs are lost1 cause$/);
  await expect(rows.filter({ hasText: 'Sales fall' })).toContainText(/Sales fall1 disputed cause$/);
});

test('a node of more effects than its panel lists has all of them in their number', async ({ page, host }) => {
  await host.client.call('episode.store', {
    ...{ projectId: 'shop', sessionId: 'one', task: 'Change everything at once' },
    decisions: [{ id: 'd', chosen: 'Rewrite it all' }],
    events: Array.from({ length: 210 }, (_, index) => ({
      ...{ type: 'milestone', content: `Effect ${index} of it`, causedBy: ['d'] },
    })),
  });
  await open(page, host, 'causes?map=true');
  await find(page, 'Rewrite it all');
  await expect(panel(page, 'Node').getByRole('region', { name: 'Effects: 210' })).toBeVisible();
  await expect(panel(page, 'Node')).toContainText('The first 200 of 210 edges.');
});

test('a chain is named alike where it is suggested and where it is opened; one edge has only its weight', async ({
  page,
  host,
}) => {
  await say(host, 'Disk is full', 'Logs are lost');
  await say(host, 'Logs are lost', 'Nobody knows why');
  await say(host, 'Rain falls', 'The street is wet');
  await open(page, host, 'causes');
  const chain = page.getByRole('button', { name: /Disk is full leads to/ });
  await expect(chain).toContainText(/2 steps, weakest step 0\.\d\d$/);
  const [weakest] = (await chain.textContent())?.match(/2 steps.*/) ?? [];
  await chain.click();
  await expect(page.getByText(`Chain 1 · ${weakest}, strength 0.`)).toBeVisible();
  await page.goBack();
  const edge = page.getByRole('button', { name: /Rain falls leads to The street is wet/ });
  await expect(edge).toHaveText(/wetweight 0\.\d\d$/);
});

test('what each voice counts leads to the weight of an edge, in words and numbers that agree', async ({
  page,
  host,
}) => {
  verifies('B1-02');
  for (const name of ['first-agent', 'second-agent', 'third-agent']) {
    const agent = await startAgent({ data: host.ready.data, project: 'shop', name, args: ['--profile', 'full'] });
    const ends = { from: error('Disk is full'), to: error('Logs are lost') };
    const answer = await agent.tool('causal_assert', { ...ends, relation: 'causes', note: 'The log shows it' });
    expect(answer).toMatchObject({ ok: true });
    await agent.close();
  }
  const { edge } = await say(host, 'Disk is full', 'Logs are lost');
  await open(page, host, `causes?map=true&edge=${edge?.id}`);
  const known = panel(page, 'Edge');
  await expect(known).toContainText('Together they count 2.8 for it and 0 against. The weight is 2.8 ÷ (2.8 + 0 + 1)');
  await expect(known.getByRole('heading', { name: `Weight ${(2.8 / 3.8).toFixed(2)}` })).toBeVisible();
  await expect(known.getByText(/^counts 0\.6/)).toHaveCount(3);
  await expect(known.getByText(/^counts 1/)).toHaveCount(1);
  await known.getByRole('button', { name: 'Dispute' }).click();
  await page.keyboard.type('The disk was empty');
  await page.keyboard.press('Control+Enter');
  // The same person has one voice, and its last word counts.
  await expect(known).toContainText('The weight is 1.8 ÷ (1.8 + 1 + 1)');
  await expect(known.getByRole('heading', { name: `Weight ${(1.8 / 3.8).toFixed(2)}` })).toBeVisible();
});

test('order in time has no weight, and its voices count nothing', async ({ page, host }) => {
  await host.client.call('episode.store', {
    ...{ projectId: 'shop', sessionId: 'one', task: 'Free the disk', outcome: 'failure' },
    events: [
      { type: 'error', content: 'Disk is full' },
      { type: 'error', content: 'Logs are lost' },
    ],
    links: [{ from: 'e001', to: 'e002', relation: 'precedes' }],
  });
  const { items } = await host.client.call('causal.nodes', {});
  const { edges } = await host.client.call('causal.node', { id: items[0]?.id ?? '' });
  await open(page, host, `causes?map=true&edge=${edges[0]?.edge.id}`);
  const known = panel(page, 'Edge');
  await expect(known.getByRole('heading', { name: 'Order in time' })).toBeVisible();
  await expect(known.getByRole('listitem')).toHaveCount(1);
  await expect(known.getByText(/counts|÷/)).toHaveCount(0);
});
