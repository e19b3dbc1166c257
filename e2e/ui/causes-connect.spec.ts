import type { HostProcess } from '@twicewise/testkit';
import { expect, open, statusLine, test } from '../fixtures.ts';
import { find, panel } from './causes-page.ts';

// What a person says of causes has one name: in the line at the foot, and in Activity.

const error = (text: string) => ({ kind: 'error', text });

/** What Activity says of the latest writes, the first of them first. */
const latest = async (host: HostProcess, limit: number) =>
  (await host.client.call('operation.list', { limit })).items.map(({ summary }) => summary).toReversed();

test('a long title of a session ends with an ellipsis before its date', async ({ page, host }) => {
  const task = 'Free the disk of the build machine before the night of the release '.repeat(4).trim();
  const events = [{ type: 'error' as const, content: 'Disk is full' }];
  await host.client.call('episode.store', { projectId: 'shop', sessionId: 'one', task, events });
  await open(page, host, 'causes?ask=connect');
  const title = page.getByRole('region', { name: 'What sessions hold' }).getByRole('link', { name: task });
  // The link itself is cut: an ellipsis around a box that is cut whole draws none.
  expect(
    await title.evaluate((link) => [link.scrollWidth > link.clientWidth, getComputedStyle(link).textOverflow]),
  ).toEqual([true, 'ellipsis']);
});

test('what is connected first and confirmed then is so at the foot and in Activity', async ({ page, host }) => {
  await host.client.call('episode.store', {
    ...{ projectId: 'shop', sessionId: 'one', task: 'Free the disk' },
    events: ['Disk is full', 'Logs are lost'].map((content) => ({ type: 'error', content })),
  });
  await open(page, host, 'causes?ask=connect');
  const rows = page.getByRole('region', { name: 'What sessions hold' }).getByRole('button');
  // Said of both, as other rows say how many they have.
  await expect(rows).toHaveText(['errorDisk is fullno cause or effect', 'errorLogs are lostno cause or effect']);
  await expect(statusLine(page)).toContainText('move, Enter chooses');
  for (const verb of ['Connected', 'Confirmed']) {
    await rows.filter({ hasText: /^errorDisk is full/ }).click();
    await rows.filter({ hasText: /^errorLogs are lost/ }).click();
    await page.getByRole('textbox', { name: 'Evidence' }).fill('The log shows it');
    await page.keyboard.press('Control+Enter');
    await expect(statusLine(page)).toContainText(`${verb}: Disk is full leads to Logs are lost`);
  }
  for (const verb of ['Connected', 'Confirmed']) {
    await open(page, host, 'causes?map=true');
    await find(page, 'Disk is full');
    await panel(page, 'Node').getByRole('button', { name: 'Add an effect…' }).click();
    const form = page.getByRole('form', { name: 'Add an effect' });
    await form.getByRole('textbox', { name: 'What', exact: true }).focus();
    await page.keyboard.type('Sales fall');
    // Enter goes on with words that are new, and takes the node that has just these, however fast they were typed.
    const isKnown = verb === 'Confirmed';
    if (!isKnown) await expect(form).toContainText('What is typed is added as new, of the kind');
    await page.keyboard.press('Enter');
    await expect(form.getByRole('button', { name: 'Change' })).toHaveCount(isKnown ? 1 : 0);
    await expect(form.getByRole('textbox', { name: 'Evidence' })).toBeFocused();
    await page.keyboard.type('The log shows it');
    await page.keyboard.press('Control+Enter');
    await expect(statusLine(page)).toContainText(`${verb}: Disk is full leads to Sales fall`);
  }
  expect(await latest(host, 4)).toEqual([
    ...['Connected', 'Confirmed'].map((verb) => `${verb}: Disk is full leads to Logs are lost`),
    ...['Connected', 'Confirmed'].map((verb) => `${verb}: Disk is full leads to Sales fall`),
  ]);
});

test('what others only disputed is connected by who says it', async ({ page, host }) => {
  const claim = { projectId: 'shop', from: error('Disk is full'), to: error('Logs are lost'), note: 'n' };
  const { edge } = await host.client.call('causal.assert', { ...claim, relation: 'causes', stance: 'disputes' });
  await open(page, host, `causes?map=true&edge=${edge?.id}`);
  for (const [name, verb] of [
    ['Connect', 'Connected'],
    ['Confirm', 'Confirmed'],
  ] as const) {
    await panel(page, 'Edge').getByRole('button', { name, exact: true }).click();
    await page.keyboard.type('The log shows it');
    await page.keyboard.press('Control+Enter');
    await expect(statusLine(page)).toContainText(`${verb}: Disk is full leads to Logs are lost`);
  }
  expect(await latest(host, 2)).toEqual(
    ['Connected', 'Confirmed'].map((verb) => `${verb}: Disk is full leads to Logs are lost`),
  );
});

test('what was chosen is named, though others come to fit the typed words better', async ({ page, host }) => {
  const store = (sessionId: string, contents: string[]) =>
    host.client.call('episode.store', {
      ...{ projectId: 'shop', sessionId, task: 'Free the disk' },
      events: contents.map((content) => ({ type: 'error', content })),
    });
  await store('one', ['Disk is full', 'The logs of last night were lost when nobody looked']);
  await open(page, host, 'causes?map=true');
  await find(page, 'Disk is full');
  await panel(page, 'Node').getByRole('button', { name: 'Add an effect…' }).click();
  const form = page.getByRole('form', { name: 'Add an effect' });
  await form.getByRole('textbox', { name: 'What', exact: true }).fill('logs lost');
  await form.getByRole('button', { name: /The logs of last night/ }).click();
  const isOthers = (text: string) => text.includes('Logs lost') && !text.includes('last night');
  const found = page.waitForResponse(
    async (response) => response.url().endsWith('/api/causal.nodes') && isOthers(await response.text()),
  );
  const others = Array.from({ length: 7 }, (_, index) => `Logs lost ${index}`);
  await store('two', others);
  await found;
  await form.getByRole('textbox', { name: 'Evidence' }).fill('The log shows it');
  await page.keyboard.press('Control+Enter');
  await expect(statusLine(page)).toContainText('Connected: Disk is full leads to The logs of last night were lost');
});
